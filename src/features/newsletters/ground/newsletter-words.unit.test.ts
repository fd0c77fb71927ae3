import { expect, test } from 'vitest'
import { consequenceOf, isChosen, readAudience, writeAudience } from './newsletter-words.shared.admin.ts'
import { type Audience, type AudienceChoices, audienceWords } from './newsletters.contract.ts'

const choices: AudienceChoices = {
  topics: [
    { id: 'a', name: 'Articles' },
    { id: 'b', name: 'Course dates' },
    { id: 'c', name: 'Events' },
  ],
  courses: [{ _id: 'k', title: 'Kubernetes', people: 12 }],
  imports: [{ _id: 'i', fileName: 'members.csv', at: '2026-11-01T00:00:00.000Z', people: 3 }],
  newsletters: [{ notificationId: 'n', title: 'October news', at: '2026-10-01T00:00:00.000Z' }],
}

const audiences: [Audience, string][] = [
  [{ to: 'everyone' }, 'All subscribers'],
  [{ to: 'topics', topics: ['b'] }, 'Topic: Course dates'],
  [{ to: 'topics', topics: ['a', 'b', 'c'] }, 'Topics: Articles, Course dates, Events'],
  [{ to: 'topics', topics: ['a', 'gone'] }, 'Topics: Articles, deleted'],
  [{ to: 'course', courseId: 'k' }, 'Interested in Kubernetes'],
  [{ to: 'course', courseId: 'gone' }, 'Interested in a course'],
  [{ to: 'import', importId: 'i' }, 'Import: members.csv'],
  [{ to: 'without', notificationId: 'n' }, 'Did not receive “October news”'],
  [{ to: 'got', notificationId: 'n' }, 'Received “October news”'],
]

test.each(audiences)('says and keeps %j', (audience, words) => {
  expect(audienceWords(audience, choices)).toBe(words)
  expect(readAudience(writeAudience(audience))).toEqual(audience)
})

test('says something before the choices are known, and reads nothing as everyone', () => {
  expect(audienceWords({ to: 'topics', topics: [] }, choices)).toBe('Topic')
  expect(audienceWords({ to: 'topics', topics: ['a', 'b'] }, undefined)).toBe('Topics')
  expect(audienceWords({ to: 'without', notificationId: 'n' }, undefined)).toBe('Did not receive another newsletter')
  expect(readAudience('')).toEqual({ to: 'everyone' })
  expect(['to=everyone', 'to=topics&topics=a', 'to=course&courseId=k'].every(isChosen)).toBe(true)
  expect(['to=topics&topics=', 'to=course&courseId=', 'to=without'].some(isChosen)).toBe(false)
})

const now = Date.parse('2026-11-23T09:30:00.000Z')
const consequence = (subscribers: number, sendAt = '', hold = 30) =>
  consequenceOf({ subscribers, hold, mail: 'smtp' }, sendAt, now, 'Asia/Kolkata')

test('says whom a newsletter goes to, when, and until when that can be undone', () => {
  expect(consequence(1_204)).toBe('Goes to 1,204 subscribers at 15:00 IST. You can undo until then.')
  expect(consequence(1, '', 0)).toBe('Goes to 1 subscriber now. This cannot be undone.')
  expect(consequence(2, '2026-11-24T03:30:00.000Z')).toBe(
    'Goes to 2 subscribers on Tue 24 Nov, 09:00 IST. You can unschedule it until then.',
  )
  // A time that has passed is at once.
  expect(consequence(2, '2026-11-22T03:30:00.000Z')).toMatch(/^Goes to 2 subscribers at 15:00/)
  expect(consequence(0)).toBe('This audience has no subscribers yet.')
  expect(consequenceOf(undefined, '', now, 'UTC')).toBe('Counting recipients…')
})
