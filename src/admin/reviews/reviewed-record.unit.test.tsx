import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { reviewsQuery } from '#admin/session/second-person.tsx'
import { ApiError } from '#web/http.ts'
import { ReviewStrip } from './review-strip.tsx'
import { overPresent, type ReviewedRecord, type Reviewers, useReviewers } from './reviewed-record.ts'

const conflict = { changedBy: 'Kavita Rao', changedAt: '2026-11-28T10:00:00.000Z', current: {} }
const changed = () => Promise.reject(new ApiError(409, { message: 'Changed', code: 'version_conflict', conflict }))

/** A record in its form, and how often the form has shown the newest version. */
function open(dirty: boolean) {
  let reread = 0
  const record: ReviewedRecord = {
    ...{ entity: 'blogs', id: 'b1', version: 4, api: '/api/blogs', dirty },
    reread: async () => void reread++,
  }
  return { record, rereads: () => reread }
}

test('calls with the version that the form shows', async () => {
  const { record, rereads } = open(false)
  expect(await overPresent(record, async (version) => version)).toBe(4)
  expect(rereads()).toBe(0)
})

test('shows the newest version before the person tries again', async () => {
  const { record, rereads } = open(false)
  await expect(overPresent(record, changed)).rejects.toThrow(
    'Kavita Rao has changed this meanwhile. The form now shows the newest version. Read it, then try again.',
  )
  expect(rereads()).toBe(1)
})

test('replaces nothing that was typed', async () => {
  const { record, rereads } = open(true)
  await expect(overPresent(record, changed)).rejects.toThrow(
    'Kavita Rao has changed this meanwhile. Save or discard your own changes first.',
  )
  expect(rereads()).toBe(0)
})

test('leaves other refusals as they are', async () => {
  const { record, rereads } = open(false)
  const settled = new ApiError(409, { message: 'Kavita Rao has approved this.', code: 'review_settled', conflict })
  await expect(overPresent(record, () => Promise.reject(settled))).rejects.toBe(settled)
  expect(rereads()).toBe(0)
})

/** The answers of the calls; null for one that failed. */
type Answers = Record<string, unknown>

/** The markup of what is shown after these answers. */
function shownAfter(answers: Answers, shown: ReactNode): string {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
  for (const [path, answer] of Object.entries(answers)) {
    const { queryKey } = adminQuery(path)
    if (answer !== null) client.setQueryData(queryKey, answer)
    else
      client
        .getQueryCache()
        .build(client, { queryKey })
        .setState({ status: 'error', error: new Error('Down') })
  }
  return renderToStaticMarkup(<QueryClientProvider client={client}>{shown}</QueryClientProvider>)
}

function Probe({ onRead }: { onRead: (found: Reviewers | undefined) => void }) {
  onRead(useReviewers())
  return null
}

function reviewersAfter(users: unknown): Reviewers | undefined {
  let found: Reviewers | undefined
  const answers = { '/api/users/me': { _id: 'me' }, ...(users !== undefined && { '/api/users': users }) }
  shownAfter(answers, <Probe onRead={(read) => (found = read)} />)
  return found
}

test('names the colleagues who can answer, and says why there is none', () => {
  const active = { active: true, role: 'editor' }
  const me = { _id: 'me', name: 'Priya', ...active }
  const users = [
    me,
    { _id: 'r', name: 'Rahul', ...active },
    { _id: 'k', name: 'Kavita', ...active },
    { _id: 'l', name: 'Left', ...active, active: false },
    { _id: 'i', name: 'Invited', ...active, invitedUntil: '2026-12-01T10:00:00.000Z' },
    { _id: 't', name: 'Trainer', ...active, role: 'trainer' },
  ]
  expect(reviewersAfter(users)?.reviewers.map(({ name }) => name)).toEqual(['Kavita', 'Rahul'])
  expect(reviewersAfter(users)?.hint).toBeUndefined()
  expect(reviewersAfter([me])).toEqual({ reviewers: [], hint: 'Nobody else has access yet.' })
  expect(reviewersAfter(null)).toEqual({ reviewers: [], hint: 'Your colleagues could not be loaded.' })
  expect(reviewersAfter(undefined)).toBeUndefined()
})

test('says above a form that its reviews could not be loaded, and nothing where there are none', () => {
  const { record } = open(false)
  const path = String(reviewsQuery(record).queryKey[1])
  const strip = (answer: unknown) =>
    shownAfter({ [path]: answer }, <ReviewStrip of={record} store={async () => undefined} />)
  expect(strip(null)).toContain('The reviews could not be loaded.')
  expect(strip({ reviews: [], more: false })).toBe('')
})
