import type { Cohort } from '../ground/cohorts.contract.ts'
import {
  enrolledStates,
  type RequestAct,
  type RequestState,
  requestActs,
  requestStates,
} from '../ground/course-requests.contract.ts'
import type { StoredCourseRequest } from '../ground/courses.table.ts'

/** The states in which each act makes sense. */
const statesOf: Record<RequestAct, readonly RequestState[]> = {
  offer: ['waiting', 'lapsed'],
  confirm: ['new', 'waiting', 'offered', 'lapsed', 'declined', 'withdrawn', 'told'],
  decline: ['new', 'waiting', 'offered', 'lapsed'],
  move: ['new', 'waiting', 'offered', 'lapsed', 'confirmed', 'accepted', 'told'],
  toList: ['new', 'offered', 'lapsed', 'confirmed', 'accepted', 'declined', 'withdrawn', 'told'],
  correct: requestStates,
  note: requestStates,
  withdraw: ['new', 'waiting', 'offered', 'lapsed', 'confirmed', 'accepted'],
}

/** The act that sets a state. */
export const actOf: Partial<Record<RequestState, RequestAct>> = {
  confirmed: 'confirm',
  declined: 'decline',
  waiting: 'toList',
  withdrawn: 'withdraw',
}

type Dated = Pick<Cohort, 'state'>
export const isOver = ({ state }: Dated) => state === 'cancelled' || state === 'past'

/** Whether a request has no seats to count: an enrolment for a course without dates. */
export const needsNoDate = ({ kind, cohortId }: Pick<StoredCourseRequest, 'kind' | 'cohortId'>) =>
  kind === 'enrol' && cohortId === undefined

/** Whether someone has a seat that they can still use, so that its confirmation can be sent again. */
export const hasSeatToCome = (
  request: Pick<StoredCourseRequest, 'kind' | 'cohortId' | 'state'>,
  date: Dated | undefined,
): boolean => enrolledStates.includes(request.state) && (date === undefined ? needsNoDate(request) : !isOver(date))

/**
 * What staff can do with a request. The calls and their answers both follow it, and the screen shows the acts of an answer. Whether seats are free
 * is for the call to say, since they come and go.
 * @param request its state is `lapsed` also for an offer whose time is over
 * @param canMove whether its course has another date to come
 */
export function actsOf(
  request: Pick<StoredCourseRequest, 'kind' | 'cohortId' | 'state'>,
  date: Dated | undefined,
  canMove: boolean,
): RequestAct[] {
  // The lead desk answers a question.
  if (request.kind === 'question') return ['note']
  const isToCome = date !== undefined && !isOver(date)
  const possible: Partial<Record<RequestAct, boolean>> = {
    offer: isToCome,
    confirm: isToCome || needsNoDate(request),
    decline: date !== undefined || needsNoDate(request),
    move: canMove,
  }
  return requestActs.filter((act) => possible[act] !== false && statesOf[act].includes(request.state))
}
