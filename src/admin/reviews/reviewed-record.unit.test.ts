import { expect, test } from 'vitest'
import { ApiError } from '#web/http.ts'
import { overPresent, type ReviewedRecord } from './reviewed-record.ts'

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
