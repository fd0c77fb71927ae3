import type { Staff } from '#server/identity/accounts.ts'
import { isOver } from '../ground/cohort-words.contract.ts'
import type { Cohort } from '../ground/cohorts.contract.ts'
import type { StoredRegistration } from '../ground/courses.table.ts'
import {
  correctable,
  enrolledStates,
  type LinkAction,
  linkActions,
  type RegistrationAct,
  type RegistrationState,
  registrationActs,
  registrationStates,
} from '../ground/registration-words.contract.ts'
import type { Correction, CorrectionInput, Proposal } from '../ground/registrations.contract.ts'

/** An act is possible `from` these states, and leads `to` one; without it the state stays. */
type Way = { from: readonly RegistrationState[]; to?: RegistrationState }

const staffActs: Record<RegistrationAct, Way> = {
  offer: { from: ['waiting', 'lapsed'], to: 'offered' },
  confirm: { from: ['new', 'waiting', 'offered', 'lapsed', 'declined', 'withdrawn', 'notified'], to: 'confirmed' },
  decline: { from: ['new', 'waiting', 'offered', 'lapsed'], to: 'declined' },
  move: { from: ['new', 'waiting', 'offered', 'lapsed', 'confirmed', 'accepted', 'notified'] },
  toList: {
    from: ['new', 'offered', 'lapsed', 'confirmed', 'accepted', 'declined', 'withdrawn', 'notified'],
    to: 'waiting',
  },
  correct: { from: registrationStates },
  note: { from: registrationStates },
  withdraw: { from: ['new', 'waiting', 'offered', 'lapsed', 'confirmed', 'accepted'], to: 'withdrawn' },
}

/** The buttons on the page of the person. */
const presses: Record<LinkAction, Way> = {
  confirm: { from: ['new', 'waiting'] },
  take: { from: ['offered'], to: 'accepted' },
  change: { from: ['new', 'waiting'] },
  decline: { from: ['offered'], to: 'declined' },
  withdraw: { from: ['new', 'waiting', 'confirmed', 'accepted'], to: 'withdrawn' },
}

/** The act of staff that leads to a state. */
export const actTo = (state: RegistrationState): RegistrationAct | undefined =>
  registrationActs.find((act) => staffActs[act].to === state)

type CohortInState = Pick<Cohort, 'state'>
type BareRegistration = Pick<StoredRegistration, 'kind' | 'cohortId' | 'state' | 'email'>

/** Whether a registration has no seats to count: an enrollment for a course without dates. */
export const needsNoDate = ({ kind, cohortId }: Pick<StoredRegistration, 'kind' | 'cohortId'>) =>
  kind === 'enrol' && cohortId === undefined

/** Whether someone has a seat that they can still use, so that its confirmation can be sent again. */
export const hasSeatToCome = (
  registration: Omit<BareRegistration, 'email'>,
  date: CohortInState | undefined,
): boolean =>
  enrolledStates.includes(registration.state) && (date === undefined ? needsNoDate(registration) : !isOver(date))

/**
 * The acts of staff, for the calls and the screen alike. Whether seats are free is for the call to say, since they come and go.
 * @param registration `lapsed` also for an offer whose time is over; @param canMove whether its course has another date to come
 */
export function actsOf(
  registration: BareRegistration,
  date: CohortInState | undefined,
  canMove: boolean,
): RegistrationAct[] {
  // The lead desk answers a question.
  if (registration.kind === 'question') return ['note']
  const isToCome = date !== undefined && !isOver(date)
  const possible: Partial<Record<RegistrationAct, boolean>> = {
    // An offer is answered from its message. Someone without an address says it on the phone.
    offer: isToCome && registration.email !== undefined,
    confirm: isToCome || needsNoDate(registration),
    decline: date !== undefined || needsNoDate(registration),
    move: canMove,
  }
  return registrationActs.filter((act) => possible[act] !== false && staffActs[act].from.includes(registration.state))
}

/** The act that is due for someone who has confirmed their email, of those that are possible. @param free the free seats of the date */
export function nextActOf(
  { state, verifiedAt }: Pick<StoredRegistration, 'state' | 'verifiedAt'>,
  acts: RegistrationAct[],
  free: number,
): RegistrationAct | undefined {
  if (verifiedAt === undefined) return undefined
  if (state === 'new') return acts.find((act) => act === 'confirm')
  if (free <= 0 || !staffActs.offer.from.includes(state)) return undefined
  // Someone without an address gets no offer, but the seat.
  return acts.find((act) => act === 'offer') ?? acts.find((act) => act === 'confirm')
}

type PressableRegistration = Pick<StoredRegistration, 'kind' | 'state' | 'verifiedAt' | 'proposed'>

/** The presses that a registration allows its person. An offer that has lapsed is given as such. */
export function pressesOf(registration: PressableRegistration, date: CohortInState | undefined): LinkAction[] {
  if (registration.kind === 'question' || date?.state === 'past') return []
  const possible: Partial<Record<LinkAction, boolean>> = {
    confirm: registration.verifiedAt === undefined,
    take: date?.state !== 'cancelled',
    change: registration.proposed !== undefined,
    // Nothing exists yet for someone who has not confirmed.
    withdraw: registration.verifiedAt !== undefined || !presses.confirm.from.includes(registration.state),
  }
  return linkActions.filter((press) => possible[press] !== false && presses[press].from.includes(registration.state))
}

/** Whether a registration is as a press would make it, so that repeating it changes nothing. */
export function isPressed({ state, verifiedAt, proposed }: PressableRegistration, press: LinkAction): boolean {
  if (press === 'confirm' || press === 'change')
    return verifiedAt !== undefined && (press === 'confirm' || proposed === undefined)
  return press === 'take' ? enrolledStates.includes(state) : state === presses[press].to
}

/** The corrections that a registration keeps. */
const mostKept = 50

/** The columns of a correction; undefined if nothing differs. An open offer gets no more seats than a message has named. @param at ISO 8601 in UTC */
export function correctionOf(
  registration: StoredRegistration,
  input: CorrectionInput,
  { actor, at }: { actor: Pick<Staff, 'name'>; at: string },
): Partial<StoredRegistration> | undefined {
  const changed = correctable
    .filter((name) => name in input && input[name] !== registration[name])
    .map((name) => [name, input[name]] as const)
  if (changed.length === 0) return undefined
  const before = Object.fromEntries(changed.map(([name]) => [name, registration[name] ?? null])) as Correction['before']
  const after: StoredRegistration = { ...registration, ...Object.fromEntries(changed) }
  const { offeredPeople = registration.people } = registration
  return {
    ...Object.fromEntries(changed),
    ...(registration.state === 'offered' && { offeredPeople: Math.min(offeredPeople, after.people) }),
    proposed: stillProposed(after),
    corrections: [...(registration.corrections ?? []), { at, by: actor.name, before }].slice(-mostKept),
  }
}

/** What someone asked again for, without what the registration says now. */
function stillProposed({ proposed, ...registration }: StoredRegistration): Proposal | undefined {
  if (!proposed) return undefined
  const { at, ...values } = proposed
  const open = Object.entries(values).filter(
    ([name, value]) => value !== (registration as Record<string, unknown>)[name],
  )
  return open.length === 0 ? undefined : { ...Object.fromEntries(open), at }
}
