import { randomUUIDv7 } from 'node:crypto'
import { cleanText, showsNothing } from '#contract/clean-text.ts'
import type { Database } from '#server/database/connect.ts'
import { WorkerBusy } from '#server/runtime/worker-process.ts'
import { type SourceEntry, SourceError, type SourceFiles, type SourceRecord } from '../ground/source.ts'
import type { ItemKind, SourceKind } from '../ground/transfer.contract.ts'
import type { ItemData } from '../ground/transfer.table.ts'
import type { Sources } from '../sources/sources.server.ts'
import { changeImport } from './import-store.server.ts'

import { cutAt } from './notes.server.ts'
import { digest, storable } from './storable.server.ts'
import { type NewItem, storeItems } from './store-items.server.ts'

/** How many texts are under way: two are converted, and others wait so that no process does. */
const together = 4
/** The most entries that wait behind a text, so that items stay in the order of the source. */
const mostInOrder = 200

const entities = { post: 'blogs', page: 'pages', author: 'authorProfiles', file: 'mediaItems' } as const
const isRecord = (entry: SourceEntry): entry is SourceRecord => entry.is === 'post' || entry.is === 'page'

type Reading = { id: string; sources: Sources; signal: AbortSignal; kind?: SourceKind | undefined }

/**
 * Reads the entries of files and stores each as an item, in batches. It holds no more than a few texts.
 * @param kind the program that must have made them; without it each reader is asked
 * @throws SourceError
 */
export async function readItems(
  database: Database,
  files: SourceFiles,
  { id, sources, signal, kind }: Reading,
): Promise<void> {
  const { db } = database
  const readers = kind === undefined ? sources.readers : sources.readers.filter((one) => one.kind === kind)
  // It has the readers of archives, which a server needs for nothing else.
  const { readerOf } = await import('../sources/open-source.server.ts')
  const reader = kind !== undefined && readers[0] ? readers[0] : await readerOf(files, readers)
  await changeImport(db, id, { source: reader.kind })
  const store = storeItems(database, id)
  const waiting: { item: Promise<NewItem>; isText: boolean }[] = []
  let texts = 0
  /** Stores the first entries, as far as enough texts stay under way. */
  const storeUntil = async (most: number) => {
    for (let [first] = waiting; first; [first] = waiting) {
      if (first.isText && texts < most && waiting.length < mostInOrder) return
      waiting.shift()
      if (first.isText) texts--
      await store.add(await first.item)
    }
  }
  let site: string | undefined
  for await (const found of reader.read(files, signal)) {
    signal.throwIfAborted()
    const entry = storable(found)
    if (entry.is === 'site') {
      site = entry.address?.replace(/\/+$/, '')
      await changeImport(db, id, {
        site: {
          ...(entry.title && { title: entry.title }),
          ...(site && { address: site }),
          ...(entry.timeZone && { timeZone: entry.timeZone }),
        },
      })
    } else {
      const isText = isRecord(entry)
      const item = isText
        ? convertRecord(entry, reader.kind, { site, sources, signal })
        : Promise.resolve(itemOf(entry))
      // Its failure is seen where it is awaited.
      item.catch(() => {})
      waiting.push({ item, isText })
      if (isText) texts++
      await storeUntil(together)
    }
  }
  await storeUntil(0)
  await store.end()
}

/** An id that no other record has. */
export const newId = () => randomUUIDv7()

const hashOf = (value: unknown) => digest(JSON.stringify(value))

const longestTitle = 300
const shown = (title: string, other: string) => {
  const clean = cleanText(title, ' ').trim()
  return cutAt(showsNothing(clean) ? other : clean, longestTitle)
}

const blank = {
  reason: undefined,
  content: undefined,
  plan: undefined,
  before: undefined,
  version: undefined,
  done: false,
  noted: false,
  notes: [],
}

async function convertRecord(
  entry: SourceRecord,
  kind: SourceKind,
  { site, sources, signal }: { site: string | undefined; sources: Sources; signal: AbortSignal },
): Promise<NewItem> {
  const { text, notes, facts, ...rest } = entry
  const common = {
    kind: entry.is,
    sourceId: entry.sourceId,
    hash: hashOf({ ...rest, text }),
    entity: entities[entry.is],
    recordId: newId(),
  }
  // All else is in the converted text.
  const { address, path } = facts
  const record = { ...rest, facts: { site: facts.site ?? site, address, path } }
  try {
    const {
      content,
      begin,
      pictures,
      links,
      notes: more,
    } = await sources.convert(kind, text, { site, ...facts }, signal)
    const data: ItemData = {
      record,
      notes: [...notes, ...more],
      text: { pictures, links, begin, length: content.length },
    }
    return {
      ...blank,
      ...common,
      title: shown(entry.title, cutAt(begin, 80) || 'Untitled'),
      data,
      content,
      outcome: 'new',
    }
  } catch (error) {
    // A fault of the converter costs one text, and a lack of processes is one of the machine.
    if (signal.aborted || error instanceof WorkerBusy) throw error
    const fault = error instanceof SourceError ? sentence(error.message) : 'Its text cannot be read.'
    const data: ItemData = { record, notes, fault }
    return { ...blank, ...common, title: shown(entry.title, 'Untitled'), data, outcome: 'failed', reason: fault }
  }
}

export const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

function itemOf(entry: Exclude<SourceEntry, SourceRecord | { is: 'site' }>): NewItem {
  const make = (
    kind: ItemKind,
    sourceId: string,
    title: string,
    data: ItemData,
    own: Partial<NewItem> = {},
  ): NewItem => ({
    ...blank,
    ...{ kind, sourceId, title: shown(title, sourceId), data, hash: hashOf(data), outcome: 'new' },
    ...own,
  })
  switch (entry.is) {
    case 'author': {
      const { notes = [], ...author } = entry
      return make(
        'author',
        `author ${entry.sourceId}`,
        entry.name,
        { author, notes },
        { entity: entities.author, recordId: newId() },
      )
    }
    case 'file': {
      const { is: _, ...file } = entry
      return make(
        'file',
        `file ${entry.sourceId}`,
        entry.title || entry.addresses[0] || '',
        { file, needed: false, given: false, notes: [] },
        { entity: entities.file },
      )
    }
    case 'record': {
      const { notes, ...record } = entry
      return make(
        'record',
        entry.sourceId,
        entry.title,
        { entity: record, notes },
        { entity: entry.entity, recordId: idIn(entry.sourceId) ?? newId() },
      )
    }
    case 'redirect':
      return make('redirect', `redirect ${entry.from}`, entry.from, {
        redirect: { from: entry.from, to: entry.to },
        notes: [],
      })
    case 'rest':
      return make(
        'other',
        entry.sourceId,
        entry.title,
        { rest: entry.reason, notes: [] },
        { outcome: 'leftOut', reason: entry.reason },
      )
  }
}

/** A record of an export of Atrium keeps its id, so that links and other records still name it. */
const idIn = (sourceId: string) => /^\w+\/([\w-]{1,100})$/.exec(sourceId)?.[1]

/** An item of an author whom posts name and the export does not list. */
export const authorItem = (source: string): NewItem => itemOf({ is: 'author', sourceId: source, name: source })

/** An item of a file that a text names and that the export does not list. */
export function fileItem(addresses: string[], path?: string): NewItem {
  const sourceId = path ?? addresses[0] ?? ''
  const title = sourceId.split(/[?#]/)[0]?.split('/').at(-1) || sourceId
  const file = { sourceId, title, addresses, ...(path !== undefined && { path }) }
  return {
    ...blank,
    ...{ kind: 'file', sourceId: `file ${sourceId}`, title: shown(title, sourceId), hash: hashOf(sourceId) },
    ...{ entity: entities.file, outcome: 'new' },
    data: { file, needed: true, given: false, unlisted: true, notes: [] },
  }
}
