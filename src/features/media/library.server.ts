import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { doneBody } from '#contract/fields.ts'
import { parseImageUrl } from '#contract/media.ts'
import {
  type MediaDetail,
  type MediaInput,
  maxFileBytes,
  maxUploadBytes,
  mediaDetail,
  mediaInput,
  mediaItem,
  mediaListQuery,
  uploadedImage,
} from '#contract/media-library.ts'
import { onlyDrafts } from '#contract/roles.ts'
import { mediaAliases, mediaItems } from '#media/media.table.ts'
import { eraseItem } from '#media/server/media-store.ts'
import { isPicture, storeFile, storeUpload } from '#media/server/store-upload.ts'
import { signedAs } from '#server/activity/signed-as.ts'
import type { Database } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { updateRow } from '#server/database/rows.ts'
import type { Row } from '#server/database/table.ts'
import { feature } from '#server/feature.ts'
import { OutsideError } from '#server/http/fetch-outside.ts'
import { paginate } from '#server/http/long-lists.ts'
import { route } from '#server/http/route.ts'
import { requirePermission, staffOf } from '#server/identity/access.ts'
import { defineEntity } from '#server/record/entity.ts'
import { asConflict, expectedVersion, ifMatch, lockRow } from '#server/record/versions.ts'
import { acceptForms, fileForm, pictureOf, readForm, type Upload, uploadSemaphore } from '#server/resource/read-form.ts'
import { disconnectSignal, invalid } from '#server/runtime/http-error.ts'
import { findMedia, findMediaRow, libraryItems, toMediaItem } from './library-queries.server.ts'
import {
  eraseMedia,
  expectMayDescribe,
  mayDescribe,
  replaceMedia,
  trashMedia,
  unknownMedia,
} from './media-changes.server.ts'

const withFile = {
  consumes: ['multipart/form-data'],
  input: fileForm('; an SVG; or a PDF of at most 20 MB'),
}

export const mediaEntity = defineEntity(mediaItems, {
  label: 'Media',
  record: mediaDetail,
  sides: [{ table: mediaAliases, key: 'id', parts: { target: 'mediaItems' } }],
  plural: 'Media',
  calls: 'media',
  foundBy: [],
  erase: eraseItem,
})

export const mediaRoutes = feature('Media library', async (app, context) => {
  const { database } = context
  await acceptForms(app, maxFileBytes)
  const read = async (id: string, request: FastifyRequest): Promise<MediaDetail> => {
    const found = await findMedia(context, id)
    if (!found) throw unknownMedia()
    return { ...found, mayDescribe: await mayDescribe(context, database.db, id, staffOf(request)) }
  }

  route(app, 'GET /media', {
    access: 'staff',
    summary: 'List the media library, newest first',
    description:
      '`search` looks in name, alternative text, caption and credit; `status` is `pictures`, `files`, `unused` or `undescribed`: images without an alternative text that are not decorative. The header `X-Total-Count` says how many match.',
    query: mediaListQuery,
    answer: z.array(mediaItem),
    handler: async ({ query }, reply) => {
      const rows = await paginate(reply, query, libraryItems(database, query))
      return rows.map((row) => toMediaItem(mediaItems.decode(row) as Row<typeof mediaItems> & { used: number }))
    },
  })

  route(app, 'GET /media/:id', {
    access: 'staff',
    summary: 'Get an image or file with its uses',
    answer: mediaDetail,
    handler: async (request) => read(request.params.id, request),
  })

  route(app, 'POST /media', {
    access: 'writeContent',
    activity: 'always',
    preValidation: readForm(z.object({})),
    summary: 'Add an image or a PDF to the library',
    description:
      'The file is in the field `image`. The same file is stored once. A PDF has at most 20 MB. Of an animation the first frame is kept, and `still` says so.',
    ...withFile,
    answer: { 201: mediaDetail },
    handler: async (request) => {
      const { id, ...more } = await store(database, request.upload)
      return { ...(await read(id, request)), ...more }
    },
  })

  route(app, 'PUT /media/:id', {
    access: 'writeContent',
    summary: 'Describe an image or file',
    description:
      'Omitted fields keep their values. `decorative: true` empties `alt`, and a text in `alt` ends `decorative`. For those who may not publish, 403 for one that is used in more than drafts.',
    headers: ifMatch,
    input: mediaInput,
    answer: mediaDetail,
    errors: [409],
    handler: async (request) => {
      const { id } = request.params
      // Link previews are cropped around the focal point.
      await changeContent(database, async (trx) => {
        if (!(await lockRow(trx, mediaItems, id, expectedVersion(request)))) throw unknownMedia()
        await expectMayDescribe(context, trx, id, staffOf(request))
        await updateRow(trx, mediaItems, id, { ...described(request.body), updatedBy: signedAs(staffOf(request)) })
      }).catch(asConflict(() => findMedia(context, id)))
      return read(id, request)
    },
  })

  route(app, 'POST /media/:id/replace', {
    access: 'publish',
    preValidation: readForm(z.object({})),
    summary: 'Replace an image or file wherever it is used',
    description:
      'The former address leads to the new one. The answer is the new item, with the description of the former one, which goes to the trash.',
    ...withFile,
    answer: mediaDetail,
    errors: [409],
    handler: async (request) => {
      const { id } = request.params
      const old = await findMediaRow(database, id)
      if (!old) throw unknownMedia()
      if (request.upload && isPicture(request.upload.bytes) !== (old.kind === 'picture'))
        throw refused(`Please choose ${old.kind === 'picture' ? 'an image' : 'a PDF'} to replace it.`)
      const { id: next, ...more } = await store(database, request.upload)
      if (next !== id) await replaceMedia(database, app.resources, old, next, staffOf(request))
      return { ...(await read(next, request)), ...more }
    },
  })

  route(app, 'DELETE /media/:id', {
    access: 'publish',
    summary: 'Move an image or file to the trash',
    description:
      'Its address answers 410 until it is restored. Refused with 409 while a record uses it; `issues` lists those records, with `entity/id` as path.',
    answer: doneBody,
    errors: [409],
    handler: async (request) => {
      await trashMedia(context, request.params.id, staffOf(request))
      return { message: 'Moved to the trash' }
    },
  })

  route(app, 'POST /media/:id/erase', {
    access: 'publish',
    session: true,
    summary: 'Delete an image or file for good, past the trash',
    description:
      'Its address answers 404 at once. Only owners may delete an item that a record still uses; pages then show nothing in its place.',
    answer: doneBody,
    handler: async (request) => {
      await eraseMedia(database, request.params.id, () => requirePermission(request, 'manage'))
      return { message: 'Deleted for good' }
    },
  })
})

const refused = (message: string) => invalid('image', message)

async function store(database: Database, upload: Upload | undefined): Promise<{ id: string; still?: true }> {
  if (!upload) throw refused('Please choose a file.')
  if (!isPicture(upload.bytes)) return { id: await storeFile(database, upload) }
  const { url, still } = await storeUpload(database, upload)
  return { id: parseImageUrl(url)?.hash ?? '', ...(still && { still }) }
}

/** A picture either has an alternative text or is decorative. */
function described(input: MediaInput): SentFields<MediaInput> {
  const fields = given(input)
  if (fields.decorative) return { ...fields, alt: '' }
  return fields.alt ? { ...fields, decorative: false } : fields
}

type SentFields<Fields> = { [K in keyof Fields]: Exclude<Fields[K], undefined> }

/** Without the fields that were not sent, which updating would empty. */
const given = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as SentFields<Fields>

export const imageRoutes = feature('Images', async (app, { database, fetchOutside }) => {
  await acceptForms(app)
  route(app, 'POST /images', {
    access: 'writeContent',
    activity: 'step',
    preValidation: readForm(z.object({})),
    summary: 'Upload an image',
    description:
      'The answer has the address to store with a record or to use in content. The same file always gets the same address. Of an animation the first frame is kept, and `still` says so.',
    consumes: ['multipart/form-data'],
    input: fileForm(),
    answer: { 201: uploadedImage },
    handler: async (request) => storeUpload(database, pictureOf(request)),
  })
  route(app, 'POST /images/fetch', {
    access: 'writeContent',
    activity: 'step',
    summary: 'Copy an image from another site to the library',
    description:
      'For images pasted with a text. The answer is that of an upload. An image that cannot be fetched answers 422 with the reason.',
    input: z.object({ url: z.string().check(z.maxLength(2_000)) }),
    answer: { 201: uploadedImage },
    handler: async (request, reply) => {
      const owner = staffOf(request).id
      await uploadSemaphore.acquireFor(owner, reply)
      const signal = disconnectSignal(reply)
      const isDraft = onlyDrafts(staffOf(request))
      const refused = (message: string) => invalid('url', message)
      const answer = await fetchOutside(request.body.url, { maxBytes: maxUploadBytes, timeout: 5_000, signal }).catch(
        (error) => {
          throw error instanceof OutsideError ? refused(error.message) : error
        },
      )
      if (answer.status !== 200) throw refused(`The site answered with ${answer.status}.`)
      return storeUpload(database, { bytes: answer.body, owner, signal, isDraft })
    },
  })
})
