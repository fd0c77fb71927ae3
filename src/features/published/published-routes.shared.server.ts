import type { FastifyInstance, FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import type { LinkContext } from '#content/render/record-links.ts'
import { renderToSave, shownText, storedVideos } from '#content/render/stored-rendering.ts'
import type { StaffListQuery } from '#contract/lists.ts'
import { endedPreview, previewQuery } from '#contract/unpublished.ts'
import { keepVideos } from '#features/videos/videos.shared.server.ts'
import { otherCover } from '#media/server/media-uses.ts'
import { pictureFields } from '#media/server/store-upload.ts'
import type { Database } from '#server/database/connect.ts'
import type { Table } from '#server/database/table.ts'
import type { AppContext } from '#server/feature.ts'
import { asksForAll, paginate, sendWholeList } from '#server/http/long-lists.ts'
import { route } from '#server/http/route.ts'
import { endedLink, findPerson, findPreviewOf } from '#server/record/preview-links.ts'
import type { PrepareContext } from '#server/resource/resource.ts'
import { gone, notFound } from '#server/runtime/http-error.ts'
import type { publishedContent, Reader } from './published-content.shared.server.ts'

type AnyContent = ReturnType<typeof publishedContent<Table, string, string>>
/** The queries of any kind. */
type Content = Pick<AnyContent, 'keys' | 'staffRows' | 'inListOrder' | 'findUnrendered'> & {
  kind: { table: Table; flag: string; text: string; person: { as: string; table: Table; column: string } }
  toStaffSummary(row: object): object
  find(parts: LinkContext, id: string, reader: Reader): Promise<{ imageUrl?: string | undefined } | undefined>
}
type Context = Pick<AppContext, 'database' | 'config' | 'fetchOutside'>

/**
 * Redirects from a former slug to the current one.
 * @param former says where the record is now, and whether it was deleted
 * @throws HttpError 410 for a record in the trash that visitors had seen, else 404
 */
export async function redirectFormer(
  reply: FastifyReply,
  { findCurrentSlug, isGone }: Pick<AnyContent, 'findCurrentSlug' | 'isGone'>,
  { database, path, label, slug }: { database: Database; path: string; label: string; slug: string },
): Promise<FastifyReply> {
  const current = await findCurrentSlug(database, slug)
  if (current !== undefined) return reply.redirect(`/api${path}/${encodeURIComponent(current)}`, 301)
  throw (await isGone(database, slug)) ? gone(`${label} not found`) : notFound(`${label} not found`)
}

/** Reads more fields of records, and returns a function that adds them to a record. @param ids left out for all records */
type AddMore = (ids?: string[]) => Promise<(found: object) => object>

type StaffList = {
  query: StaffListQuery & { sort?: string | undefined }
  item: z.ZodMiniType
  /** The field of the answer that holds the list; without it the answer is the list. */
  field?: string
  /** For fields that are in other tables. */
  add?: AddMore
  /** For filters that only this kind has. */
  narrow?: Parameters<Content['staffRows']>[2]
}

/** Answers the staff's list: a page of it, or all of it as a stream where no parameter is given. */
export async function sendStaffList(
  reply: FastifyReply,
  content: Content,
  database: Database,
  { query, item, field, add = async () => (found) => found, narrow }: StaffList,
): Promise<never> {
  const { keys, staffRows, inListOrder, toStaffSummary } = content
  const rows = await staffRows(database, query, narrow)
  if (asksForAll(query)) {
    const addTo = await add()
    const toItem = (row: object) => addTo(toStaffSummary(row))
    return sendWholeList(reply, rows, keys, { item, toItem, ...(field && { field }) }) as never
  }
  const found = await paginate(reply, query, inListOrder(database, rows, query.sort))
  const page = found.map(toStaffSummary).map(await add(found.map(({ id }) => id)))
  return (field ? { [field]: page } : page) as never
}

type ShownRecord = { imageUrl?: string | undefined } & Record<string, unknown>

type Preview = {
  table: Table
  find(id: string): Promise<ShownRecord | undefined>
  /** The fields of an answer for the columns of a working copy or a former version. @param stored the record as it is */
  changed(columns: Record<string, unknown>, stored: ShownRecord): Promise<object>
}

type PreviewAnswer = {
  /** The name of the record, which is also its field in the answer. */
  one: string
  answer: z.ZodMiniType
  toAnswer?: (found: ShownRecord) => Promise<object>
}

/** The call behind a preview link: anyone with its token sees the record with its unpublished changes, or the version of its review. */
export function previewRoute(
  app: FastifyInstance,
  database: Database,
  { table, find, changed }: Preview,
  { one, answer, toAnswer = async (found) => found }: PreviewAnswer,
): void {
  route(app, `GET /previews/${table.name}/:token`, {
    access: 'public',
    summary: `Get the ${one} of a preview link`,
    description:
      'Never cached. A link that has ended, was revoked or never existed answers 404. One of a review shows the version that is to be reviewed, or with `version=latest` the latest one that was shared with the same guest.',
    query: previewQuery,
    answer: { 200: answer, 404: endedPreview },
    handler: async ({ params, query }, reply) => {
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex, nofollow')
      const found = await findPreviewOf(database, table, params.token, query.version === 'latest')
      if ('withdrawnBy' in found)
        return reply.code(404).send({ message: 'This review was withdrawn.', code: 'gone', was: found })
      const { id, columns: version, ...info } = found
      // Its address is the present one.
      const { slug: _, path: __, ...columns } = version ?? {}
      const stored = await find(id)
      if (!stored) throw endedLink()
      const shown = version
        ? { ...stored, ...otherCover(stored, version), ...(await changed(columns, stored)) }
        : stored
      return { ...info, [one]: await toAnswer(shown) }
    },
  })
}

/** The preview of an entity with its own pages. */
export function previewedContent(
  content: Content,
  parts: Pick<AppContext, 'database' | 'config' | 'entities'>,
): Preview {
  const { database, config } = parts
  const { table, text, person } = content.kind
  return {
    table,
    find: (id) => content.find(parts, id, 'staff'),
    async changed(fields) {
      const source = String(fields[text] ?? '')
      const videos = await storedVideos(database, source)
      const { rendering } = await renderToSave(source, config, { isPublic: false, field: text, videos })
      const { html, headings } = await shownText(parts, source, rendering)
      const named = await findPerson(database, person.table.name, fields[person.column])
      return { ...fields, ...(named && { [person.as]: named }), [`${text}Html`]: html, headings }
    },
  }
}

type RecordInput = { imageUrl?: string | undefined; imageAlt?: string | undefined; [field: string]: unknown }

/** The slow part of a save, done before its transaction: the columns that follow from the picture and the text of a record. */
export async function columnsToSave(
  { kind: { flag, text } }: Content,
  { database, config, fetchOutside }: Context,
  { imageUrl, imageAlt, ...input }: RecordInput,
  {
    stored,
    initially,
    upload,
    isDraft,
  }: Pick<PrepareContext<object>, 'stored' | 'upload' | 'isDraft'> & { initially: boolean },
) {
  const before = stored as Record<string, unknown> | undefined
  const source = String(input[text] ?? before?.[text] ?? '')
  const { rendering, ...saved } = await renderToSave(source, config, {
    isPublic: Boolean(input[flag] ?? before?.[flag] ?? initially),
    field: text,
    videos: await keepVideos({ database, fetchOutside }, source, { isDraft }),
  })
  const picture = await pictureFields(database, { imageUrl, imageAlt }, upload)
  return { ...saved, columns: { ...picture, ...rendering } }
}

/** The columns for the flags of a record: the text of one that becomes public is rendered, unless that was done when it was saved. */
export const columnsOfFlags =
  ({ kind: { flag, text }, findUnrendered }: Content, { database, config }: Context) =>
  async (id: string, flags: Record<string, unknown>): Promise<{ columns: object; read?: object }> => {
    const source = flags[flag] ? await findUnrendered(database, id) : undefined
    if (source === undefined) return { columns: flags }
    const videos = await storedVideos(database, source)
    const { rendering } = await renderToSave(source, config, { isPublic: true, field: text, videos })
    return { columns: { ...flags, ...rendering }, read: { [text]: source } }
  }
