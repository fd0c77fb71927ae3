import { expect, test } from 'vitest'
import type { Registration } from '../ground/registrations.contract.ts'
import { markOf, stateDetail, wantedLine } from './registration-words.admin.ts'

const registration = (values: Partial<Registration>) => ({ state: 'waiting', people: 1, ...values }) as Registration

test('says the place in line, and until when an offer holds, in the company’s time', () => {
  const place = (place: number) => stateDetail(registration({ place }), 'Asia/Kolkata')
  expect([1, 2, 3, 11, 23].map(place)).toEqual(['1st', '2nd', '3rd', '11th', '23rd'].map((nth) => `${nth} in line`))
  const offeredUntil = '2031-11-24T04:30:00.000Z'
  const offer = registration({ state: 'offered', people: 5, offeredPeople: 3, offeredUntil })
  expect(stateDetail(offer, 'Asia/Kolkata')).toBe('3 of 5 seats, until Mon 24 Nov 2031, 10:00 IST')
  expect(stateDetail(registration({ state: 'confirmed', place: undefined }), 'Asia/Kolkata')).toBe('')
})

test('names months and days', () => {
  const wanted = { months: ['2026-12', '2027-02', '2027-03'], weekdays: [6, 7] }
  expect(wantedLine({ wanted })).toBe('Sat, Sun in Dec 2026, Feb, Mar 2027')
  expect(wantedLine({})).toBe('')
})

test('one word is one status, and only the waitlist of a date is called so', () => {
  const cohort = { _id: 'd1', startsOn: '2027-01-09' }
  const verifiedAt = '2026-11-24T04:30:00.000Z'
  const mark = (values: Partial<Registration>) => markOf(registration({ kind: 'waitlist', verifiedAt, ...values }))
  expect(mark({ cohort })).toEqual({ label: 'Waitlist', tone: 'amber' })
  expect(mark({ kind: 'nextDate' })).toEqual({ label: 'Interested' })
  expect(mark({ kind: 'question', state: 'new' }).label).toBe('In Contacts')
  expect(mark({ cohort, state: 'accepted' }).label).toBe('Enrolled')
  // Before the email is confirmed, the status asks for no attention.
  expect(mark({ cohort, state: 'new', verifiedAt: undefined })).toEqual({ label: 'New', tone: 'plain' })
})
