import { expect, test } from 'vitest'
import { dayAndMonth } from '#contract/zoned-format.ts'
import type { Registration } from '../ground/registrations.contract.ts'
import { nextActOf } from './registration-acts.server.ts'
import { mailSentence, type RegistrationDelivery, timeInWords } from './registration-rows.server.ts'

test('days and times are named as people say them, with the zone', () => {
  expect(dayAndMonth('2027-01-09')).toBe('9 January')
  expect(timeInWords('2026-11-24T04:30:00.000Z', 'Asia/Kolkata')).toBe('Tue 24 Nov, 10:00 IST')
  expect(timeInWords('2026-11-23T18:30:00.000Z', 'Asia/Kolkata')).toBe('Tue 24 Nov, 00:00 IST')
})

const waiting = {
  ...{
    kind: 'waitlist',
    state: 'waiting',
    email: 'asha@example.net',
    people: 1,
    place: 1,
    verifiedAt: '2026-11-01T00:00:00.000Z',
  },
  cohort: { _id: 'c', startsOn: '2027-01-09' },
} as Registration
const sent: RegistrationDelivery = {
  ...{ state: 'sent', reason: null, attempts: 1 },
  ...{ dueAt: '2026-11-24T04:30:00.000Z', settledAt: '2026-11-24T04:31:00.000Z' },
}
const now = '2026-11-24T04:00:00.000Z'
const situation = {
  ...{ hasServer: true, sent: undefined, date: { free: 2 }, isAutomatic: false, now },
  timeZone: 'Asia/Kolkata',
}
const say = (registration: Partial<Registration>, changes: object = {}) =>
  mailSentence({ ...waiting, ...registration }, { ...situation, ...changes })

test('each registration says whether a message was sent, or why not', () => {
  expect([
    say({}),
    say({}, { isAutomatic: true }),
    say({}, { date: { free: 0 } }),
    say({}, { date: undefined }),
    say({ place: 3 }),
    say({ people: 5 }),
    say({}, { hasServer: false }),
    say({ kind: 'nextDate', cohort: undefined, place: undefined }),
  ]).toEqual([
    'A seat is free',
    'A seat is free. Offering it within a minute',
    'No seats left',
    'This date is closed',
    undefined,
    '5 people, only 2 seats left',
    'A seat is free. No mail server: send the offer yourself',
    'No new date announced yet',
  ])
  const unpressed = { verifiedAt: undefined }
  expect([
    say(unpressed),
    say(unpressed, { sent }),
    say(unpressed, { hasServer: false }),
    say(unpressed, { sent: { ...sent, state: 'failed', reason: '550 No such user' } }),
    say({ state: 'new', kind: 'enrol' }, { sent }),
  ]).toEqual([
    'No email sent: daily limit of 4 emails reached',
    'Email not confirmed',
    'No email sent: no mail server',
    'Email not delivered: 550 No such user',
    undefined,
  ])
  const offered = { state: 'offered' as const }
  const queued = { ...sent, state: 'waiting' as const, attempts: 0 }
  expect([
    say(offered, { sent }),
    say(offered, { sent: queued }),
    say(offered, { sent: { ...queued, dueAt: now } }),
    say(offered, { sent: { ...queued, attempts: 2, reason: '451 Later' } }),
    say(offered, { sent: { ...sent, state: 'skipped', reason: 'The registration has changed since' } }),
    say(offered, { hasServer: false }),
    say({ state: 'accepted' }, { hasServer: false }),
    say({ state: 'accepted' }, { sent }),
    say({ kind: 'question', state: 'new' }),
  ]).toEqual([
    'Email sent Tue 24 Nov, 10:01 IST',
    'Email scheduled for Tue 24 Nov, 10:00 IST',
    'Sending email…',
    'Email retrying: 451 Later',
    'Email not sent: The registration has changed since',
    'No email sent: no mail server',
    'No email sent: no mail server',
    'Email sent Tue 24 Nov, 10:01 IST',
    undefined,
  ])
})

test('someone without an address gets no message, and is confirmed by phone', () => {
  const noAddress = { email: undefined }
  expect([
    say(noAddress),
    say(noAddress, { isAutomatic: true, hasServer: false }),
    say({ ...noAddress, place: 3 }),
    say({ ...noAddress, state: 'confirmed' }, { sent: { ...sent, state: 'skipped', reason: 'No email address' } }),
    say({ ...noAddress, state: 'withdrawn' }),
  ]).toEqual([
    'A seat is free. No email address',
    'A seat is free. No email address',
    'No email address',
    'No email address',
    undefined,
  ])
  const verifiedAt = '2026-11-24T04:30:00.000Z'
  expect(nextActOf({ state: 'waiting', verifiedAt }, ['confirm', 'withdraw'], 1)).toBe('confirm')
  expect(nextActOf({ state: 'waiting', verifiedAt }, ['confirm', 'withdraw'], 0)).toBeUndefined()
  expect(nextActOf({ state: 'declined', verifiedAt }, ['confirm'], 1)).toBeUndefined()
})

test('the act that is due is to confirm, or to offer a free seat, once the email is confirmed', () => {
  const verifiedAt = '2026-11-24T04:30:00.000Z'
  const acts = ['offer', 'confirm', 'decline'] as const
  expect(nextActOf({ state: 'new', verifiedAt }, [...acts], 0)).toBe('confirm')
  expect(nextActOf({ state: 'new' }, [...acts], 3)).toBeUndefined()
  expect(nextActOf({ state: 'waiting', verifiedAt }, [...acts], 1)).toBe('offer')
  expect(nextActOf({ state: 'waiting', verifiedAt }, [...acts], 0)).toBeUndefined()
  expect(nextActOf({ state: 'confirmed', verifiedAt }, ['move', 'correct'], 1)).toBeUndefined()
})
