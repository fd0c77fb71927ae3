import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import * as z from 'zod/mini'
import { doneBody } from '#contract/fields.ts'
import { inSentence, withArticle } from '#contract/labels.ts'
import { onlyDrafts } from '#contract/roles.ts'
import { copySlug, copyTitle } from '#contract/slugs.ts'
import { createdPreviewLink, newPreviewLink, previewLinkList } from '#contract/unpublished.ts'
import { signedAs } from '#server/activity/signed-as.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { addressOf } from '#server/database/lifecycle.ts'
import { describeIssue, route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { addPreviewLink, listPreviewLinks, revokePreviewLink } from '#server/record/preview-links.ts'
import { unusedSlug, withMadeSlug } from '#server/record/slugged.ts'
import { expectedVersion, ifMatch } from '#server/record/versions.ts'
import { discardCopy, saveDraft } from '#server/record/working-copies.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { type AnyResource, type AnyStore, accessOf } from './resource.ts'

type CopyRoutes = {
  resource: AnyResource
  store: AnyStore
  /** The route options and the schema of a call whose body is the record's input. */
  writing: RouteShorthandOptions
  body: object
  // biome-ignore lint/suspicious/noExplicitAny: the type of the record does not matter here
  draftOf: (request: FastifyRequest, stored: any) => Promise<unknown>
  /** The answer of a save, and its schema. */
  saved: z.ZodMiniType
  // biome-ignore lint/suspicious/noExplicitAny: see above
  answerTo: (request: FastifyRequest, answer: any, stored: any) => Promise<unknown>
}

/** The calls that save changes to a live record as draft, and that discard them. */
export function workingCopyRoutes(
  app: FastifyInstance,
  { resource, store, writing, body, draftOf, saved, answerTo }: CopyRoutes,
): void {
  const { path, label, table, record, columnsOfDraft, alongside } = resource
  if (!columnsOfDraft) return
  const name = inSentence(label)
  const access = accessOf(resource).write

  route(app, `PUT ${path}/:id/working-copy`, {
    access,
    ...writing,
    summary: `Save changes to a live ${name} as draft`,
    description:
      'Visitors see the live record until it is updated with `workingCopy=publish`. With `If-Match: "<version>"`, the call is refused with 409 when the stored version is another one.',
    headers: ifMatch,
    ...body,
    answer: saved,
    errors: [409],
    handler: async (request) => {
      const id = request.params.id
      const stored = await store.find(id)
      const draft = await draftOf(request, stored)
      const columns: Values = { ...columnsOfDraft(draft) }
      const version = expectedVersion(request)
      const address = addressOf(table)
      if (address && columns[address] !== stored[address]) await store.expectFreeAddress(id, columns[address])
      const work = async (trx: Transaction) => {
        const by = staffOf(request)
        const kept = await saveDraft(trx, { ...resource, id }, by, columns, version)
        if (kept) await alongside?.(trx, id, draft, by)
        return kept
      }
      await store.change(id, work, { unseen: true })
      return answerTo(request, await store.read(id), stored)
    },
  })

  route(app, `DELETE ${path}/:id/working-copy`, {
    access,
    summary: `Discard the unpublished changes of ${withArticle(label)}`,
    description: 'They stay in its history.',
    headers: ifMatch,
    answer: record,
    errors: [409],
    handler: async (request) => {
      const id = request.params.id
      const version = expectedVersion(request)
      await store.change(id, (trx) => discardCopy(trx, { table, id }, version), { unseen: true })
      return store.read(id)
    },
  })
}

/** The calls to share an unpublished record. */
export function previewLinkRoutes(
  app: FastifyInstance,
  database: Database,
  resource: AnyResource,
  read: (id: string) => Promise<unknown>,
): void {
  const { path, label, table } = resource
  const access = accessOf(resource).write
  route(app, `GET ${path}/:id/preview-links`, {
    access: 'staff',
    summary: `List the preview links of ${withArticle(label)}`,
    description: 'Only those that still work. Their tokens are not stored.',
    answer: previewLinkList,
    handler: async ({ params: { id } }) => ({ links: await listPreviewLinks(database, { table, id }) }),
  })

  route(app, `POST ${path}/:id/preview-links`, {
    access,
    activity: 'always',
    summary: `Make a preview link of ${withArticle(label)}`,
    description:
      'Anyone with the link sees the record, including unpublished changes, until the link expires or is revoked.',
    input: newPreviewLink,
    answer: { 201: createdPreviewLink },
    handler: async (request) => {
      const { id } = request.params
      await read(id)
      const { days } = request.body
      return addPreviewLink(database.db, { table, id }, { by: signedAs(staffOf(request)), days })
    },
  })

  route(app, `DELETE ${path}/:id/preview-links/:link`, {
    access,
    activity: 'always',
    summary: `Revoke a preview link of ${withArticle(label)}`,
    answer: doneBody,
    handler: async ({ params: { id, link } }) => {
      await revokePreviewLink(database, { table, id }, link)
      return { message: 'The link is revoked' }
    },
  })
}

type Values = Record<string, unknown>

/** @throws HttpError 422 when a value, stored by an older version, would be refused today */
function checked(input: z.ZodMiniType, values: Values): unknown {
  const { data, error } = z.safeParse(input, values)
  if (!error) return data
  throw new HttpError(422, 'This record has invalid values. Open and save it first.', error.issues.map(describeIssue))
}

/** The call that copies a record, as if its form had sent the same values. The copy is a separate, unpublished record. */
export function duplicateRoute(
  app: FastifyInstance,
  { db }: Database,
  resource: AnyResource,
  { create, read }: AnyStore,
): void {
  const { path, label, table, input, record, copy } = resource
  if (!copy) return

  route(app, `POST ${path}/:id/duplicate`, {
    access: accessOf(resource).write,
    summary: `Copy ${withArticle(label)}`,
    description: 'The copy is not public, has no schedule, and has its own address. Both share images.',
    answer: { 201: record },
    handler: async (request) => {
      const stored = (await read(request.params.id)) as Values
      const name = copyTitle(String(stored[copy.nameField]))
      const address = addressOf(table)
      const by = staffOf(request)
      const isDraft = onlyDrafts(by)
      return withMadeSlug(table, async () => {
        const slug = address && { [address]: await unusedSlug(db, table, copySlug(String(stored[address]))) }
        const own = { [copy.nameField]: name, ...slug, publishAt: null, unpublishAt: null }
        const values = checked(input, { ...stored, ...own, ...copy.values(stored) })
        const draft = await resource.prepare(values, { stored: undefined, copied: stored, upload: undefined, isDraft })
        return create(draft, by)
      })
    },
  })
}
