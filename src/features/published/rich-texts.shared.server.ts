import type { FastifyInstance } from 'fastify'
import { plainToHtml } from '#content/markup/plain-text.ts'
import { idPrefix } from '#content/markup/sanitise-schema.ts'
import { withRecordLinks } from '#content/render/record-links.ts'
import { notShownIn } from '#content/render/rendered-content.ts'
import { belowHeading, rendererOf, renderToSave, renewRenderings } from '#content/render/stored-rendering.ts'
import { keepVideos } from '#features/videos/videos.shared.server.ts'
import { presentRows } from '#server/database/lifecycle.ts'
import type { OrderedTable, Table } from '#server/database/table.ts'
import type { AppContext } from '#server/feature.ts'

type Parts = Pick<AppContext, 'database' | 'config' | 'entities' | 'fetchOutside'>
type Values = Record<string, unknown> & { active?: boolean | undefined }
type TextsRow = { renderedTexts?: Record<string, string> | undefined; [column: string]: unknown }

/**
 * The texts of an ordered entity with `textsColumns`: what its calls do with them.
 * @param names the columns of the texts
 */
export function richTexts<Name extends string>(table: OrderedTable & Table, names: Name[]) {
  const findStored = async ({ database: { db } }: Parts, id: string) => {
    const row = await presentRows(db, table).selectAll().where('id', '=', id).executeTakeFirst()
    return row && (table.decode(row) as unknown as TextsRow)
  }

  /** @throws TooIntricate, WorkerBusy: for public texts only */
  async function render({ database, config, fetchOutside }: Parts, values: Values, isPublic: boolean) {
    const renderedTexts: Record<string, string> = {}
    let renderedBy: string | undefined = rendererOf(config)
    for (const field of names) {
      const source = String(values[field] ?? '')
      const videos = await keepVideos({ database, fetchOutside }, source)
      const { rendering } = await renderToSave(source, config, { isPublic, field, videos, ...belowHeading })
      if (rendering.renderedHtml !== undefined) renderedTexts[field] = rendering.renderedHtml
      renderedBy &&= rendering.renderedBy
    }
    return { renderedTexts, renderedBy }
  }

  const htmlOf = async (parts: Parts, { renderedTexts, ...row }: Record<string, unknown>, scope = '') => {
    const rendered = renderedTexts as TextsRow['renderedTexts']
    const texts: [string, string][] = []
    for (const name of names) {
      const html = await withRecordLinks(parts, rendered?.[name] ?? plainToHtml(String(row[name])))
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
    /** The slow part of a save, done before its transaction: a body with the columns that follow from its texts. */
    async prepare(parts: Parts, body: Values, stored: object | undefined) {
      const input = withRichTexts(body)
      const values: Values = { ...stored, ...input }
      return { ...input, ...(await render(parts, values, values.active ?? true)) }
    },

    /** The parts of the texts in a body that pages will not show. */
    notShown(body: Values): Promise<string[]> {
      const input = withRichTexts(body)
      return notShownIn(names.flatMap((name) => (input[name] as string | undefined) ?? []))
    },

    /** The fields of a stored record that `prepare` reads. */
    reads: [...names, 'active'],

    /** The columns for the flags of a record: texts that become public are rendered, unless that was done when they were saved. */
    async flagColumns(parts: Parts, id: string, flags: { active?: boolean }) {
      const row = flags.active ? await findStored(parts, id) : undefined
      if (!row || names.every((name) => row.renderedTexts?.[name] !== undefined)) return { columns: flags }
      const read = Object.fromEntries(names.map((name) => [name, row[name]]))
      return { columns: { ...flags, ...(await render(parts, row, true)) }, read }
    },

    /**
     * The HTML of each text, such as `problemHtml`, with the current addresses of the records that it links to.
     * @param scope makes the ids in a text unique on a page with several records
     */
    htmlOf,

    /** The HTML of each text of a working copy, which is not stored. */
    async htmlOfCopy(parts: Parts, columns: Values) {
      return htmlOf(parts, { ...columns, ...(await render(parts, columns, false)) })
    },

    /** Renders the texts of an older renderer again, and those that never were. */
    renew: (app: FastifyInstance, parts: Parts) => renewRenderings(app, parts, table, names),
  }
}

/** Each tag of rendered HTML ends with the next `>`. */
const tag = /<[^>]+>/g
const ids = new RegExp(`( (?:id|aria-describedby)="| href="#)${idPrefix}`, 'g')

/** Rendered HTML whose ids, and the links to them, begin with `scope`. */
const withIdsOf = (scope: string, html: string) =>
  html.replaceAll(tag, (one) => one.replaceAll(ids, `$1${idPrefix}${scope}-`))
