import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TimeZoneContext } from '#admin/time.tsx'
import type { ScheduleEntry } from '#features/schedule/schedule.contract.ts'
import type { System } from '#features/system/system.contract.ts'
import type { Dashboard } from './dashboard.contract.ts'
import { needsOf } from './need-sentences.admin.tsx'

const none: Dashboard = {
  blogs: 9,
  published: 9,
  drafts: 0,
  contacts: 4,
  users: 1,
  subscribers: 35,
  products: { count: 0, categories: 0 },
  services: { count: 0, active: 0 },
  idleDrafts: { count: 0 },
}
const well = { warnings: [] as string[], mail: { failed: 0 } } as unknown as System
const entry: ScheduleEntry = {
  entity: 'blogs',
  _id: 'b1',
  label: 'Post',
  name: 'Passkeys',
  what: 'appears',
  day: '2026-03-02',
  at: '2026-03-02T03:30:00.000Z',
  mails: true,
}
const schedule = (...entries: ScheduleEntry[]) => ({ timeZone: 'Asia/Kolkata', today: '2026-03-01', entries })

/** The sentences as text, each with where its button leads. */
const said = (known: Partial<Parameters<typeof needsOf>[0]>) =>
  needsOf({ figures: none, system: well, schedule: schedule(), devices: [], desk: undefined, ...known }).map(
    ({ text, to }) => {
      const shown = createElement(TimeZoneContext, { value: 'Asia/Kolkata' }, text)
      return [renderToStaticMarkup(shown).replace(/<[^>]+>/g, ''), to]
    },
  )

test('says nothing while nothing needs a person', () => {
  expect(said({})).toEqual([])
  expect(said({ figures: undefined, system: undefined, schedule: undefined, devices: undefined })).toEqual([])
})

test('says what dates of courses need', () => {
  expect(said({ figures: { ...none, training: { starting: 2, waiting: 1, enrollments: 4 } } })).toEqual([
    ['4 enrollments to confirm.', '/admin/registrations?group=enrollments&dates=open'],
    ['1 person on the waitlist can be offered a free seat.', '/admin/registrations?group=waiting&dates=open'],
    ['2 dates start within 7 days and still have free seats.', '/admin/dates?status=upcoming'],
  ])
  const untold = { people: 1, course: 'c1', cohort: 'd1' }
  expect(said({ figures: { ...none, training: { starting: 0, missed: 2, untold } } })).toEqual([
    ['1 person has not been told that their date is cancelled.', '/admin/courses/c1/registrations?cohort=d1'],
    [
      '2 enrollments were never answered, and the date has passed.',
      '/admin/registrations?group=enrollments&dates=over',
    ],
  ])
  const ofEvent = { people: 1, event: 'p1', cohort: 'd1' }
  expect(said({ figures: { ...none, training: { untold: ofEvent } } })).toEqual([
    ['1 person has not been told that their date is cancelled.', '/admin/pages/p1/registrations?cohort=d1'],
  ])
  const date = { title: 'Clouds', startsOn: '2026-03-03', booked: 9, unnamed: 0, joiningMissing: false }
  const teaching = [
    { ...date, cohort: 'd2' },
    { ...date, cohort: 'd3', seats: 12, unnamed: 4, joiningMissing: true },
  ]
  const toPrepare = [{ ...date, cohort: 'd4', title: 'Data', booked: 0, seats: 8, joiningMissing: true }]
  expect(said({ figures: { ...none, training: { starting: 0, teaching, toPrepare } } })).toEqual([
    ['Tuesday, 3 Mar: Clouds, 9 booked.', '/admin/courses/dates/d2'],
    [
      'Tuesday, 3 Mar: Clouds, 9 of 12 booked, 4 without a name, joining details are missing.',
      '/admin/courses/dates/d3',
    ],
    ['Tuesday, 3 Mar: Data, 0 of 8 booked, joining details are missing.', '/admin/courses/dates/d4'],
  ])
  const closes = {
    ...entry,
    entity: 'courses',
    label: 'Course',
    name: 'Clouds',
    what: 'closes' as const,
    at: undefined,
  }
  expect(said({ schedule: schedule({ ...closes, day: '2026-03-02' }) })).toEqual([
    ['Enrollment for “Clouds” ends tomorrow.', '/admin/courses/edit/b1'],
  ])
})

test('says which reviews wait for an answer, and how others ended', () => {
  const some = (by: string, entity = 'blogs') => ({
    count: 1,
    first: [{ _id: by, entity, record: 'r1', name: 'Forty servers', by }],
  })
  const reviews = {
    asked: some('Priya'),
    approved: some('R. Kulkarni', 'newsletters'),
    changes: some('Kavita', 'cases'),
    returned: some('Rahul'),
  }
  expect(said({ figures: { ...none, reviews } })).toEqual([
    ['Priya asks you to review “Forty servers”.', '/admin/blogs/edit/r1'],
    ['Rahul has left before reviewing “Forty servers”.', '/admin/blogs/edit/r1'],
    ['Kavita requests changes in “Forty servers”.', '/admin/cases/edit/r1'],
    ['R. Kulkarni approved “Forty servers”.', '/admin/newsletters/edit/r1'],
  ])
  const many = { ...some('Priya'), count: 4 }
  expect(said({ figures: { ...none, reviews: { asked: many } } })).toEqual([
    ['4 reviews wait for your answer, the latest of “Forty servers”.', '/admin/blogs/edit/r1'],
  ])
  const needs = needsOf({
    ...{ system: well, schedule: schedule(), devices: [], desk: undefined },
    figures: { ...none, reviews: { ...reviews, changes: some('Ira'), returned: undefined } },
  })
  expect(needs.map(({ button, write }) => [button, write])).toEqual([
    ['Review', undefined],
    ['Open', undefined],
    ['Send', 'sendNewsletters'],
  ])
})

test('says how many requests need a reply, and since when', () => {
  const quiet = { waiting: 0, overdue: 0, followUps: 0, answered: 0, promised: 480, mail: 'smtp' as const }
  expect(said({ desk: quiet })).toEqual([])
  const oldest = { since: '2026-02-26T20:00:00.000Z', next: 'r1' }
  expect(said({ desk: { ...quiet, waiting: 1, ...oldest } })).toEqual([
    ['1 request needs a reply, received 27 Feb 2026.', '/admin/contacts/r1?tab=answer'],
  ])
  expect(said({ desk: { ...quiet, waiting: 12, ...oldest, overdue: 3, followUps: 2 } })).toEqual([
    ['12 requests need a reply, the oldest received 27 Feb 2026. 3 are overdue.', '/admin/contacts/r1?tab=answer'],
    ['2 follow-ups are due.', '/admin/contacts?followUp=due'],
  ])
})

test('names the act only to roles that may do it', () => {
  const desk = { waiting: 1, since: '2026-02-26T20:00:00.000Z', next: 'r1', overdue: 0, followUps: 1, answered: 0 }
  const all = { figures: none, system: well, schedule: schedule(), devices: [] }
  const needs = needsOf({ ...all, desk: { ...desk, promised: 480, mail: 'smtp' } })
  expect(needs.map(({ button, write }) => [button, write])).toEqual([
    ['Reply', 'writeContacts'],
    ['Follow up', 'writeContacts'],
  ])
})

test('names a day of the last week', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const rest = { overdue: 0, followUps: 0, answered: 0, promised: 480, mail: 'smtp' as const }
  const desk = (since: string) => ({ waiting: 2, since, next: 'r1', ...rest })
  expect(said({ desk: desk(daysAgo(1)) })[0]?.[0]).toBe('2 requests need a reply, the oldest received yesterday.')
  expect(said({ desk: desk(daysAgo(4)) })[0]?.[0]).toMatch(
    /the oldest received (Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\.$/,
  )
})

test('leads to the one idle draft, or to all', () => {
  const oldest = { _id: 'd1', title: 'Bills', updatedAt: '2026-02-01T10:00:00.000Z' }
  const one = said({ figures: { ...none, idleDrafts: { count: 1, oldest } } })
  expect(one).toEqual([['The draft “Bills” has not been edited since 1 Feb 2026.', '/admin/blogs/edit/d1']])
  const more = said({ figures: { ...none, idleDrafts: { count: 3, oldest } } })
  expect(more).toEqual([
    [
      '3 drafts have not been edited for a week. “Bills” has not been edited since 1 Feb 2026.',
      '/admin/blogs?status=draft',
    ],
  ])
})

test('announces today and tomorrow with the newsletter, and no later day', () => {
  const later = { ...entry, day: '2026-03-03' }
  const ends = { ...entry, what: 'ends' as const, day: '2026-03-01', mails: false }
  const shown = said({ schedule: schedule(ends, entry, later) }).map(([text]) => text?.replace(' IST', ''))
  expect(shown).toEqual([
    'Post “Passkeys” ends today at 09:00.',
    'Post “Passkeys” goes live tomorrow at 09:00, with a newsletter to 35 subscribers.',
  ])
})

test('puts the problems of the system first, even when the figures are missing', () => {
  const system = { warnings: ['The disk is nearly full.'], mail: { failed: 2 } } as unknown as System
  const shown = said({ figures: undefined, system, schedule: schedule(entry) })
  expect(shown.map(([text]) => text)).toEqual([
    'The disk is nearly full.',
    '2 emails could not be sent in the last 7 days.',
    expect.stringMatching(/^Post “Passkeys” goes live tomorrow at 09:00.*, with a newsletter\.$/),
  ])
})
