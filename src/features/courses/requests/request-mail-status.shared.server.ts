import type { AppContext } from '#server/feature.ts'
import type { DeliveryKind } from '#server/mail/deliveries.table.ts'
import { freeSeats, openDates } from '../course-seats.server.ts'
import { trainingOf } from '../training-settings.shared.server.ts'
import type { CourseRequest, RequestState } from './course-requests.contract.ts'
import { mailSentence, type Sent } from './mail-sentence.server.ts'

/** The message about each state. Someone who waits was asked to press a button. */
const kindOf: Partial<Record<RequestState, DeliveryKind>> = {
  new: 'courseRequestConfirm',
  waiting: 'courseRequestConfirm',
  offered: 'courseOffer',
  lapsed: 'courseOfferLapsed',
  confirmed: 'courseRequestAnswer',
  declined: 'courseRequestAnswer',
}

/** Adds to requests whether a message about their state was sent, or why not. */
export async function withMail(
  parts: Pick<AppContext, 'database' | 'config' | 'site' | 'mailService'>,
  requests: CourseRequest[],
): Promise<CourseRequest[]> {
  if (requests.length === 0) return []
  const { database, config, site, mailService } = parts
  const ids = requests.map(({ _id }) => _id)
  const cohortIds = [...new Set(requests.flatMap(({ cohort }) => cohort?._id ?? []))]
  const [deliveries, notices, dates, settings] = await Promise.all([
    database.db
      .selectFrom('deliveries')
      .select(['subjectId', 'kind', 'state', 'reason', 'attempts', 'dueAt', 'settledAt'])
      .where('subjectId', 'in', ids)
      .where('kind', 'in', [...new Set(Object.values(kindOf))])
      .orderBy('createdAt')
      .orderBy('id')
      .execute(),
    cohortIds.length === 0
      ? []
      : database.db
          .selectFrom('cohortNotices')
          .innerJoin('deliveries', 'deliveries.subjectId', 'cohortNotices.id')
          .select(['recipientId', 'cohortNotices.kind', 'at', 'state', 'reason'])
          .where('cohortId', 'in', cohortIds)
          .where('recipientId', 'in', ids)
          .orderBy('at')
          .execute(),
    openDates(parts, cohortIds),
    site.now(),
  ])
  const last = new Map<string, Sent>(deliveries.map(({ subjectId, kind, ...sent }) => [`${subjectId} ${kind}`, sent]))
  const lastNotice = new Map(notices.map(({ recipientId, ...notice }) => [recipientId, notice]))
  const failedNotice = ({ _id, stateAt }: CourseRequest) => {
    const { state, kind, at, reason } = lastNotice.get(_id) ?? {}
    if (state !== 'failed' || at === undefined || at < stateAt) return undefined
    return `The message that the date was ${kind} did not arrive: ${reason}`
  }
  const { offerByItself: byItself } = trainingOf(settings)
  const situation = { hasServer: mailService.kind === 'smtp', byItself, now: database.now(), timeZone: config.timeZone }
  return requests.map((request) => {
    const date = dates.get(request.cohort?._id ?? '')
    return {
      ...request,
      mail:
        failedNotice(request) ??
        mailSentence(request, {
          ...situation,
          sent: last.get(`${request._id} ${kindOf[request.state]}`),
          date: date && { free: freeSeats(date) },
        }),
    }
  })
}
