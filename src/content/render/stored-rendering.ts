import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { plainToHtml } from '#content/markup/plain-text.ts'
import { videosIn } from '#content/markup/videos.ts'
import type { Heading } from '#contract/fields.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { forEachRecord } from '#server/database/each-record.ts'
import { readerFor } from '#server/database/long-reads.ts'
import { anyTable, setColumns, whileClaimed } from '#server/database/rows.ts'
import type { Schema } from '#server/database/schema.ts'
import { json, optional, type Table, text } from '#server/database/table.ts'
import { afterFirstAnswer } from '#server/runtime/after-first-answer.ts'
import { WorkerBusy } from '#server/runtime/worker-process.ts'
import { type LinkContext, withRecordLinks } from './record-links.ts'
import type { KnownVideos, Rendered } from './render-content.ts'
import { renderInBackground, renderText, TooIntricate } from './rendered-content.ts'
import { videos } from './videos.table.ts'

type Site = Pick<Config, 'publicUrl'>

/**
 * The columns of a table for its rendered text. `renderedHtml` and `renderedHeadings` are empty for a text that has never been rendered;
 * `renderedBy` names the renderer that processed it last.
 */
export const renderingColumns = {
  renderedHtml: optional(text()),
  renderedHeadings: optional(json<Heading[]>()),
  renderedBy: optional(text()),
}
/** For lists, which do not select these long columns. */
export const renderingNames = Object.keys(renderingColumns) as (keyof typeof renderingColumns)[]

/**
 * The columns of a table whose records have several texts, each below a heading of its page. `renderedTexts` has the HTML of those that could be
 * rendered, by the names of their columns.
 */
export const textsColumns = {
  renderedTexts: optional(json<Record<string, string>>()),
  renderedBy: optional(text()),
}

type Rendering = {
  renderedHtml?: string | undefined
  renderedHeadings?: Heading[] | undefined
  renderedBy?: string | undefined
}

/** The sources of the texts of a record with `textsColumns`, by the names under which their HTML is stored. */
export type TextsOf = (columns: Record<string, unknown>) => Record<string, string>

/** The origin of the site's own links. */
export const siteOriginOf = ({ publicUrl }: Site) => new URL(publicUrl).origin

/** The current renderer's name. Output of another version or for another site address is outdated. */
export const rendererOf = (site: Site) => `${rendererVersion} ${siteOriginOf(site)}`

export const renderingOf = ({ html, headings }: Rendered, site: Site): Rendering => ({
  renderedHtml: html,
  renderedHeadings: headings,
  renderedBy: rendererOf(site),
})

/**
 * The HTML of a stored text for pages and feeds, with the current addresses of the records that it links to. One that was never rendered is
 * paragraphs of plain text.
 */
export const shownText = async (
  context: LinkContext,
  source: string,
  { renderedHtml, renderedHeadings }: Rendering,
): Promise<{ html: string; headings: Heading[] }> => ({
  html: await withRecordLinks(context, renderedHtml ?? plainToHtml(source)),
  headings: renderedHeadings ?? [],
})

/** How a text of `textsColumns` is rendered, unless its headings are those of the page. */
export const belowHeading = { headingOffset: 1 }
export type HeadingPlace = { headingOffset: number }

type SavedText = {
  /** The columns to store with the text. */
  rendering: Rendering
  /** The visible text, for the search. */
  text: string
  /** In minutes. */
  readTime: number
}

/**
 * Renders a text before it is stored. A public text must be renderable; any other may be stored without its rendering, so that its author can
 * continue later.
 * @param field the name of the text's field in the body
 * @param videos the stored details of the videos in the text
 * @throws TooIntricate, WorkerBusy: for a public text only
 */
export async function renderToSave(
  source: string,
  site: Site,
  { isPublic, field, ...options }: { isPublic: boolean; field: string; videos?: KnownVideos; headingOffset?: number },
): Promise<SavedText> {
  try {
    const rendered = await renderText(source, { siteOrigin: siteOriginOf(site), ...options })
    return { rendering: renderingOf(rendered, site), text: rendered.text, readTime: rendered.readTime }
  } catch (error) {
    if (isPublic)
      throw error instanceof TooIntricate
        ? new TooIntricate(`${error.message}. Simplify it, or save it as a draft.`, field)
        : error
    return {
      rendering: {
        renderedHtml: undefined,
        renderedHeadings: undefined,
        renderedBy: error instanceof TooIntricate ? rendererOf(site) : undefined,
      },
      text: source,
      readTime: Math.max(1, Math.round(source.length / 1_200)),
    }
  }
}

/** The visible text of a stored source, for the search. Nothing is stored. */
export async function visibleText(database: Database, site: Site, source: string): Promise<string> {
  const videos = await storedVideos(database, source)
  return (await renderToSave(source, site, { isPublic: false, field: '', videos })).text
}

/**
 * Increase it whenever the same source is rendered to different HTML, so that the next start renders stored texts again
 * (`renewRenderings`). A test fails when the output changes without it.
 */
export const rendererVersion = 7

/** The stored details of the videos of a text. */
export async function storedVideos({ db }: Pick<Database, 'db'>, source: string): Promise<KnownVideos> {
  const keys = videosIn(source).map(({ key }) => key)
  if (keys.length === 0) return {}
  const rows = await db.selectFrom('videos').selectAll().where('id', 'in', keys).execute()
  return Object.fromEntries(rows.map((row) => [row.id, videos.decode(row)]))
}

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

/** The texts of columns that each are one. */
export const textsOfColumns =
  (names: string[]): TextsOf =>
  (columns) =>
    Object.fromEntries(names.map((name) => [name, String(columns[name] ?? '')]))

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
