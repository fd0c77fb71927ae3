import { sql } from 'kysely'
import { describePaths } from '#server/record/public-paths.ts'
import type { Analytics, AnalyticsQuery, FigureRow, FigureTotals, Goal, PageFigures } from './analytics.contract.ts'
import type { FigureContext } from './counting.shared.server.ts'
import { countsOf, createSums, mostFirst, nothing, type Results } from './counts.server.ts'

type Counts = { visits: number } & Results & { views?: number; phones?: number }

/** Reads the figures of some days. A query reads only the tables that it is asked for. */
export async function createFigureReader(context: FigureContext, query: AnalyticsQuery) {
  const counts = await countsOf(context, query)
  const { sort } = query
  const { db, range, paths, hasViews, begin, end, sum, views, visits, goals, addBrought, sumBy, requestsOf } = counts

  return {
    range,

    async first(): Promise<string | undefined> {
      const days = await Promise.all(
        (['viewDays', 'goalDays'] as const).map((table) =>
          db.selectFrom(table).select('day').orderBy('day').limit(1).executeTakeFirst(),
        ),
      )
      return days.flatMap((row) => row?.day ?? []).sort()[0]
    },

    /** Each day of the range, and of the one before, also those without a count. */
    async days(): Promise<Record<'now' | 'before', FigureRow<'days'>[]>> {
      const whole = { from: range.before.from, to: range.to }
      const zero = { ...(hasViews && { views: 0, phones: 0 }), visits: 0, ...nothing }
      const { sums, add } = createSums<Counts>(zero)
      let day = Temporal.PlainDate.from(whole.from)
      for (let count = 0; count < 2 * range.days; count++, day = day.add({ days: 1 })) add(`${day}`, {})
      if (hasViews) {
        const columns = (['views', 'visits', 'phones'] as const).map((name) => sum(name).as(name))
        const rows = await views(whole)
          .select(['day', ...columns])
          .groupBy('day')
          .execute()
        for (const { day, ...row } of rows) add(day, row)
      } else
        for (const { day, visits: count } of await visits(whole).select('day').groupBy('day').execute())
          add(day, { visits: count })
      await addBrought(add, 'day', whole)
      const all = [...sums].map(([day, sum]) => ({ day, ...sum }))
      return { before: all.slice(0, range.days), now: all.slice(range.days) }
    },

    async presses(): Promise<Analytics['presses']> {
      const rows = await goals(range).select('goal').groupBy('goal').execute()
      const of = (goal: Goal) => Number(rows.find((row) => row.goal === goal)?.count ?? 0)
      return { enrol: of('enrol'), booking: of('booking'), brochure: of('brochure'), phone: of('phone') }
    },

    async pages(): Promise<FigureRow<'pages'>[]> {
      const zero = { ...(hasViews && { views: 0 }), visits: 0, enquiries: 0, resolved: 0 }
      const { sums, add } = createSums<{ views?: number; visits: number; enquiries: number; resolved: number }>(zero)
      const counted = hasViews
        ? await views(range)
            .select(['path', sum('views').as('views'), sum('visits').as('visits')])
            .groupBy('path')
            .execute()
        : await visits(range).select('path').groupBy('path').execute()
      const enquiries = await goals(range)
        .select('path')
        .where('goal', '=', 'enquiry')
        .where('path', '<>', '')
        .groupBy('path')
        .execute()
      const resolved = requestsOf(
        await db
          .selectFrom('contactRequests')
          .select(['page', 'referrer', 'campaign', sql<number>`count(*)`.as('count')])
          .where('status', '=', 'resolved')
          .where('deletedAt', 'is', null)
          // Joined requests count once.
          .where('matterId', 'is', null)
          .where('createdAt', '>=', begin)
          .where('createdAt', '<', end)
          .where('page', 'is not', null)
          .groupBy(['page', 'referrer', 'campaign'])
          .execute(),
      )
      const pages = await describePaths(
        context,
        [...counted, ...enquiries, ...resolved.map(({ page }) => ({ path: page ?? '' }))].map(({ path }) => path),
      )
      const now = (path: string | null) => pages.get(path ?? '')?.path ?? ''
      for (const { path, ...row } of counted) add(now(path), row)
      for (const { path, count } of enquiries) add(now(path), { enquiries: count })
      for (const { page, count } of resolved) if (sums.has(now(page))) add(now(page), { resolved: count })
      const current = new Map([...pages.values()].map((page) => [page.path, page]))
      return [...sums]
        .map(([path, row]) => ({
          ...(current.get(path) ?? { path }),
          ...row,
          resolved: Math.min(row.resolved, row.enquiries),
        }))
        .sort(
          (one, other) =>
            (sort && sort !== 'enquiries' ? other.visits - one.visits : 0) ||
            other.enquiries - one.enquiries ||
            other.visits - one.visits ||
            (other.views ?? 0) - (one.views ?? 0) ||
            (one.path < other.path ? -1 : 1),
        )
    },

    async sources(): Promise<FigureRow<'sources'>[]> {
      const rows = [...(await sumBy('source'))].map(([source, row]) => ({ source, ...row }))
      return rows.sort(mostFirst(sort, (row) => row.source))
    },

    async campaigns(): Promise<FigureRow<'campaigns'>[]> {
      const rows = [...(await sumBy('campaign'))].map(([name, row]) => ({ campaign: name, ...row }))
      return rows.filter((row) => row.campaign !== '').sort(mostFirst(sort, (row) => row.campaign))
    },

    async courses(): Promise<FigureRow<'courses'>[]> {
      const zero = { payments: 0, questions: 0, requests: 0, waiting: 0 }
      const { sums, add } = createSums(zero)
      const pressed = goals(range).select('subject').where('goal', '=', 'enrol').where('subject', '<>', '')
      for (const { subject, count } of await pressed.groupBy('subject').execute())
        add(subject.slice('courses/'.length), { payments: count })
      const asked = await db
        .selectFrom('registrations')
        .leftJoin('contactRequests', 'contactRequests.id', 'registrations.contactId')
        .select(['registrations.courseId', 'registrations.kind', sql<number>`count(*)`.as('count')])
        .select(['registrations.page', 'registrations.referrer', 'registrations.campaign'])
        .where('registrations.deletedAt', 'is', null)
        .where('registrations.courseId', 'is not', null)
        .where('registrations.createdAt', '>=', begin)
        .where('registrations.createdAt', '<', end)
        .where(({ or, and, eb }) =>
          or([
            eb('registrations.verifiedAt', 'is not', null),
            and([eb('contactRequests.status', '<>', 'spam'), eb('contactRequests.deletedAt', 'is', null)]),
          ]),
        )
        .groupBy(['registrations.courseId', 'registrations.kind'])
        .groupBy(['registrations.page', 'registrations.referrer', 'registrations.campaign'])
        .execute()
      const fields = { question: 'questions', waitlist: 'waiting', enrol: 'requests', nextDate: 'requests' } as const
      for (const { courseId, kind, count } of requestsOf(asked)) add(String(courseId), { [fields[kind]]: count })

      const seen = hasViews
        ? await views(range)
            .select(['path', sum('views').as('views')])
            .where('path', 'like', '/courses/%')
            .groupBy('path')
            .execute()
        : []
      const pages = await describePaths(
        context,
        seen.map(({ path }) => path),
      )
      const { sums: viewed, add: addViews } = createSums({ views: 0 })
      for (const { path, views } of seen) addViews(pages.get(path)?.path ?? path, { views })
      const slugs = [...viewed.keys()].map((path) => path.slice('/courses/'.length))
      if (slugs.length + sums.size === 0) return []
      const courses = await db
        .selectFrom('courses')
        .select(['id', 'title', 'slug'])
        .where(({ or, eb }) => or([eb('slug', 'in', ['', ...slugs]), eb('id', 'in', ['', ...sums.keys()])]))
        .execute()
      return courses
        .map(({ id, title, slug }) => {
          const path = `/courses/${slug}`
          const views = viewed.get(path)?.views ?? (hasViews && !paths ? 0 : undefined)
          return { _id: id, title, path, ...(views !== undefined && { views }), ...(sums.get(id) ?? zero) }
        })
        .sort((one, other) => (other.views ?? 0) - (one.views ?? 0) || (one.title < other.title ? -1 : 1))
    },

    /** The newsletters and the notifications of posts that were sent in these days, or that led to something. */
    async newsletters(): Promise<FigureRow<'newsletters'>[]> {
      const sums = await sumBy('campaign')
      const isAll = hasViews && paths === undefined
      const all = await db
        .selectFrom('notifications')
        .leftJoin('newsletters', 'newsletters.id', 'notifications.newsletterId')
        .leftJoin('blogs', 'blogs.id', 'notifications.blogId')
        .leftJoin('postMails', 'postMails.blogId', 'notifications.blogId')
        .where('notifications.code', 'is not', null)
        .select([
          'notifications.id',
          'notifications.code',
          'notifications.holdUntil',
          'newsletterId',
          'notifications.blogId',
        ])
        .select(['newsletters.subject as newsletterSubject', 'newsletters.title as newsletterTitle'])
        .select(['postMails.subject as postSubject', 'blogs.title as postTitle'])
        .execute()
      const found = all.filter(
        ({ code, holdUntil }) => sums.has(code ?? '') || (isAll && holdUntil >= begin && holdUntil < end),
      )
      const ids = ['', ...found.map(({ id }) => id)]
      const deliveries = await db
        .selectFrom('deliveries')
        .select(['subjectId', sql<number>`count(*)`.as('count')])
        .where('kind', '=', 'newsletter')
        .where('state', '=', 'sent')
        .where('subjectId', 'in', ids)
        .groupBy('subjectId')
        .execute()
      const leavers = await db
        .selectFrom('subscribers')
        .select(['leftBy', sql<number>`count(*)`.as('count')])
        .where('state', '=', 'unsubscribed')
        .where('leftBy', 'in', ids)
        .groupBy('leftBy')
        .execute()
      const sent = new Map(deliveries.map(({ subjectId, count }) => [subjectId, Number(count)]))
      const left = new Map(leavers.map(({ leftBy, count }) => [leftBy, Number(count)]))
      return found
        .map(({ id, code, newsletterId, blogId, ...texts }) => ({
          code: code ?? '',
          subject: texts.newsletterSubject || texts.newsletterTitle || texts.postSubject || texts.postTitle || '',
          kind: newsletterId === null ? ('post' as const) : ('newsletter' as const),
          _id: newsletterId ?? blogId ?? '',
          sent: sent.get(id) ?? 0,
          left: left.get(id) ?? 0,
          ...(sums.get(code ?? '') ?? { visits: 0, ...nothing }),
        }))
        .sort(mostFirst(sort, (row) => row.code))
    },
  }
}

export function totalsOf(days: FigureRow<'days'>[]): FigureTotals {
  const { sums, add } = createSums<Counts>({ visits: 0, ...nothing })
  add('', {})
  for (const { day: _, ...row } of days) add('', row as Counts)
  return sums.get('') as FigureTotals
}

/** The figures of one page in the last 30 days. */
export async function readPageFigures(context: FigureContext, page: string): Promise<PageFigures> {
  const { now } = await (await createFigureReader(context, { page })).days()
  const { views = 0, visits, enquiries } = totalsOf(now)
  return { views, visits, enquiries }
}
