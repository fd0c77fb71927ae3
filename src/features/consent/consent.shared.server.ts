import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { consentLines } from '#contract/default-words.ts'
import { readLegalFile } from '#features/legal/legal-file.shared.server.ts'
import { type Database, nowIn, type Transaction } from '#server/database/connect.ts'
import { createContentCache } from '#server/database/content-version.ts'
import { chosenTime } from '#server/runtime/clock.ts'
import type { ConfigNow, SiteConfig } from '#server/site-config/site-config.ts'
import { consentTexts } from './consent.table.ts'

/** The forms with a line about personal data. */
export type ConsentForm = keyof typeof consentLines
/** The ids of the present wordings. A form without a line has none. */
export type ConsentIds = { [Form in ConsentForm]?: string }

type Context = { database: Database; site: SiteConfig }

const cache = createContentCache<ConsentIds>(1)
/** The wordings that this process knows to be stored. */
const stored = new WeakMap<Database, Set<string>>()

/**
 * The wordings under the forms as they are now, by their ids. Each is stored before a page shows it, so that a form can name it later.
 * Do not call it in a transaction.
 */
export const consentIds = ({ database, site }: Context): Promise<ConsentIds> =>
  cache(database, 'consent', async () => storeWordings(database, await site.now()))

async function storeWordings(database: Database, settings: ConfigNow): Promise<ConsentIds> {
  const version = await privacyVersion(settings)
  const lines = Object.entries({ ...consentLines, ...settings.company.words?.['consent'] }).filter(([, text]) => text)
  const wordings = lines.map(([form, text]) => ({ form, text, id: hash(`${version}\n${text}`) }))
  const known = stored.getOrInsertComputed(database, () => new Set())
  const added = wordings.filter(({ id }) => !known.has(id))
  // The site as of another time writes nothing: only staff see it.
  if (added.length > 0 && chosenTime() === undefined) {
    const rows = added.map(({ id, text }) => consentTexts.encode({ id, text, version, since: database.now() }))
    await database.db
      .insertInto('consentTexts')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    for (const { id } of added) known.add(id)
  }
  return Object.fromEntries(wordings.map(({ form, id }) => [form, id]))
}

/** The day of the privacy document and a hash of its text, since it may change twice in a day. */
async function privacyVersion({ legal, legalDirs }: ConfigNow): Promise<string> {
  const file = await readLegalFile(legalDirs, 'privacy').catch(() => undefined)
  const { updated = '', source = '' } = { ...file, ...legal?.['privacy'] }
  return `${updated} ${hash(source)}`.trim()
}

/** Short, since each page has it. */
const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 10)

/**
 * The id of the wording that a visitor has seen: the one that the form named, if it exists, or else the present one.
 * @param shown the id in the form; a client without our form sends none
 */
export async function consentOf(context: Context, form: ConsentForm, shown?: string): Promise<string | undefined> {
  const current = (await consentIds(context))[form]
  if (!shown || shown === current || !/^[\w-]{10}$/.test(shown)) return current
  const { db } = context.database
  const found = await db.selectFrom('consentTexts').select('id').where('id', '=', shown).executeTakeFirst()
  return found?.id ?? current
}

/** The id of the consent of someone who has asked by phone, who has seen no wording. @param day '28 November 2026' */
export async function phoneConsent(trx: Transaction, day: string): Promise<string> {
  const text = `They asked by phone on ${day}`
  const wording = { id: hash(`phone\n${text}`), text, version: 'phone', since: nowIn(trx) }
  await trx
    .insertInto('consentTexts')
    .values(consentTexts.encode(wording))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return wording.id
}

/** The wording of a row, to be selected with it: `select(consentTextOf('subscribers'))`. */
export const consentTextOf = (table: 'contactRequests' | 'registrations' | 'subscribers') =>
  sql<string | null>`(select "text" from "consentTexts" where "id" = ${sql.ref(`${table}.consentText`)})`.as('consent')
