import type { Staff } from '#server/identity/accounts.ts'
import { isOver } from '../ground/cohort-words.contract.ts'
import type { Cohort } from '../ground/cohorts.contract.ts'
import type { StoredRegistration } from '../ground/courses.table.ts'
import {
  correctable,
  enrolledStates,
  type RequestAct,
  type RequestLinkAction,
  type RequestState,
  requestActs,
  requestLinkActions,
  requestStates,
} from '../ground/registration-words.contract.ts'
import type { Correction, CorrectionInput, Proposal } from '../ground/registrations.contract.ts'

/** An act is possible `from` these states, and leads `to` one; without it the state stays. */
type Way = { from: readonly RequestState[]; to?: RequestState }

const staffActs: Record<RequestAct, Way> = {
  offer: { from: ['waiting', 'lapsed'], to: 'offered' },
  confirm: { from: ['new', 'waiting', 'offered', 'lapsed', 'declined', 'withdrawn', 'notified'], to: 'confirmed' },
  decline: { from: ['new', 'waiting', 'offered', 'lapsed'], to: 'declined' },
  move: { from: ['new', 'waiting', 'offered', 'lapsed', 'confirmed', 'accepted', 'notified'] },
  toList: {
    from: ['new', 'offered', 'lapsed', 'confirmed', 'accepted', 'declined', 'withdrawn', 'notified'],
    to: 'waiting',
  },
  correct: { from: requestStates },
  note: { from: requestStates },
  withdraw: { from: ['new', 'waiting', 'offered', 'lapsed', 'confirmed', 'accepted'], to: 'withdrawn' },
}

/** The buttons on the page of the person. */
const presses: Record<RequestLinkAction, Way> = {
  confirm: { from: ['new', 'waiting'] },
  take: { from: ['offered'], to: 'accepted' },
  change: { from: ['new', 'waiting'] },
  decline: { from: ['offered'], to: 'declined' },
  withdraw: { from: ['new', 'waiting', 'confirmed', 'accepted'], to: 'withdrawn' },
}

/** The act of staff that leads to a state. */
export const actTo = (state: RequestState): RequestAct | undefined =>
  requestActs.find((act) => staffActs[act].to === state)

type CohortInState = Pick<Cohort, 'state'>
type BareRequest = Pick<StoredRegistration, 'kind' | 'cohortId' | 'state'>

/** Whether a request has no seats to count: an enrollment for a course without dates. */
export const needsNoDate = ({ kind, cohortId }: Pick<StoredRegistration, 'kind' | 'cohortId'>) =>
  kind === 'enroll' && cohortId === undefined

/** Whether someone has a seat that they can still use, so that its confirmation can be sent again. */
export const hasSeatToCome = (request: BareRequest, date: CohortInState | undefined): boolean =>
  enrolledStates.includes(request.state) && (date === undefined ? needsNoDate(request) : !isOver(date))

/**
 * The acts of staff, for the calls and the screen alike. Whether seats are free is for the call to say, since they come and go.
 * @param request `lapsed` also for an offer whose time is over; @param canMove whether its course has another date to come
 */
export function actsOf(request: BareRequest, date: CohortInState | undefined, canMove: boolean): RequestAct[] {
  // The lead desk answers a question.
  if (request.kind === 'question') return ['note']
  const isToCome = date !== undefined && !isOver(date)
  const possible: Partial<Record<RequestAct, boolean>> = {
    offer: isToCome,
    confirm: isToCome || needsNoDate(request),
    decline: date !== undefined || needsNoDate(request),
    move: canMove,
  }
  return requestActs.filter((act) => possible[act] !== false && staffActs[act].from.includes(request.state))
}

type PressableRequest = Pick<StoredRegistration, 'kind' | 'state' | 'verifiedAt' | 'proposed'>

/** The presses that a request allows its person. An offer that has lapsed is given as such. */
export function pressesOf(request: PressableRequest, date: CohortInState | undefined): RequestLinkAction[] {
  if (request.kind === 'question' || date?.state === 'past') return []
  const possible: Partial<Record<RequestLinkAction, boolean>> = {
    confirm: request.verifiedAt === undefined,
    take: date?.state !== 'cancelled',
    change: request.proposed !== undefined,
  }
  return requestLinkActions.filter((press) => possible[press] !== false && presses[press].from.includes(request.state))
}

/** Whether a request is as a press would make it, so that repeating it changes nothing. */
export function isPressed({ state, verifiedAt, proposed }: PressableRequest, press: RequestLinkAction): boolean {
  if (press === 'confirm' || press === 'change')
    return verifiedAt !== undefined && (press === 'confirm' || proposed === undefined)
  return press === 'take' ? enrolledStates.includes(state) : state === presses[press].to
}

/** The corrections that a request keeps. */
const mostKept = 50

/** The columns of a correction; undefined if nothing differs. An open offer gets no more seats than a message has named. @param at ISO 8601 in UTC */
export function correctionOf(
  request: StoredRegistration,
  input: CorrectionInput,
  { actor, at }: { actor: Pick<Staff, 'name'>; at: string },
): Partial<StoredRegistration> | undefined {
  const changed = correctable
    .filter((name) => name in input && input[name] !== request[name])
    .map((name) => [name, input[name]] as const)
  if (changed.length === 0) return undefined
  const before = Object.fromEntries(changed.map(([name]) => [name, request[name] ?? null])) as Correction['before']
  const after: StoredRegistration = { ...request, ...Object.fromEntries(changed) }
  const { offeredPeople = request.people } = request
  return {
    ...Object.fromEntries(changed),
    ...(request.state === 'offered' && { offeredPeople: Math.min(offeredPeople, after.people) }),
    proposed: stillProposed(after),
    corrections: [...(request.corrections ?? []), { at, by: actor.name, before }].slice(-mostKept),
  }
}

/** What someone asked again for, without what the request says now. */
function stillProposed({ proposed, ...request }: StoredRegistration): Proposal | undefined {
  if (!proposed) return undefined
  const { at, ...wishes } = proposed
  const open = Object.entries(wishes).filter(([name, wish]) => wish !== (request as Record<string, unknown>)[name])
  return open.length === 0 ? undefined : { ...Object.fromEntries(open), at }
}
