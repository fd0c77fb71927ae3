import { expect } from 'vitest'
import type { SourceEntry, SourceRecord } from '#features/transfer/ground/source.ts'
import { ghostText } from '#features/transfer/sources/ghost/ghost-text.server.ts'
import { ghostReader } from '#features/transfer/sources/ghost/read-ghost.server.ts'
import { entriesIn } from './source-files.ts'

export type Tables = Record<string, Record<string, unknown>[]>

export const ghostExport = (data: Tables, version = '5.87.1') =>
  JSON.stringify({ db: [{ meta: { exported_on: 1_700_000_000_000, version }, data }] })

/** A post with the columns that exports have, and these values. */
export const ghostPost = (values: Record<string, unknown> = {}) => ({
  id: '1',
  uuid: 'u-1',
  title: 'A title',
  slug: 'a-title',
  mobiledoc: null,
  lexical: null,
  html: '<p>Words</p>',
  feature_image: null,
  type: 'post',
  status: 'published',
  visibility: 'public',
  published_at: '2024-05-01T08:30:00.000Z',
  custom_excerpt: null,
  ...values,
})

export const ghostSettings = (values: Record<string, string>) =>
  Object.entries(values).map(([key, value]) => ({ key, value }))

export const readGhost = (data: Tables, others: Record<string, string> = {}) =>
  entriesIn(ghostReader, { 'my.ghost.2024-05-01.json': ghostExport(data), ...others })

export const recordsIn = (entries: SourceEntry[]) =>
  entries.filter((entry): entry is SourceRecord => entry.is === 'post' || entry.is === 'page')

export async function recordOfGhost(
  values: Record<string, unknown>,
  data: Tables = {},
  others: Record<string, string> = {},
) {
  const [record] = recordsIn(await readGhost({ posts: [ghostPost(values)], ...data }, others))
  if (!record) throw new Error('There is no record')
  return { ...record, sentences: record.notes.map(({ sentence }) => sentence) }
}

/** The HTML of a text, and the sentences about it. */
export function readGhostText(text: string) {
  const found = ghostText(text, {})
  if (!('html' in found)) throw new Error('It is HTML')
  return { html: found.html.replaceAll(/>\s+</g, '><').trim(), sentences: found.notes.map(({ sentence }) => sentence) }
}
export const htmlOfGhost = (text: string) => {
  const { html, sentences } = readGhostText(text)
  expect(sentences).toEqual([])
  return html
}
