import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCourse } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { addCohort, addRegistration, dayFromNow } from '#testing/training-rows.ts'
import type { StoredCohort } from '../ground/courses.table.ts'
import {
  type RegistrationAct,
  type RegistrationKind,
  type RegistrationState,
  registrationActs,
  registrationKinds,
  registrationStates,
} from '../ground/registration-words.contract.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp()
  call = callAs(site, await site.asStaff())
})
afterAll(() => site.close())

const stateOf: Partial<Record<RegistrationAct, RegistrationState>> = {
  confirm: 'confirmed',
  decline: 'declined',
  toList: 'waiting',
  withdraw: 'withdrawn',
}

const dates: [string, Partial<StoredCohort> | undefined, boolean][] = [
  ['without a date, of a course with one', undefined, true],
  ['with an open date', {}, true],
  ['with a cancelled date', { cancelled: true }, true],
  ['with a past date', { startsOn: dayFromNow(-9) }, false],
]

test.each(dates)('the acts of a registration are those that the calls accept: %s', async (_, values, hasOther) => {
  const { id: courseId } = await addCourse(site.database, { asksBy: 'request' })
  const date = values && (await addCohort(site.database, courseId, values))
  const other = hasOther ? (await addCohort(site.database, courseId, { startsOn: dayFromNow(60) })).id : undefined
  const add = (kind: RegistrationKind, state: RegistrationState) =>
    addRegistration(site.database, {
      ...{ courseId, cohortId: date?.id, kind, state },
      ...(state === 'offered' && { offeredUntil: new Date(Date.now() + 3_600_000).toISOString(), offeredPeople: 1 }),
    })
  /** Whether the call of an act is accepted. */
  const isAccepted = async (id: string, act: RegistrationAct) => {
    if (act === 'offer') return (await call('POST', `/api/course-requests/${id}/offer`, {})).ok
    const move = { cohortId: other ?? date?.id ?? 'none' }
    const bodies: Partial<Record<RegistrationAct, object>> = {
      note: { note: 'x' },
      correct: { name: 'Asha Rao' },
      move,
    }
    const body = bodies[act] ?? { state: stateOf[act] }
    const answer = await call('PATCH', `/api/course-requests/${id}`, body)
    return answer.ok && (act !== 'move' || (await answer.json()).cohort._id !== date?.id)
  }
  for (const kind of registrationKinds)
    for (const state of registrationStates) {
      // An offer has a date, and a question stays new.
      if ((state === 'offered' && !date) || (kind === 'question' && state !== 'new')) continue
      const { id } = await add(kind, state)
      const { acts } = await (await call('GET', `/api/course-requests/${id}`)).json()
      // A call for the state that it has is no change.
      const asked = registrationActs.filter((act) => stateOf[act] !== state)
      // A refused act changes nothing, so that the next is tried on the same registration.
      const tryAct = async (act: RegistrationAct) =>
        isAccepted(acts.includes(act) ? (await add(kind, state)).id : id, act)
      const accepted = await Promise.all(asked.map(tryAct))
      expect(acts, `${kind}, ${state}`).toEqual(asked.filter((_, index) => accepted[index]))
    }
})

test('an enrollment for a course without dates is confirmed, declined or put on the list', async () => {
  const { id: courseId } = await addCourse(site.database, { asksBy: 'request' })
  const { id } = await addRegistration(site.database, { courseId, kind: 'enrol', state: 'new' })
  const [listed] = await (await call('GET', `/api/course-requests?course=${courseId}`)).json()
  expect(listed.acts).toEqual(['confirm', 'decline', 'toList', 'correct', 'note', 'withdraw'])
  for (const state of ['declined', 'waiting', 'confirmed']) {
    const changed = await call('PATCH', `/api/course-requests/${id}`, { state })
    expect([changed.status, (await changed.json()).state]).toEqual([200, state])
  }
  const refused = await call('PATCH', `/api/course-requests/${id}`, { state: 'declined' })
  expect([refused.status, (await refused.json()).message]).toEqual([
    409,
    'A registration that is confirmed cannot be declined.',
  ])
})
