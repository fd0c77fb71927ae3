import * as z from 'zod/mini'
import { isDay } from '#contract/fields.ts'

/** The first three are counted by the server when they happen, the others when a visitor presses a link. */
export const goals = ['enquiry', 'registration', 'subscription', 'enrol', 'booking', 'brochure', 'phone'] as const
export type Goal = (typeof goals)[number]

export const pressedGoals = ['enrol', 'booking', 'brochure', 'phone'] as const satisfies readonly Goal[]

/** The longest body of `POST /api/seen`, in bytes. */
export const longestBeacon = 1_024

/**
 * The body of `POST /api/seen`, as JSON in any content type. `path` is one of our pages without its query, `referrer` the host before it, `source`
 * the value of `utm_source`, `campaign` that of `utm_campaign` or `via`. A visit is a view whose referrer is not this site, and that is neither a
 * reload nor Back. `subject` is `courses/ID`. The answer is always 204.
 */
export const beacon = z.object({
  path: z.string(),
  kind: z.enum(['view', 'visit', 'goal']),
  referrer: z.optional(z.string()),
  source: z.optional(z.string()),
  campaign: z.optional(z.string()),
  phone: z.optional(z.boolean()),
  goal: z.optional(z.enum(pressedGoals)),
  subject: z.optional(z.string()),
})
export type Beacon = z.infer<typeof beacon>

/** The source of a visit in answers, where none is stored. */
export const noSource = 'Direct or unknown'

/** The results of a row of sources, campaigns, newsletters. */
const brought = { enquiries: z.int(), registrations: z.int(), subscribers: z.int() }
/** `views` and `phones` are absent when a source or a campaign is chosen, since a view has none. */
const sums = { views: z.optional(z.int()), visits: z.int(), phones: z.optional(z.int()), ...brought }
const totals = z.object(sums)
export type FigureTotals = z.infer<typeof totals>

/** The tables of the answer, each of which `by` asks for whole. */
export const figureTables = {
  days: z.object({ day: z.string(), ...sums }),
  /** `enquiries` that the page led to, and how many `resolved` of them. `gone`: the page no longer exists. */
  pages: z.object({
    path: z.string(),
    title: z.optional(z.string()),
    gone: z.optional(z.literal(true)),
    views: z.optional(z.int()),
    visits: z.int(),
    enquiries: z.int(),
    resolved: z.int(),
  }),
  sources: z.object({ source: z.string(), visits: z.int(), ...brought }),
  campaigns: z.object({ campaign: z.string(), visits: z.int(), ...brought }),
  /** `payments` are presses on Enroll Now; `requests` are for a seat or the next date, `waiting` for the waitlist. */
  courses: z.object({
    _id: z.string(),
    title: z.string(),
    path: z.string(),
    views: z.optional(z.int()),
    payments: z.int(),
    questions: z.int(),
    requests: z.int(),
    waiting: z.int(),
  }),
  /** `_id` is that of the post or the newsletter; `left` counts those who left because of it. */
  newsletters: z.object({
    code: z.string(),
    subject: z.string(),
    kind: z.enum(['post', 'newsletter']),
    _id: z.string(),
    sent: z.int(),
    left: z.int(),
    visits: z.int(),
    ...brought,
  }),
}
export type FigureTable = keyof typeof figureTables
export type FigureRow<Table extends FigureTable> = z.infer<(typeof figureTables)[Table]>
export const figureTableNames = Object.keys(figureTables) as FigureTable[]

/** The rows of each table of an answer without `by`, and the most of one with it. `days` are always all. */
export const figureRows = { overview: 10, whole: 1_000 }

/** The longest range, and how long figures are kept. */
export const figureMonths = 25

/** PostgreSQL has no year 0, which is before the year 1 in some time zones. */
const isCountedDay = (text: string) => isDay(text) && text > '1970'
const day = (name: string) => z.optional(z.string().check(z.refine(isCountedDay, `${name} must be a day, YYYY-MM-DD`)))
const filter = z.optional(z.string().check(z.maxLength(300)))

/** The figures by which rows can be in order. A page has only visits and enquiries. */
const figureSorts = ['visits', 'enquiries', 'registrations', 'subscribers'] as const

/** `page`, `source` and `campaign` choose the rows that have this value, in the words of the answers. */
export const analyticsQuery = z.object({
  from: day('from'),
  to: day('to'),
  page: filter,
  source: filter,
  campaign: filter,
  by: z.optional(z.enum(figureTableNames, `by must be one of ${figureTableNames.join(', ')}`)),
  sort: z.optional(z.enum(figureSorts, `sort must be one of ${figureSorts.join(', ')}`)),
})
export type AnalyticsQuery = z.infer<typeof analyticsQuery>

const range = { from: z.string(), to: z.string() }

/**
 * Days are those of the company's time zone; `before` is the range of equal length before. `first` is the first day with a count. Without `by` every table is
 * present; with it only that one. `presses` are clicks on links. `off`: the settings say that nothing is counted now.
 */
export const figures = z.object({
  ...range,
  before: z.object(range),
  off: z.optional(z.literal(true)),
  first: z.optional(z.string()),
  totals,
  totalsBefore: totals,
  presses: z.object({ enrol: z.int(), booking: z.int(), brochure: z.int(), phone: z.int() }),
  days: z.optional(z.array(figureTables.days)),
  pages: z.optional(z.array(figureTables.pages)),
  sources: z.optional(z.array(figureTables.sources)),
  campaigns: z.optional(z.array(figureTables.campaigns)),
  courses: z.optional(z.array(figureTables.courses)),
  newsletters: z.optional(z.array(figureTables.newsletters)),
})
export type Analytics = z.infer<typeof figures>

/** One page in the last 30 days, with its former addresses. */
export const pageFigures = z.object({ views: z.int(), visits: z.int(), enquiries: z.int() })
export type PageFigures = z.infer<typeof pageFigures>
export const pageFiguresQuery = z.object({ path: z.string().check(z.maxLength(300)) })

/** The same facts as in the privacy text that ships (`content/privacy.md`). */
export const countingFacts = {
  counted: [
    'Pages shown for a second, by day: how often, how often as the start of a visit, and how often on a phone.',
    'Where visits came from: the site or the app before, or the names in the link (utm_source, utm_campaign, via). Each has up to six words, such as Spring sale, and no commas; addresses and phone numbers are left out.',
    'Enquiries, registrations and subscriptions, and clicks on Enroll Now, booking, brochure and phone links.',
  ],
  notCounted: [
    'Visitors without scripts, those whose browser sends Do Not Track or Global Privacy Control, known bots, and staff who are signed in.',
    'People: there is no cookie, nothing is stored in the browser, and no address, not even a hash of one. So there are visits, not visitors.',
  ],
  /** Why some goals have no source. */
  sourceNotKnown:
    'The source of a goal is known when the form was on the first page of the visit, or when the link named a campaign. Otherwise it counts as “Direct or unknown”, as does a visit without one. Nothing is guessed.',
  lawyer:
    'Whether your site needs a consent banner is a question for your lawyer. Counting alone stores nothing that would ask for one.',
}
