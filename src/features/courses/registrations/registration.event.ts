import * as z from 'zod/mini'
import { dayAndMonth } from '#contract/zoned-format.ts'
import type { Transaction } from '#server/database/connect.ts'
import { emitAll } from '#server/hooks/emit.ts'
import { adminPath, type EventKind, eventKind, maybe, told } from '#server/hooks/event-kind.ts'
import { offerIdOf } from '../ground/cohort-words.contract.ts'
import { registrations } from '../ground/courses.table.ts'
import { offers } from '../ground/offers.server.ts'
import {
  enrolledStates,
  registrationKinds,
  registrationStates,
  seatWords,
} from '../ground/registration-words.contract.ts'

const group = 'Courses'

const registration = {
  _id: told.text('The id of the registration.'),
  kind: told.oneOf(
    registrationKinds,
    '`enrol` asks for a seat, `waitlist` for a place on the waitlist, `nextDate` to hear of the next date.',
  ),
  state: told.oneOf(registrationStates, 'The state after the event.'),
  name: told.text('The name of the person, as typed.'),
  company: maybe(told.text('The name of the company, as typed.')),
  people: told.count('For how many people.'),
  email: maybe(told.text('The email address.')),
  phone: maybe(told.text('The phone number, as typed.')),
  message: maybe(told.text('The message.')),
  courseId: maybe(told.text('The id of the course.')),
  pageId: maybe(told.text('The id of the page, for an event of a page.')),
  title: told.text('The title of the course or the page.'),
  dateId: maybe(told.text('The id of the date.')),
  startsOn: maybe(told.day('The first day of the date.')),
  endsOn: maybe(told.day('The last day of the date, if that is another one.')),
  url: told.address('The page of the course or the event.'),
  adminUrl: told.address('The registrations in the back office.'),
  createdAt: told.time('When they asked.'),
}
const asked = z.object(registration)
type Asked = z.infer<typeof asked>
const personal = ['email', 'phone', 'message'] as const

const example = {
  _id: '01938f33-9a10-7e02-b6c8-44d1e9a7f052',
  kind: 'enrol' as const,
  state: 'new' as const,
  name: 'Meera Joshi',
  company: 'Deccan Foods',
  people: 2,
  email: 'meera.joshi@example.com',
  phone: '+91 98220 54321',
  message: 'Can we pay by invoice?',
  courseId: '01938e00-5b7d-7f31-8c44-a2e5d6f70913',
  title: 'Kubernetes in practice',
  dateId: '01938e00-6c1f-7a20-9b55-c3f6e7a81a24',
  startsOn: '2027-03-15',
  endsOn: '2027-03-17',
  url: 'https://www.example.com/courses/kubernetes-in-practice',
  adminUrl: 'https://www.example.com/#/admin/courses/01938e00-5b7d-7f31-8c44-a2e5d6f70913/registrations',
  createdAt: '2027-02-03T08:30:00.000Z',
}

/** 'Kubernetes in practice, 15 March'. */
const courseIn = ({ title, startsOn }: Pick<Asked, 'title' | 'startsOn'>) =>
  [title, startsOn && dayAndMonth(startsOn)].filter(Boolean).join(', ')

const wanted = {
  enrol: (people: number) => `requests ${people === 1 ? 'a seat' : seatWords(people, 'seat')}`,
  waitlist: (people: number) => `joins the waitlist${people === 1 ? '' : ` for ${seatWords(people, 'seat')}`}`,
  nextDate: () => 'is interested in the next date',
  question: () => 'has a question',
}

export const courseRequestCreated = eventKind({
  name: 'courseRequest.created',
  label: 'Someone asks for a seat, the waitlist or the next date',
  group,
  data: told.object(
    registration,
    'A request for a course or an event counts: the person has pressed the button in the message to them, or a colleague has entered it. A question is `contact.created`.',
  ),
  personal,
  ofCourse: true,
  example,
  line: (data) => `${data.name} ${wanted[data.kind](data.people)}: ${courseIn(data)}`,
  link: 'adminUrl',
})

export const courseRequestConfirmed = eventKind({
  name: 'courseRequest.confirmed',
  label: 'Someone is enrolled',
  group,
  data: told.object(
    registration,
    'Someone has their seats: a colleague has confirmed the request (`confirmed`), or the person has accepted an offer (`accepted`).',
  ),
  personal,
  ofCourse: true,
  example: { ...example, state: 'confirmed' },
  line: (data) =>
    `${data.name} is enrolled${data.people === 1 ? '' : ` with ${seatWords(data.people, 'seat')}`}: ${courseIn(data)}`,
  link: 'adminUrl',
})

export const seatOffered = eventKind({
  name: 'seat.offered',
  label: 'Someone on the waitlist is offered a seat',
  group,
  data: told.object(
    {
      ...registration,
      offeredPeople: told.count('How many seats are offered.'),
      offeredUntil: told.time('Until when the offer holds.'),
    },
    'Someone on the waitlist is offered seats for some hours, by a colleague or by itself.',
  ),
  personal,
  ofCourse: true,
  example: {
    ...example,
    kind: 'waitlist',
    state: 'offered',
    offeredPeople: 2,
    offeredUntil: '2027-03-05T08:30:00.000Z',
  },
  line: (data) =>
    `${data.name} is offered ${data.offeredPeople === 1 ? 'a seat' : seatWords(data.offeredPeople, 'seat')}: ${courseIn(data)}`,
  link: 'adminUrl',
})

/** Reads what events tell of a registration, in the transaction that has changed it. */
async function read(trx: Transaction, id: string) {
  const row = await trx
    .selectFrom('registrations')
    .leftJoin('cohorts', 'cohorts.id', 'registrations.cohortId')
    .selectAll('registrations')
    .select(['cohorts.startsOn', 'cohorts.endsOn'])
    .where('registrations.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { startsOn, endsOn, ...stored } = row
  const asked = registrations.decode(stored)
  const offer = await trx
    .selectFrom(offers(trx))
    .select(['entity', 'title', 'path'])
    .where('offers.id', '=', offerIdOf(asked))
    .executeTakeFirst()
  if (!offer) return undefined
  const { kind, state, name, company, people, email, phone, message, courseId, pageId, cohortId, createdAt } = asked
  const data = {
    ...{ _id: id, kind, state, name, company, people, email, phone, message, courseId, pageId, createdAt },
    ...{ title: offer.title, dateId: cohortId, startsOn: startsOn ?? undefined, endsOn: endsOn ?? undefined },
    url: offer.path,
    adminUrl: adminPath(`${offer.entity}/${offerIdOf(asked)}/registrations`),
  }
  return { asked, data, courseId, recordId: id }
}

const tell = (kind: EventKind<Asked>) => (trx: Transaction, id: string) =>
  emitAll(trx, kind, async () => {
    const found = await read(trx, id)
    return found ? [found] : []
  })

/** Tells of a request that counts, in the transaction that stores it or its confirmation. */
export const tellCreated = tell(courseRequestCreated)
const tellConfirmed = tell(courseRequestConfirmed)

const tellOffered = (trx: Transaction, id: string) =>
  emitAll(trx, seatOffered, async () => {
    const found = await read(trx, id)
    if (!found) return []
    const { asked, data, ...about } = found
    const { people, offeredPeople = people, offeredUntil = asked.stateAt } = asked
    return [{ data: { ...data, offeredPeople, offeredUntil }, ...about }]
  })

type State = (typeof registrationStates)[number]

/** Tells of the new state of a registration, if it has one, in the transaction that stores it. @param before a new one has none */
export async function tellState(
  trx: Transaction,
  id: string,
  before: { state: State } | undefined,
  state: State | undefined,
): Promise<void> {
  if (state === undefined || before?.state === state) return
  const had = before !== undefined && enrolledStates.includes(before.state)
  if (enrolledStates.includes(state) && !had) await tellConfirmed(trx, id)
  if (state === 'offered') await tellOffered(trx, id)
}
