import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { forEachRecord } from '#server/database/each-record.ts'
import { readerFor } from '#server/database/long-reads.ts'
import { anyTable, setColumns, whileClaimed } from '#server/database/rows.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Table } from '#server/database/table.ts'
import { afterFirstAnswer } from '#server/runtime/after-first-answer.ts'
import { WorkerBusy } from '#server/runtime/worker-process.ts'
import type { Rendered } from './render-content.ts'
import { renderInBackground, TooIntricate } from './rendered-content.ts'
import {
  belowHeading,
  type HeadingPlace,
  rendererOf,
  renderingOf,
  siteOriginOf,
  storedVideos,
  type TextsOf,
  textsOfColumns,
} from './stored-rendering.ts'

type Context = { database: Database; config: Pick<Config, 'publicUrl'> }
type Row = { id: string; version: number; [field: string]: unknown }
type Renewal = { row: Row; columns: object }

/** How many texts are stored at once. Each store clears the response cache. */
const batchSize = 20
/** How long a process claims a batch, in milliseconds, which it renews. */
const claimTime = 150_000
/** How long to wait for another process or for interactive renderings, in milliseconds. */
const pause = 2_000

/**
 * Renders the texts of an older renderer again, in the background after the start, newest first. Until then the stored HTML is used. Each text
 * is tried once; one that cannot be rendered keeps its HTML.
 * @param fields the columns with the sources: one for `renderingColumns`, any number for `textsColumns`
 * @param textsOf the sources in such columns, if a column is not one of them
 */
export function renewRenderings(
  app: FastifyInstance,
  context: Context,
  table: Table,
  fields: string[],
  textsOf: TextsOf = textsOfColumns(fields),
  headings: HeadingPlace = belowHeading,
): void {
  const stop = new AbortController()
  afterFirstAnswer(app, () =>
    renewAll(context, app.log, { table, fields, textsOf, headings }, stop.signal).catch((error) => {
      if (!stop.signal.aborted) app.log.error(error)
    }),
  )
  app.addHook('onClose', async () => stop.abort())
}

async function renewAll(
  { database, config }: Context,
  log: Pick<FastifyBaseLogger, 'error'>,
  { table, fields, textsOf, headings }: { table: Table; fields: string[]; textsOf: TextsOf; headings: HeadingPlace },
  signal: AbortSignal,
): Promise<void> {
  const ofSeveral = 'renderedTexts' in table.columns
  const renderer = rendererOf(config)
  // Each id is processed once, in descending order, so that processes of different versions do not overwrite each other for ever.
  for (let last: string | undefined; ; ) {
    const rows = await olderThan(last)
    if (rows.length === 0) return
    const isDone = await whileClaimed(database, `rendering ${table.name}`, claimTime, async () => {
      const renewed: Renewal[] = []
      const byId = new Map(rows.map((row) => [row.id, row]))
      await forEachRecord(log, `A text of ${table.name} could not be rendered again`, [...byId.keys()], async (id) => {
        const row = byId.get(id)
        if (row && !signal.aborted) renewed.push({ row, columns: await renew(row) })
      })
      signal.throwIfAborted()
      await store(renewed)
      return true
    })
    if (isDone) last = rows.at(-1)?.id
    // Another process is rendering these; afterwards only the remaining ones are selected.
    else await setTimeout(pause, undefined, { signal })
  }

  /** Finds the texts by the index of renderers: a scan of all rows would read every text. */
  async function olderThan(id: string | undefined): Promise<Row[]> {
    const db = anyTable(await readerFor(database, table.name as keyof Schema))
    const outdated = db
      .selectFrom(table.name)
      .select('id')
      .$if(id !== undefined, (rows) => rows.where('id', '<', id))
      .where((row) =>
        row.or([row('renderedBy', 'is', null), row('renderedBy', '<', renderer), row('renderedBy', '>', renderer)]),
      )
      .orderBy('id', 'desc')
      .limit(batchSize)
    const ids = (await outdated.execute()).map((row) => row.id)
    // PostgreSQL refuses an empty list.
    if (ids.length === 0) return []
    return db
      .selectFrom(table.name)
      .select(['id', 'version', ...fields])
      .where('id', 'in', ids)
      .orderBy('id', 'desc')
      .$castTo<Row>()
      .execute()
  }

  async function renew(row: Row): Promise<object> {
    try {
      const rendered = new Map<string, Rendered>()
      for (const [name, source] of Object.entries(textsOf(table.decode(row)))) {
        const videos = await storedVideos(database, source)
        const options = { siteOrigin: siteOriginOf(config), videos, signal, ...(ofSeveral && headings) }
        rendered.set(name, await renderInBackground(source, options))
      }
      const [first] = rendered.values()
      if (!ofSeveral) return first ? renderingOf(first, config) : {}
      const texts = [...rendered].map(([name, { html }]) => [name, html])
      return { renderedTexts: Object.fromEntries(texts), renderedBy: renderer }
    } catch (error) {
      if (error instanceof TooIntricate) return { renderedBy: renderer }
      if (!(error instanceof WorkerBusy)) throw error
      await setTimeout(pause, undefined, { signal })
      return renew(row)
    }
  }

  /** Skips texts that were changed meanwhile, since the change has rendered them. */
  async function store(renewed: Renewal[]): Promise<void> {
    await changeContent(database, async (trx) => {
      for (const { row, columns } of renewed) {
        const unchanged = await anyTable(trx)
          .selectFrom(table.name)
          .select('id')
          .where('id', '=', row.id)
          .where('version', '=', row.version)
          .forUpdate()
          .executeTakeFirst()
        if (unchanged) await setColumns(trx, table, row.id, columns)
      }
    })
  }
}
