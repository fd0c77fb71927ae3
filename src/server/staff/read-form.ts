import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { maxUploadBytes } from '#features/media/upload.contract.ts'
import { ApiError } from '../errors.ts'
import { type FormValues, valuesOfForm } from './form-values.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The file that came with a form, in the field `image`. */
    upload: Buffer | undefined
  }
}

/** The longest text of a form, in bytes: more than any contract allows, so that a contract's own words speak first. */
const maxFieldBytes = 4 * 1024 * 1024

const tooLong = (field: string) =>
  new ApiError(413, 'This text is too large.', [{ path: field, message: 'This text is too large (at most 4 MB).' }])
const tooLarge = () =>
  new ApiError(413, 'The picture is too large: at most 10 MB.', [{ path: 'image', message: 'The picture is too large: at most 10 MB.' }])
const broken = () => new ApiError(400, 'The form could not be understood.')

/** The file field of a multipart body, for the documentation; the file itself is `request.upload`. */
export const fileField = z.unknown().register(z.globalRegistry, {
  type: 'string',
  format: 'binary',
  description: 'A picture: JPEG, PNG, WebP, AVIF or GIF, at most 10 MB and 60 megapixels. With a multipart body alone.',
})

/** Lets the routes of this plugin take multipart forms; those outside it go on to refuse them by their type. */
export async function takeForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { fieldSize: maxFieldBytes, fields: 300, fileSize: maxUploadBytes, files: 1, parts: 301, headerPairs: 50 },
  })
  app.decorateRequest('upload', undefined)
}

/**
 * Turns a multipart body into what the same call would have as JSON, before it is checked against its contract; other bodies pass.
 * @param contract the object that the body is to be
 */
export const readForm = (contract: z.ZodMiniObject) => async (request: FastifyRequest) => {
  if (!request.isMultipart()) return
  const values: FormValues = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') await takeFile(request, part)
      else if (part.valueTruncated) throw tooLong(part.fieldname)
      else values[part.fieldname] = [...(values[part.fieldname] ?? []), asTyped(part.value)]
    }
  } catch (error) {
    const { code, statusCode } = error as { code?: string; statusCode?: number }
    if (error instanceof ApiError) throw error
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge()
    // What the parser says of a body that ends in the middle or has no boundaries.
    if (statusCode === undefined || statusCode === 406) throw broken()
    throw error
  }
  request.body = valuesOfForm(contract, values)
}

/** Browsers send the line ends of a multipart text as CR LF, whatever was typed. A part that says it is JSON comes read already. */
const asTyped = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : JSON.stringify(value))

/** A form whose picture was not chosen sends an empty file. */
async function takeFile(request: FastifyRequest, part: MultipartFile) {
  const bytes = await part.toBuffer()
  if (part.fieldname === 'image' && bytes.length > 0) request.upload = bytes
}
