import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { maxUploadBytes } from '#contract/media-library.ts'
import { onlyDrafts } from '#contract/roles.ts'
import { signedAs } from '#server/activity/signed-as.ts'
import { staffOf } from '#server/identity/access.ts'
import { disconnectSignal, HttpError, invalid } from '#server/runtime/http-error.ts'
import { createFairSemaphore } from '#server/runtime/work-queue.ts'

/**
 * An uploaded file, the id of the member of staff who sent it, and a signal that aborts when their client disconnects. `name` is the file's,
 * as the client calls it, and `by` that of the person. `profileId` is set for an author's own picture. A
 * decorative picture needs no alternative text.
 */
export type Upload = {
  bytes: Buffer
  owner: string
  signal: AbortSignal
  name?: string | undefined
  by?: string | undefined
  profileId?: string
  decorative?: boolean
  /** It is of someone who writes drafts only, and cannot bring an item back from the trash. */
  isDraft?: boolean
}

/** The error message while too many pictures are being uploaded. */
export const uploadsBusy = 'Many images are being uploaded. Please try again in a moment.'
/** Limits the uploads in memory. Further ones stay with their senders, who time out after some minutes. */
export const uploadSemaphore = createFairSemaphore({
  permits: 8,
  permitsPerOwner: 4,
  queuePerOwner: 20,
  timeout: 60_000,
  busyMessage: uploadsBusy,
})

declare module 'fastify' {
  interface FastifyRequest {
    /** The file in the field `image` of a multipart form. */
    upload: Upload | undefined
    /** The largest file that the form may have, in bytes. */
    maxUpload: number
  }
}

/** The longest text of a form, in bytes: more than any contract allows, so that the contract's own message is the answer. */
const maxFieldBytes = 4 * 1024 * 1024
/** All texts of a form together, in characters. */
const maxTextLength = 5 * 1024 * 1024

const tooLong = (field: string) =>
  new HttpError(413, 'This text is too large.', [{ path: field, message: 'This text is too large (at most 4 MB).' }])
/** @param max the limit, in bytes */
export const tooLarge = (max: number) => {
  const message = `The ${max === maxUploadBytes ? 'image' : 'file'} is too large: at most ${max / 1024 / 1024} MB.`
  return new HttpError(413, message, [{ path: 'image', message }])
}

/** The file field of a multipart body, for the API documentation; the file itself is `request.upload`. */
const fileOf = (description: string) =>
  z.optional(z.unknown().register(z.globalRegistry, { type: 'string', format: 'binary', description }))

const image = 'An image: JPEG, PNG, WebP, AVIF or GIF, at most 10 MB and 60 megapixels'
/** In a body that may be JSON too. */
export const fileField = fileOf(`${image}. Only with a multipart body.`)

/** A form that is a file. @param others which files it may be besides an image */
export const fileForm = (others = '') =>
  z.object({ image: fileOf(`${image}${others}.`) }).register(z.globalRegistry, { required: ['image'] })

/** Lets the routes of this plugin accept multipart forms. Routes outside it still answer 415. */
export async function acceptForms(app: FastifyInstance, maxUpload = maxUploadBytes): Promise<void> {
  await app.register(multipart, {
    limits: { fieldSize: maxFieldBytes, fields: 300, fileSize: maxUpload, files: 1, parts: 301, headerPairs: 50 },
  })
  app.decorateRequest('upload', undefined)
  app.decorateRequest('maxUpload', maxUpload)
}

/**
 * Converts a multipart body into the JSON body of the same call, before validation; other bodies do not change.
 * @param contract the schema of the body
 */
export const readForm = (contract: z.ZodMiniObject) => async (request: FastifyRequest, reply: FastifyReply) => {
  if (!request.isMultipart()) return
  const values: FormValues = {}
  let length = 0
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') await readFile(request, reply, part)
      else {
        const text = asTyped(part.value)
        length += text.length
        if (part.valueTruncated || length > maxTextLength) throw tooLong(part.fieldname)
        values[part.fieldname] = [...(values[part.fieldname] ?? []), text]
      }
    }
  } catch (error) {
    discardRest(request)
    const { code, statusCode } = error as { code?: string; statusCode?: number }
    if (error instanceof HttpError) throw error
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge(request.maxUpload)
    // The parser's errors for a body that ends early or has no boundaries.
    if (statusCode === undefined || statusCode === 406) throw new HttpError(400, 'The form could not be understood.')
    throw error
  }
  request.body = valuesOfForm(contract, values)
}

/**
 * The picture that was sent with a form.
 * @throws HttpError 422 when none was
 */
export function pictureOf({ upload }: FastifyRequest): Upload {
  if (!upload) throw invalid('image', 'Please choose an image.')
  return upload
}

/** Reads and drops the rest of the body, since most clients look for the answer only when they have sent everything. */
function discardRest({ raw }: FastifyRequest) {
  raw.unpipe()
  raw.resume()
}

/** Browsers send line ends in a multipart text as CR LF, whatever was typed. A part with the type JSON arrives parsed. */
const asTyped = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : JSON.stringify(value))

/** Browsers encode quotation marks and line ends in file names as %22, %0D and %0A. */
const typed = (filename: string) => filename.replaceAll(/%0D|%0A/gi, ' ').replaceAll('%22', '"')

/**
 * Reads the picture of a form into memory, once the semaphore allows it; until then its bytes stay with the sender. A form without a chosen
 * picture sends an empty file, which needs no permit.
 */
async function readFile(request: FastifyRequest, reply: FastifyReply, { fieldname, filename, file }: MultipartFile) {
  const chunks: Buffer[] = []
  const staff = staffOf(request)
  const isDraft = onlyDrafts(staff)
  const owner = staff.id
  for await (const chunk of file) {
    if (fieldname !== 'image') continue
    if (chunks.length === 0) await uploadSemaphore.acquireFor(owner, reply)
    chunks.push(chunk)
  }
  if (file.truncated) throw tooLarge(request.maxUpload)
  if (chunks.length > 0)
    request.upload = {
      ...{ bytes: Buffer.concat(chunks), owner, by: signedAs(staff), isDraft, name: typed(filename) },
      signal: disconnectSignal(reply),
    }
}

/** The values of a form's fields; a field may be sent several times. */
type FormValues = Record<string, string[]>

/** How `undefined`, `null` and objects look when a script appends them to a form. */
const nothing = ['undefined', 'null', '[object Object]']

/**
 * Converts a form's texts to the types of a contract: `'false'` becomes false, a blank number 0, and a list is JSON or a field sent several
 * times. An object is JSON too, and a blank one null. A text that cannot be converted stays a text, which the contract refuses. Unknown fields are dropped.
 */
function valuesOfForm(contract: z.ZodMiniObject, form: FormValues): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(contract.shape)) {
    const sent = form[name]
    const last = sent?.at(-1)
    if (sent === undefined || last === undefined) continue
    const { type, optional } = kindOf(schema as z.ZodMiniType)
    if (optional && nothing.includes(last)) continue
    values[name] = type === 'array' ? listOf(sent) : type === 'object' ? objectOf(last) : convert(type, last)
  }
  return values
}

function convert(type: string, text: string): unknown {
  const value = text.trim().toLowerCase()
  if (type === 'boolean')
    return ['true', 'on', '1'].includes(value) ? true : ['false', 'off', '0', ''].includes(value) ? false : text
  if (type === 'number') return Number.isFinite(Number(value)) ? Number(value) : text
  return text
}

function listOf(sent: string[]): unknown {
  if (sent.length > 1) return sent
  const [text = ''] = sent
  return text.trim() === '' ? [] : jsonOf(text)
}

const objectOf = (text: string): unknown => (text.trim() === '' ? null : jsonOf(text))

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The type of a schema that a caller sends, without its wrappers. */
function kindOf(schema: z.ZodMiniType): { type: string; optional: boolean } {
  const def = schema._zod.def as { type: string; innerType?: z.ZodMiniType; in?: z.ZodMiniType }
  const inner = def.innerType ?? (def.type === 'pipe' ? def.in : undefined)
  return inner ? { type: kindOf(inner).type, optional: true } : { type: def.type, optional: false }
}
