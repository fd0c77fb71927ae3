import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TimeZoneContext } from '#admin/time.tsx'
import type { Review } from '#contract/reviews.ts'
import { differenceIn, eventsOf, ReviewSentence, shownReviews } from './review-words.tsx'

const year = new Date().getUTCFullYear()
const on = (day: string) => `${year}-${day}T10:00:00.000Z`

const asked: Review = {
  _id: 'r1',
  entity: 'blogs',
  record: 'b1',
  name: 'Forty servers',
  state: 'asked',
  askedAt: on('11-28'),
  askedBy: 'Priya Nair',
  askedById: 'priya',
  of: { id: 'kavita', name: 'Kavita Rao' },
  isPresent: true,
  words: 0,
  counts: false,
  acts: [],
}
const settled = (state: Review['state'], more: Partial<Review> = {}): Review => ({
  ...asked,
  state,
  settledAt: on('11-29'),
  settledBy: 'R. Kulkarni',
  ...more,
})

const textOf = (node: ReactNode) =>
  renderToStaticMarkup(<TimeZoneContext value="Asia/Kolkata">{node}</TimeZoneContext>).replace(/<[^>]+>/g, '')
const said = (review: Review, me?: string) => textOf(<ReviewSentence review={review} me={me} />)

test('says the state of a review in one sentence', () => {
  expect(said(asked)).toBe('In review with Kavita Rao since 28 Nov')
  expect(said(asked, 'kavita')).toBe('Priya Nair asks you to review this version, 28 Nov')
  expect(said(settled('approved'))).toBe('Approved by R. Kulkarni, 29 Nov, this version')
  expect(said(settled('approved', { isPresent: false, words: 3 }))).toBe('Approved by R. Kulkarni, 29 Nov')
  expect(said(settled('changes'))).toBe('Changes requested by R. Kulkarni, 29 Nov')
  expect(said(settled('returned'))).toBe('Kavita Rao has left. Ask someone else.')
  expect(said({ ...asked, askedAt: '2019-03-01T10:00:00.000Z' })).toBe('In review with Kavita Rao since 1 Mar 2019')
})

test('asks nobody who is signed in where a guest was asked', () => {
  expect(said({ ...asked, of: { name: 'R. Kulkarni' } })).toBe('In review with R. Kulkarni since 28 Nov')
})

test('says with whose link another name was typed', () => {
  const guest = { of: { name: 'R. Kulkarni' }, isTyped: true as const }
  expect(said(settled('approved', guest))).toBe('Approved by R. Kulkarni, 29 Nov, this version')
  expect(said(settled('approved', { ...guest, settledBy: 'Kavita Rao' }))).toBe(
    'Approved by Kavita Rao (with the link for R. Kulkarni), 29 Nov, this version',
  )
})

test('says in how many words the present version differs', () => {
  expect(differenceIn({ isPresent: true, words: 0 })).toBeUndefined()
  expect(differenceIn({ isPresent: false, words: 1 })).toBe('1 word differs since')
  expect(differenceIn({ isPresent: false, words: 12_345 })).toBe('12,345 words differ since')
})

const idsOf = (reviews: Review[]) => reviews.map(({ _id }) => _id)

test('shows the open reviews, the own one first, and folds older answers', () => {
  const open = (id: string, day: string, who: string): Review => ({
    ...asked,
    _id: id,
    askedAt: on(day),
    of: { id: who, name: who },
  })
  const changes = settled('changes', { _id: 'c', askedAt: on('11-01'), settledAt: on('11-02') })
  const all = [open('b', '11-20', 'meera'), open('a', '11-10', 'kavita'), changes]
  expect(idsOf(shownReviews(all, undefined).shown)).toEqual(['b', 'a'])
  expect(idsOf(shownReviews(all, 'kavita').shown)).toEqual(['a', 'b'])
  expect(idsOf(shownReviews(all, 'kavita').folded)).toEqual(['c'])
  // An answer after both were asked.
  const later = { ...changes, settledAt: on('11-21') }
  expect(idsOf(shownReviews([...all.slice(0, 2), later], 'kavita').shown)).toEqual(['a', 'b', 'c'])
})

test('keeps an approval of the present version in sight, and shows nothing of withdrawn ones alone', () => {
  const approved = settled('approved', { _id: 'p', askedAt: on('11-01'), settledAt: on('11-02') })
  expect(idsOf(shownReviews([asked, approved], undefined).shown)).toEqual(['r1', 'p'])
  expect(idsOf(shownReviews([asked, { ...approved, isPresent: false }], undefined).shown)).toEqual(['r1'])
  expect(shownReviews([settled('withdrawn')], undefined)).toEqual({ shown: [], folded: [] })
})

const eventsIn = (reviews: Review[]) => eventsOf(reviews).map(({ text }) => textOf(text))

test('lists what happened, the newest first', () => {
  expect(eventsIn([settled('approved')])).toEqual([
    'Approved by R. Kulkarni',
    'Priya Nair asked Kavita Rao for a review',
  ])
  expect(eventsIn([settled('changes')])[0]).toBe('Changes requested by R. Kulkarni')
  expect(eventsIn([settled('withdrawn', { settledBy: 'Priya Nair' })])[0]).toBe(
    'Priya Nair withdrew the review by Kavita Rao',
  )
  // At once, before anybody was asked again.
  expect(eventsIn([settled('withdrawn', { settledAt: asked.askedAt })])).toHaveLength(2)
  expect(eventsIn([settled('returned', { settledBy: undefined })])[0]).toBe('Kavita Rao left before reviewing')
})

test('leaves out that a review ended because the same person was asked again', () => {
  const again = { ...asked, _id: 'r2', askedAt: on('11-29') }
  expect(eventsIn([again, settled('withdrawn')])).toEqual([
    'Priya Nair asked Kavita Rao for a review',
    'Priya Nair asked Kavita Rao for a review',
  ])
})

test('writes names as text, whatever their direction', () => {
  const html = renderToStaticMarkup(
    <TimeZoneContext value="Asia/Kolkata">
      <ReviewSentence review={settled('approved', { settledBy: '<b>محمد</b>' })} me={undefined} />
    </TimeZoneContext>,
  )
  expect(html).toContain('>&lt;b&gt;محمد&lt;/b&gt;</bdi>, <time')
})
