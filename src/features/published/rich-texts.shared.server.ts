import type { FastifyInstance } from 'fastify'
import { plainToHtml } from '#content/markup/plain-text.ts'
import { idPrefix } from '#content/markup/sanitise-schema.ts'
import { videosIn } from '#content/markup/videos.ts'
import { withRecordLinks } from '#content/render/record-links.ts'
import { notShownIn } from '#content/render/rendered-content.ts'
import { renewRenderings } from '#content/render/renew-renderings.ts'
import {
  belowHeading,
  type HeadingPlace,
  rendererOf,
  renderToSave,
  storedVideos,
  type TextsOf,
  textsOfColumns,
} from '#content/render/stored-rendering.ts'
import { keepVideos } from '#features/videos/videos.shared.server.ts'
import { presentRows } from '#server/database/lifecycle.ts'
import type { OrderedTable, Table } from '#server/database/table.ts'
import type { AppContext } from '#server/feature.ts'

type Context = Pick<AppContext, 'database' | 'config' | 'entities' | 'fetchOutside'>
type Values = Record<string, unknown> & { active?: boolean | undefined }
type TextsRow = { renderedTexts?: Record<string, string> | undefined; [column: string]: unknown }

/** How many texts of a record are rendered at the same time, so that the workers have turns for others. */
const atOnce = 2

/**
 * Texts of an ordered entity with `textsColumns`, wherever they are in its columns: they are rendered when they are saved or become public.
 * @param columns the columns that contain the texts
 */
export function storedTexts(
  table: OrderedTable & Table,
  columns: string[],
  textsOf: TextsOf,
  headings: HeadingPlace = belowHeading,
) {
  /**
   * @param keep fetches new details of videos, for those who save a text
   * @throws TooIntricate, WorkerBusy: for public texts only
   */
  async function render(
    { database, config, fetchOutside }: Context,
    values: Values,
    isPublic: boolean,
    keep?: { isDraft: boolean },
    stored?: object,
  ) {
    const known = renderedIn(config, stored as Values | undefined)
    const renderedTexts: Record<string, string> = {}
    let renderedBy: string | undefined = rendererOf(config)
    const waiting = Object.entries(textsOf(values))
    const renderInTurn = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [field, source] = next
        const html = known.get(source)
        const rendering = html === undefined ? await renderOne(field, source) : { renderedHtml: html, renderedBy }
        if (rendering.renderedHtml !== undefined) renderedTexts[field] = rendering.renderedHtml
        renderedBy &&= rendering.renderedBy
      }
    }
    const renderOne = async (field: string, source: string) => {
      const videos = await (keep
        ? keepVideos({ database, fetchOutside }, source, keep)
        : storedVideos(database, source))
      const options = { isPublic, field, videos, ...headings }
      return (await renderToSave(source, config, options)).rendering
    }
    await Promise.all(Array.from({ length: atOnce }, renderInTurn)).finally(() => {
      // A text that is refused ends the work on the others.
      waiting.length = 0
    })
    return { renderedTexts, renderedBy }
  }

  /** The HTML of the texts of a row by their sources, if it is what the renderer makes today. That of videos may change. */
  function renderedIn(config: Context['config'], row: Values | undefined): Map<string, string> {
    const { renderedTexts = {}, renderedBy } = (row ?? {}) as TextsRow
    if (!row || renderedBy !== rendererOf(config)) return new Map()
    return new Map(
      Object.entries(textsOf(row)).flatMap(([field, source]) => {
        const html = renderedTexts[field]
        return html === undefined || videosIn(source).length > 0 ? [] : [[source, html] as const]
      }),
    )
  }

  return {
    render,

    /** The columns of a save: the values that a form sent, with their texts rendered. */
    async prepare(
      context: Context,
      input: Values,
      { stored, isDraft }: { stored: object | undefined; isDraft: boolean },
    ): Promise<Values> {
      const values: Values = { ...stored, ...input }
      return { ...input, ...(await render(context, values, values.active ?? true, { isDraft }, stored)) }
    },

    reads: [...columns, 'active'],

    /** Texts that become public are rendered, unless that was done when they were saved. */
    async flagColumns(context: Context, id: string, flags: { active?: boolean }) {
      const rows = presentRows(context.database.db, table).selectAll().where('id', '=', id)
      const row = flags.active ? await rows.executeTakeFirst() : undefined
      const stored = row && (table.decode(row) as TextsRow)
      if (!stored || Object.keys(textsOf(stored)).every((name) => stored.renderedTexts?.[name] !== undefined))
        return { columns: flags }
      const read = Object.fromEntries(columns.map((name) => [name, stored[name]]))
      return { columns: { ...flags, ...(await render(context, stored, true)) }, read }
    },

    /** Renders the texts of an older renderer again, and those that never were. */
    renew: (app: FastifyInstance, context: Context) => renewRenderings(app, context, table, columns, textsOf, headings),
  }
}

/**
 * The texts of an ordered entity with `textsColumns`: what its calls do with them.
 * @param names the columns of the texts
 */
export function richTexts<Name extends string>(table: OrderedTable & Table, names: Name[]) {
  const texts = storedTexts(table, names, textsOfColumns(names))

  const htmlOf = async (context: Context, { renderedTexts, ...row }: Record<string, unknown>, scope = '') => {
    const rendered = renderedTexts as TextsRow['renderedTexts']
    const texts: [string, string][] = []
    for (const name of names) {
      const html = await withRecordLinks(context, rendered?.[name] ?? plainToHtml(String(row[name])))
      texts.push([`${name}Html`, withIdsOf(`${scope}${name}`, html)])
    }
    return Object.fromEntries(texts) as { [Field in `${Name}Html`]: string }
  }

  /** A body with rich texts, in place of the plain ones of a call that has these. */
  function withRichTexts({ format, ...input }: Values): Values {
    const sent = format === 'plain' ? names.filter((name) => input[name] !== undefined) : []
    return { ...input, ...Object.fromEntries(sent.map((name) => [name, plainToHtml(String(input[name]))])) }
  }

  return {
    /** The differences from an ordered entity without rich texts. */
    differences: (context: Context) => ({
      prepare: (body: Values, of: { stored: object | undefined; isDraft: boolean }) =>
        texts.prepare(context, withRichTexts(body), of),
      notShown(body: Values): Promise<string[]> {
        const input = withRichTexts(body)
        return notShownIn(names.flatMap((name) => (input[name] as string | undefined) ?? []))
      },
      reads: texts.reads,
      flagColumns: (id: string, flags: { active?: boolean }) => texts.flagColumns(context, id, flags),
    }),

    /**
     * The HTML of each text, such as `problemHtml`, with the current addresses of the records that it links to.
     * @param scope makes the ids in a text unique on a page with several records
     */
    htmlOf,

    /** The HTML of each text of a working copy, which is not stored. */
    async htmlOfCopy(context: Context, columns: Values) {
      return htmlOf(context, { ...columns, ...(await texts.render(context, columns, false)) })
    },

    /** Renders the texts of an older renderer again, and those that never were. */
    renew: texts.renew,
  }
}

/** Each tag of rendered HTML ends with the next `>`. */
const tag = /<[^>]+>/g
const ids = new RegExp(`( (?:id|aria-describedby)="| href="#)${idPrefix}`, 'g')

/** Rendered HTML whose ids, and the links to them, begin with `scope`. */
export const withIdsOf = (scope: string, html: string) =>
  html.replaceAll(tag, (one) => one.replaceAll(ids, `$1${idPrefix}${scope}-`))
