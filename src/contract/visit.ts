import * as z from 'zod/mini'
import { isAdminPath, isOwnPath } from './addresses.ts'
import { cleanText } from './clean-text.ts'

/** The campaign of an address: `utm_source`, `utm_medium`, and `utm_campaign` or `via`. */
const campaign = z.object({
  source: z.optional(z.string()),
  medium: z.optional(z.string()),
  name: z.optional(z.string()),
})
export type Campaign = z.infer<typeof campaign>

/** Where a visitor came from: the first page of the visit, the last pages before the form, the host of the first page's referrer, and the campaign. */
export const visit = {
  page: z.optional(z.string()),
  read: z.optional(z.array(z.string())),
  referrer: z.optional(z.string()),
  campaign: z.optional(campaign),
}
export type Visit = z.infer<z.ZodMiniObject<typeof visit>>

/** A wrong value is dropped, because it must never cost the visitor the message. */
const orNothing = <Schema extends z.core.SomeType>(schema: Schema) => z.catch(z.optional(schema), undefined)
const anyText = orNothing(z.string())

/**
 * The part of a form about the visit. `visitOf` checks it, also each entry of `read`, since a check of very many here takes seconds. `read` may also
 * be one text, with spaces between the paths.
 */
export const visitInput = {
  page: anyText,
  read: orNothing(z.union([z.array(z.unknown()), z.string()])),
  referrer: anyText,
  campaign: orNothing(z.object({ source: anyText, medium: anyText, name: anyText })),
}

/** An optional line of text; a wrong one is dropped. */
export const optionalLine = anyText

const longestPath = 300
const longestCampaignText = 100
const mostRead = 5
/** Of the pages that a form names, the last ones are checked. The others cost no time. */
const mostChecked = 20

/** A text as one line without invisible characters; undefined for an empty one. */
export const asLine = (text: string | undefined, longest: number): string | undefined =>
  cleanText(text ?? '')
    .replace(/[\s\0]+/g, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed() || undefined

/** Pages that are no reading: those of staff, and those whose path has a secret. */
const isPrivate = (path: string) =>
  isAdminPath(path) || /^\/(api|assets|brand|go|media|preview|newsletter\/\w+)(\/|$)/.test(path)

/** The address of one of our pages, given by its path or whole; in hash mode the path is in the fragment. */
function ownAddress(text: string | undefined, publicUrl: string): URL | undefined {
  const url = addressOnSite(text?.slice(0, 4_000) ?? '', publicUrl)
  return url?.hash.startsWith('#/') ? addressOnSite(url.hash.slice(1), publicUrl) : url
}

function addressOnSite(text: string, publicUrl: string): URL | undefined {
  const url = isOwnPath(text) ? URL.parse(text, publicUrl) : URL.parse(text)
  return url && url.origin === URL.parse(publicUrl)?.origin ? url : undefined
}

/** The path of one of our public pages, without its query, which may have personal data. Undefined for everything else. */
export function ownPagePath(text: string | undefined, publicUrl: string): string | undefined {
  const path = ownAddress(text, publicUrl)?.pathname
  return path && path.length <= longestPath && /^(\/[\w~.-]*)+$/.test(path) && !isPrivate(path) ? path : undefined
}

/** The host of a referrer, which may be given as an address; of an Android app its id. Undefined for our own host and for everything that is no host. */
function hostOf(text: string | undefined, publicUrl: string): string | undefined {
  const given = text?.trim() ?? ''
  const url = URL.parse(given.includes('://') ? given : `https://${given}`)
  if (!url || !/^(https?|android-app):$/.test(url.protocol) || url.username || url.host === URL.parse(publicUrl)?.host)
    return undefined
  const host = url.hostname.toLowerCase()
  return host.length <= 253 && /^([a-z0-9_-]+\.)+[a-z][a-z0-9_-]+$/.test(host) ? host : undefined
}

/**
 * The names of campaigns and sources: up to six words, so that no postal address or message of a person is stored with the figures. These have
 * commas or several lines.
 */
const campaignWords = /^[\p{L}\p{M}\p{N}_.~+|:/&()'’–-]+(?: [\p{L}\p{M}\p{N}_.~+|:/&()'’–-]+){0,5}$/u
/** An address with its signs in letters, as in `asha-at-example.org`. */
const spelledAddress = /(^|[^\p{L}])at[^\p{L}].*([^\p{L}]dot[^\p{L}]|\.)\s*\p{L}{2,}[^\p{L}]*$/iu
/** Numbers that are no telephone numbers: hexadecimal ids, dates and times. */
const otherNumbers =
  /(?=[\d-]*[a-f])[\da-f-]{16,}|(?<!\d)(20\d\d[-_./ ]?(0[1-9]|1[0-2])[-_./ ]?[0-3]\d([-_.T:]?\d\d){0,3}|([0-3]\d[-_./ ]?){2}20[0-4]\d|20[0-4]\d|\d?\d:\d\d)(?!\d)/gi
/** Digits with what people put before and between them. */
const numbers = /(?:\+|\b(?:tel|phone|mobile|call|whatsapp)[^\p{L}\p{Nd}]*)?\(?\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd})*/giu
/**
 * Whether a text has a telephone number that is written as one: 7 to 15 digits with a plus, a zero or a word in front, in groups, or in another
 * script. Other plain numbers are ids of campaigns and advertisements.
 */
const hasPhone = (text: string) =>
  (text.replace(otherNumbers, 'x').match(numbers) ?? []).some((run) => {
    const groups = run.match(/\p{Nd}+/gu) ?? []
    const { length } = groups.join('')
    if (length < 7 || length > 15) return false
    const isMarked = !/^\(?[1-9]/.test(run)
    return isMarked || (groups.length > 1 && groups.every((group) => group.length > 1 && group.length < 8))
  })

/** A text that is no such name, or has an address or a telephone number of a person in it, is left out. */
function campaignText(text: string | null | undefined): string | undefined {
  // A line break would become a space.
  if (/[\r\n]/.test(text?.trim() ?? '')) return undefined
  const name = asLine(text ?? undefined, 5 * longestCampaignText) ?? ''
  const isAllowed = campaignWords.test(name) && !spelledAddress.test(name) && !hasPhone(name)
  return isAllowed ? asLine(name, longestCampaignText) : undefined
}

/** The page of a newsletter in the browser, whose address has the newsletter's code as links in it do. */
const newsletterPage = /^\/newsletters\/([a-z2-9]{8})$/

function campaignOf(given: Campaign | undefined, page: URL | undefined): Campaign | undefined {
  const parameters = page?.searchParams
  const { source, medium, name } = given ?? {
    source: parameters?.get('utm_source'),
    medium: parameters?.get('utm_medium'),
    name: parameters?.get('utm_campaign') ?? parameters?.get('via'),
  }
  return orUndefined({
    source: campaignText(source),
    medium: campaignText(medium),
    name: campaignText(name) ?? newsletterPage.exec(page?.pathname ?? '')?.[1],
  })
}

/** The properties that have a value; undefined if there is none. */
function orUndefined<Values extends object>(values: Values) {
  const known = Object.entries(values).filter(([, value]) => value !== undefined)
  return known.length > 0
    ? (Object.fromEntries(known) as { [K in keyof Values]?: Exclude<Values[K], undefined> })
    : undefined
}

type VisitInput = Omit<Visit, 'read'> & { read?: string | unknown[] | undefined }

/** A visit as it may be stored. Everything that is not a public path of ours, a host or a campaign is dropped. */
export function visitOf({ page, read, referrer, campaign }: VisitInput, publicUrl: string): Visit {
  const given = typeof read === 'string' ? read.split(' ') : read
  const paths = given
    ?.slice(-mostChecked)
    .flatMap((path) => (typeof path === 'string' && ownPagePath(path, publicUrl)) || [])
    .slice(-mostRead)
  return (
    orUndefined({
      page: ownPagePath(page, publicUrl),
      read: paths?.length ? paths : undefined,
      referrer: hostOf(referrer, publicUrl),
      campaign: campaignOf(campaign, ownAddress(page, publicUrl)),
    }) ?? {}
  )
}

/**
 * Fields by which our forms tell bots from people. Both are optional, so that a client that does not know them can still use the API.
 */
export const formSignals = {
  /** A honeypot: people do not see this field, so a value comes from a bot. */
  website: z.optional(z.string()),
  /** A signed token with the time of the first interaction with the form. */
  formToken: z.optional(z.string()),
  /** The id of the wording below the form; an unknown one counts as none. */
  consent: z.catch(z.optional(z.string()), undefined),
}
export type FormSignals = { website?: string | undefined; formToken?: string | undefined }

export const formTokenAnswer = z.object({ token: z.string() })
