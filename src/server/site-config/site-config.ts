import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type AccentName, accentNames } from '#contract/accents.ts'
import { type Company, type FooterLink, socialNetworks, withDetails } from '#contract/company.ts'
import { appearanceNames, type SearchAppearance } from '#contract/search-appearance.ts'
import type { Group } from '#contract/settings.ts'
import { type Config, senderOf } from '#server/config/config.ts'
import type { Database, Db } from '#server/database/connect.ts'
import { createContentCache } from '#server/database/content-version.ts'
import { readStoredValue, storeValue } from '#server/database/rows.ts'
import type { Row } from '#server/database/table.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { siteSettings } from './site-settings.table.ts'

/** The setting with the last default author name. */
export const defaultAuthorNameKey = 'houseName'

/**
 * The company's name as the author of posts by an administrator without a profile, and as the instructor of courses
 * without one. Both are stored like any other author and instructor, and follow the company's name.
 */
export async function defaultAuthorName(db: Db, { company }: Pick<Config, 'company'>): Promise<string> {
  return (await readStoredValue(db, defaultAuthorNameKey)) ?? company.brand
}

/** The name under which the public address is stored. */
export const publicUrlName = 'publicUrl'

/** Keeps the public address that the running site uses, for the command line, which may be run without the site's environment. */
export async function rememberPublicUrl({ db }: Database, { publicUrl }: Config): Promise<void> {
  if ((await readStoredValue(db, publicUrlName)) !== publicUrl) await storeValue(db, publicUrlName, publicUrl)
}

/** The public address by the environment, else the one that the site has used last; undefined when neither is known. */
export const knownPublicUrl = async (
  { db }: Database,
  { publicUrl, hasPublicUrl }: Pick<Config, 'publicUrl' | 'hasPublicUrl'>,
): Promise<string | undefined> => (hasPublicUrl ? publicUrl : readStoredValue(db, publicUrlName))

/** A line above every page. Its id changes with it, so a visitor who has dismissed one sees the next. */
export type Announcement = { id: string; text: string; link?: FooterLink; dismissible: boolean }

/** The settings of the server, including changes by staff. */
export type ConfigNow = Config & {
  announcement?: Announcement
  brand?: Brand
  /** The search appearance that staff have set, by the paths of the pages. */
  appearance?: Record<string, SearchAppearance>
  /** The fields that staff have set, by group; a group reads its own (`of` in `contract/settings.ts`). */
  own?: Record<string, Fields>
  /** The legal documents that staff have changed, by name. */
  legal?: Record<string, { title?: string; description?: string; updated?: string; source?: string }>
}

type Context = { config: Config; database: Database }
type Fields = Record<string, unknown>
/** By their ids. */
type Groups = Record<string, Group>

/** The settings of the server, including changes by staff. */
export type SiteConfig = {
  /**
   * The current settings. The environment comes first, then changes by staff, then `company.config.ts`. The same object
   * until the content changes, in every process.
   */
  now(): Promise<ConfigNow>
  /** The settings that were read last, for answers that must not wait for the database, such as an error page. */
  last(): Config
  /** The settings with another row in place of the stored one with its id. */
  with(draft: SettingsRow): Promise<ConfigNow>
  /** Does work with the legal documents of other settings. */
  withDraft<Result>(settings: ConfigNow, work: () => Result): Result
  /** The settings of `withDraft`, or the current ones. Their result must not be cached under the content version. */
  draftOrNow(): Promise<ConfigNow>
}

export function createSiteConfig(context: Context, groups: Groups): SiteConfig {
  const { config, database } = context
  const cache = createContentCache<ConfigNow>(1)
  const drafts = new AsyncLocalStorage<ConfigNow>()
  let last: Config = config
  const now = () =>
    cache(database, 'config', async () => {
      const found = await readConfigNow(context, groups)
      const kept = found.brand ? { ...found, brand: keepBrand(found.brand) } : found
      last = kept
      return kept
    })
  return {
    now,
    last: () => last,
    with: (draft) => readConfigNow(context, groups, draft),
    withDraft: (settings, work) => drafts.run(settings, work),
    draftOrNow: async () => drafts.getStore() ?? now(),
  }
}

async function readConfigNow({ config, database }: Context, groups: Groups, draft?: SettingsRow): Promise<ConfigNow> {
  const stored = (await database.db.selectFrom('siteSettings').selectAll().execute()).map((row) =>
    siteSettings.decode(row),
  )
  const all: SettingsRow[] = draft ? [...stored.filter(({ id }) => id !== draft.id), draft] : stored
  if (all.length === 0) return config
  const rows = all.map((row) => ({ ...row, fields: withoutAppearance(row.fields) }))
  const fieldsOf = (id: string): Fields => rows.find((row) => row.id === id)?.fields ?? {}
  const company = companyOf(config, fieldsOf('company'), fieldsOf('footer'))
  const words = Object.values(groups)
    .map(({ id, settings }) => {
      const changed = Object.entries(fieldsOf(id)).filter(([name]) => settings[name]?.isWord)
      return [id, withDetailsOf(company, Object.fromEntries(changed))] as const
    })
    .filter(([, texts]) => Object.keys(texts).length > 0)
  const announcement = announcementOf(
    rows.find(({ id }) => id === 'announcement'),
    database.now(),
  )
  const brand = brandOf(fieldsOf('brand'))
  const appearance = appearanceIn(all, company, groups)
  return {
    ...config,
    ...(brand && { brand }),
    company: {
      ...company,
      ...(brand?.accent && { accent: brand.accent }),
      ...(words.length > 0 && { words: Object.fromEntries(words) as Company['words'] }),
    },
    mail: mailOf(config, company),
    ...(announcement && { announcement }),
    own: Object.fromEntries(rows.map(({ id, fields }) => [id, fields])),
    legal: legalOf(rows, config, groups),
    appearance,
  }
}

const isAppearance = ([name]: [string, unknown]) => (appearanceNames as readonly string[]).includes(name)
const withoutAppearance = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter((entry) => !isAppearance(entry)))

/** The search appearance of pages with a custom one. */
const appearanceIn = (rows: SettingsRow[], company: Company, groups: Groups): Record<string, SearchAppearance> =>
  Object.fromEntries(
    rows.flatMap(({ id, fields }) => {
      const { hasAppearance, pages: [page] = [] } = groups[id] ?? {}
      const own = Object.fromEntries(Object.entries(fields).filter(isAppearance))
      return hasAppearance && page && Object.keys(own).length > 0 ? [[page[0], withDetailsOf(company, own)]] : []
    }),
  )

function companyOf({ company, fixed }: Config, details: Fields, footer: Fields): Company {
  const given = Object.fromEntries(Object.entries(details).filter(([name]) => !(name in fixed)))
  const address = { ...company.address }
  for (const name of Object.keys(address) as (keyof typeof address)[])
    if (typeof given[name] === 'string') address[name] = given[name]
  const social = { ...company.social }
  for (const name of socialNetworks) if (typeof footer[name] === 'string') social[name] = footer[name]
  const { services, more } = footer as { services?: FooterLink[]; more?: FooterLink[] }
  const { brand, tagline, email, phone, phoneHours, bookingUrl, chatUrl } = { ...company, ...given } as Company
  return {
    ...company,
    ...{ brand, tagline, email, phone, phoneHours, address, bookingUrl, social },
    ...(chatUrl && { chatUrl }),
    ...((services || more) && { links: { ...(services && { services }), ...(more && { more }) } }),
  }
}

/** The company's name for these settings. */
export const brandWith = (config: Config, details: Fields): string => companyOf(config, details, {}).brand

/** The sender is named after the company and notices go to its address, unless the environment says otherwise. */
function mailOf({ company: started, mail, fixed }: Config, { brand, domain, email }: Company): Config['mail'] {
  return {
    ...mail,
    from: fixed['from'] || brand === started.brand ? mail.from : senderOf({ brand, domain }),
    contactNotify: mail.contactNotify === started.email && !fixed['contactNotify'] ? email : mail.contactNotify,
  }
}

const withDetailsOf = (company: Company, texts: Fields) =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) =>
      typeof text === 'string' ? [[name, withDetails(text, company)]] : [],
    ),
  )

type SettingsRow = Pick<
  Row<typeof siteSettings>,
  'id' | 'fields' | 'version' | 'publishAt' | 'unpublishAt' | 'updatedAt'
>

/** A changed text without a day has the day of the change. */
function legalOf(rows: SettingsRow[], { timeZone }: Config, groups: Groups): NonNullable<ConfigNow['legal']> {
  const changed = rows.filter(({ id }) => groups[id]?.section === 'Legal')
  return Object.fromEntries(
    changed.map(({ id, fields: { content, ...fields }, updatedAt }) => [
      id,
      { ...(typeof content === 'string' && { source: content, updated: dayIn(timeZone)(updatedAt) }), ...fields },
    ]),
  )
}

function announcementOf(row: SettingsRow | undefined, now: string): Announcement | undefined {
  const { text, linkLabel, linkTo, dismissible = true } = (row?.fields ?? {}) as Partial<Record<string, string>>
  if (!row || !text) return undefined
  if ((row.publishAt ?? '') > now || (row.unpublishAt && row.unpublishAt <= now)) return undefined
  return {
    id: String(row.version),
    text,
    dismissible: Boolean(dismissible),
    ...(linkLabel && linkTo && { link: { label: linkLabel, to: linkTo } }),
  }
}

/** The company's own mark; `ratio` is its width by its height, and `named` says that it has the name in it. */
type Logo = { type: 'svg' | 'png'; bytes: Buffer; ratio: number; named: boolean }

/** The logo and accent set by staff. `key` identifies them, and is part of the addresses of derived pictures. */
export type Brand = { key: string; accent?: AccentName; logo?: Logo }

/** How a stored PNG begins; anything else is an SVG. */
const pngPrefix = 'data:image/png;base64,'
/** Wider logos than this would fill the header of a phone. */
const widest = 6

/** Recently used brands by key: the current one, and those of pages that browsers still show. */
const recent = new LRUCache<string, Brand>({ max: 20 })
export const findBrand = (key: string): Brand | undefined => recent.get(key)

/** Serves the pictures of a brand from now on. @returns the brand, or the same one as before */
function keepBrand(brand: Brand): Brand {
  const kept = recent.get(brand.key) ?? brand
  recent.set(brand.key, kept)
  return kept
}

/** The brand of stored settings; undefined if nothing is set. */
function brandOf({ logo, logoNamed, accent }: Record<string, unknown>): Brand | undefined {
  const chosen = accentNames.find((name) => name === accent && name !== accentNames[0])
  const own = typeof logo === 'string' ? { ...readLogo(logo), named: logoNamed === true } : undefined
  if (!chosen && !own) return undefined
  const key = createHash('sha256')
    .update(JSON.stringify([logo, logoNamed, chosen]))
    .digest('hex')
    .slice(0, 16)
  return { key, ...(chosen && { accent: chosen }), ...(own && { logo: own }) }
}

function readLogo(stored: string): Omit<Logo, 'named'> {
  if (stored.startsWith(pngPrefix)) {
    const bytes = Buffer.from(stored.slice(pngPrefix.length), 'base64')
    // The header of a PNG begins with its size.
    return { type: 'png', bytes, ratio: limited(bytes.readUInt32BE(16) / bytes.readUInt32BE(20)) }
  }
  const [, , width, height] =
    / viewBox="([\d.-]+)[ ,]+([\d.-]+)[ ,]+([\d.]+)[ ,]+([\d.]+)"/.exec(stored)?.slice(1) ?? []
  const [, given] = /^<svg[^>]* width="([\d.]+)/.exec(stored) ?? []
  const [, tall] = /^<svg[^>]* height="([\d.]+)/.exec(stored) ?? []
  return { type: 'svg', bytes: Buffer.from(stored), ratio: limited(Number(width ?? given) / Number(height ?? tall)) }
}

const limited = (ratio: number) => (Number.isFinite(ratio) && ratio > 0 ? Math.min(widest, Math.max(0.2, ratio)) : 1)
