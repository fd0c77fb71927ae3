import { formatCount, formatNumber } from '#admin/format.ts'
import { dayAfter } from '#admin/time.tsx'
import { isDay } from '#contract/fields.ts'
import { legalLinks, quickLinks, siteLinks } from '#site/shell/navigation.ts'
import { type Analytics, type FigureTotals, figureMonths, noSource } from './analytics.contract.ts'

/** The figures in the row of tiles; the chosen one is drawn. */
export const tiles = [
  { value: 'visits', label: 'Visits', one: 'visit', many: 'visits' },
  { value: 'enquiries', label: 'Enquiries', one: 'enquiry', many: 'enquiries' },
  {
    value: 'registrations',
    label: 'Confirmed registrations',
    one: 'confirmed registration',
    many: 'confirmed registrations',
  },
  { value: 'subscribers', label: 'New subscribers', one: 'new subscriber', many: 'new subscribers' },
] as const satisfies { value: keyof FigureTotals; label: string; one: string; many: string }[]
export type Tile = (typeof tiles)[number]

/** The choices of the range. Quarter and year have whole weeks, so that the previous period has the same weekdays. */
export const ranges = [
  { value: '', label: '30 days', days: 30 },
  { value: 'quarter', label: 'Quarter', days: 91 },
  { value: 'year', label: 'Year', days: 364 },
]

/** The first day that figures are kept for, at the latest. */
export const earliestDay = (today: string) => dayAfter(today, -figureMonths * 30)

/** The days of a range by its name, or the own range between two days, as far as figures are kept. @param today YYYY-MM-DD, as are the results */
export function daysOf({ range, from, to }: Record<'range' | 'from' | 'to', string>, today: string) {
  if (range === 'own' && isDay(from) && isDay(to)) {
    const kept = [from, to].map((day) => [earliestDay(today), day, today].sort()[1])
    const [first = today, last = today] = kept.sort()
    return { from: first, to: last }
  }
  const { days } = ranges.find(({ value }) => value === range) ?? { days: 30 }
  return { from: dayAfter(today, 1 - days), to: today }
}

export function daysBetween(from: string, to: string): string[] {
  const days = []
  for (let day = from; day <= to; day = dayAfter(day, 1)) days.push(day)
  return days
}

/** Whether the previous period was counted from its first day. */
export const hasBefore = ({ first, before }: Analytics) => first !== undefined && first <= before.from

/** The difference to the previous period: '+8%', or '+2' where the share of a small number would mislead. */
export function changeOf(now: number, before: number): string {
  if (now === before) return 'No change'
  if (before === 0) return 'New'
  const share = Math.round(((now - before) / before) * 100)
  const sign = now > before ? '+' : '−'
  return before < 20 || share === 0
    ? `${sign}${formatNumber(Math.abs(now - before))}`
    : `${sign}${formatNumber(Math.abs(share))}%`
}

/** The number at the top of a drawing whose highest value is this: half of it is a whole number too. */
export function topOf(most: number): number {
  const scale = 10 ** Math.max(0, Math.ceil(Math.log10(most)) - 1)
  return [2, 4, 6, 8, 10].map((step) => step * scale).find((top) => top >= most) ?? 10 * scale
}

/** The pages that are no records, by their paths. */
const fixedPages = new Map(
  [
    ...siteLinks,
    ...quickLinks,
    ...legalLinks,
    { to: '/work', label: 'Our Work' },
    { to: '/careers', label: 'Careers' },
    { to: '/profile', label: 'Company profile' },
    { to: '/newsletter', label: 'Newsletter' },
  ].map(({ to, label }) => [to, label]),
)

export const pageName = ({ path, title }: { path: string; title?: string | undefined }) =>
  title ?? fixedPages.get(path) ?? path

/** The sources and pages that brought enquiries, in sentences; '' if there were none. A filter is not said again. */
export function broughtLine(
  { totals, sources = [], pages = [] }: Pick<Analytics, 'totals' | 'sources' | 'pages'>,
  filters: { source?: string; page?: string } = {},
): string {
  if (totals.enquiries === 0) return ''
  const most = <Row extends { enquiries: number }>(rows: Row[]) =>
    rows
      .filter(({ enquiries }) => enquiries > 0)
      .sort((one, other) => other.enquiries - one.enquiries)
      .slice(0, 3)
  const from = (filters.source ? [] : most(sources)).map(
    ({ source, enquiries }) =>
      `${formatNumber(enquiries)} ${source === noSource ? source.toLowerCase() : `from ${source}`}`,
  )
  const by = (filters.page ? [] : most(pages)).map((page) => `${pageName(page)} (${formatNumber(page.enquiries)})`)
  return [
    `${formatCount(totals.enquiries, 'enquiry', 'enquiries')}${from.length > 0 ? `: ${from.join(', ')}` : ''}.`,
    by.length > 0 && `Pages that led to them: ${by.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** The results of a course: '142 views, 31 clicks on Enroll Now, 4 questions, 6 on the waitlist'. */
export const courseLine = (course: {
  views?: number | undefined
  payments: number
  questions: number
  requests: number
  waiting: number
}): string =>
  [
    course.views && formatCount(course.views, 'view'),
    course.payments && `${formatCount(course.payments, 'click')} on Enroll Now`,
    course.questions && formatCount(course.questions, 'question'),
    course.requests && formatCount(course.requests, 'registration'),
    course.waiting && `${formatNumber(course.waiting)} on the waitlist`,
  ]
    .filter(Boolean)
    .join(', ')
