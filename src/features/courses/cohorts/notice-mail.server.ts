import { zoneName } from '#contract/zoned-format.ts'
import type { Transaction } from '#server/database/connect.ts'
import type { Composer, ComposerContext } from '#server/mail/composer.ts'
import { minute } from '#server/security/counters.ts'
import { signToken } from '#server/security/signed-tokens.ts'
import { cohortNotices, cohorts } from './cohorts.table.ts'
import { type Days, noticeWords, sameDays } from './notice-words.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the notice, its recipient the request. The payload has the days that the person knows. */
    cohortMoved: true
    cohortCancelled: true
    cohortOpened: true
  }
}

/** Composes the message of a notice to one person, unless it has become untrue for that person during the hold. */
export function noticeComposer({ config, database, site, render }: ComposerContext): Composer {
  return {
    // Longer than the hold: a later due time was written while the clock was ahead.
    longestWait: 5 * minute,
    async compose({ subjectId = '', recipientId = '', payload = '{}' }) {
      const row = await database.db
        .selectFrom('cohortNotices')
        .innerJoin('cohorts', 'cohorts.id', 'cohortNotices.cohortId')
        .innerJoin('courses', 'courses.id', 'cohorts.courseId')
        .leftJoin('courseRequests', (join) => join.on('courseRequests.id', '=', recipientId))
        .where('cohortNotices.id', '=', subjectId)
        .select(['cohortNotices.kind', 'cohortNotices.body', 'undoneAt', 'cohortNotices.cohortId'])
        .select(['startsOn', 'endsOn', 'timetable', 'closed', 'cancelled', 'cohorts.deletedAt as cohortDeletedAt'])
        .select(['courses.title', 'courses.slug'])
        .select(['name', 'email', 'state', 'courseRequests.deletedAt as requestDeletedAt'])
        .select('courseRequests.cohortId as askedFor')
        .executeTakeFirst()
      if (!row || row.undoneAt) return { skip: 'The message was taken back' }
      const { email, name, state } = row
      if (email === null || name === null || row.requestDeletedAt) return { skip: 'The request was deleted' }
      if (state === 'withdrawn') return { skip: 'Has withdrawn' }
      if (state === 'declined') return { skip: 'Was declined' }
      const { kind, body } = cohortNotices.decode({ kind: row.kind, body: row.body })
      if (kind !== 'opened' && row.askedFor !== row.cohortId) return { skip: 'Has another date now' }
      if (kind === 'opened' && state !== 'waiting') return { skip: 'No longer wishes for a date' }
      const { startsOn, endsOn, timetable, closed, cancelled } = cohorts.decode({
        ...{ startsOn: row.startsOn, endsOn: row.endsOn, timetable: row.timetable },
        ...{ closed: row.closed, cancelled: row.cancelled },
      })
      const isGone = cancelled || row.cohortDeletedAt !== null
      if (kind === 'cancelled' && !isGone) return { skip: 'The date takes place after all' }
      if (kind !== 'cancelled' && isGone) return { skip: 'The date was cancelled' }
      if (kind === 'opened' && closed) return { skip: 'The date was closed' }
      const days: Days = { startsOn, endsOn, timetable }
      const { before, after } = JSON.parse(payload) as { before?: Days; after?: Days }
      if (after && !sameDays(after, days)) return { skip: 'The days have changed again' }
      const { company, publicUrl } = await site.now()
      const group =
        kind === 'opened' ? 'interested' : state === 'waiting' || state === 'offered' ? 'waiting' : 'enrolled'
      const words = noticeWords({
        ...{ kind, course: row.title, days, before, group, company },
        zone: zoneName(config.timeZone, Date.parse(startsOn)),
      })
      const token = await signToken(database, 'courseRequest', recipientId)
      const rendered = await render('cohortNotice', {
        ...{ company, name, body, ...words },
        courseUrl: kind === 'opened' ? `${publicUrl}/courses/${encodeURIComponent(row.slug)}` : undefined,
        requestUrl: `${publicUrl}/course-request?token=${token}&do=withdraw`,
      })
      return {
        message: {
          to: email,
          subject: words.subject,
          replyTo: { name: company.brand, address: company.email },
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...rendered,
        },
      }
    },
  }
}

/** Someone who was told of a new date is done waiting for one, unless the message turns out not to have arrived. */
export const openedComposer = (context: ComposerContext): Composer => ({
  ...noticeComposer(context),
  sent: (trx, { recipientId = '' }) => setTold(trx, recipientId, true),
  undelivered: (trx, { recipientId = '' }) => setTold(trx, recipientId, false),
})

async function setTold(trx: Transaction, id: string, told: boolean): Promise<void> {
  const [from, state] = told ? (['waiting', 'told'] as const) : (['told', 'waiting'] as const)
  await trx
    .updateTable('courseRequests')
    .set({
      state,
      stateAt: new Date().toISOString(),
      reason: told ? null : 'The message about a new date did not arrive',
    })
    .where('id', '=', id)
    .where('kind', '=', 'nextDate')
    .where('state', '=', from)
    // Someone may have asked again since.
    .$if(!told, (rows) =>
      rows.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('courseRequests as other')
              .select('other.id')
              .whereRef('other.courseId', '=', 'courseRequests.courseId')
              .where('other.kind', '=', 'nextDate')
              .where('other.state', '=', 'waiting')
              .where('other.deletedAt', 'is', null)
              .where(({ eb, fn }) => eb(fn('lower', ['other.email']), '=', fn('lower', ['courseRequests.email']))),
          ),
        ),
      ),
    )
    .execute()
}
