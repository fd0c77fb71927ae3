import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cleanText } from '#contract/clean-text.ts'
import { labelOf, maxFileBytes } from '#contract/own-fields.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { createFileTurns } from '#server/runtime/work-queue.ts'
import { networksOf } from '#server/security/networks.ts'

/** A file of a visitor's form, at the field with this label. */
export type GivenFile = { label: string; name: string; bytes: Buffer; isTooLarge: boolean }

declare module 'fastify' {
  interface FastifyRequest {
    /** The files of a multipart form; none in any other body. */
    sentFiles: GivenFile[]
  }
}

/** The most files that are read; a form has at most four fields for one each. */
const mostFiles = 8

const fileTurns = createFileTurns()

/** Lets the calls of this plugin accept a visitor's form with files. */
export async function acceptFiles(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fieldNameSize: 2_000,
      fieldSize: 256 * 1024,
      fields: 60,
      fileSize: maxFileBytes,
      files: mostFiles,
      parts: 70,
      headerPairs: 50,
    },
  })
  app.decorateRequest('sentFiles')
  app.addHook('onRequest', async (request) => {
    request.sentFiles = []
  })
}

/** Browsers write quotation marks and line ends in names of fields and files as %22, %0D and %0A. */
const typed = (name: string) => name.replaceAll(/(%0D)?%0A|%0D/gi, ' ').replaceAll('%22', '"')

const longestName = 120

/** The name of a file without folders and invisible characters, some of which reverse the text direction. It ends with `.pdf`. */
const fileName = (name: string, label: string): string => {
  const shown = cleanText(typed(name.normalize()).split(/[\\/]/).at(-1) ?? '', ' ')
    .replace(/[\0\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/(\.pdf)+$/i, '')
    .trim()
  return `${shown.slice(0, longestName).toWellFormed() || label}.pdf`
}

/**
 * Converts a multipart body into the JSON body of the same call, before validation; its files are `request.sentFiles`. Other bodies do not
 * change. The fields of answers are named `answers.` and their label.
 */
export async function readMessage(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!request.isMultipart()) return
  const body: Record<string, unknown> = Object.create(null)
  const answers = new Map<string, string>()
  try {
    for await (const part of request.parts()) {
      const name = typed(part.fieldname)
      const label = labelOf(name)
      if (part.type === 'file') await readFile(request, reply, part, label)
      else {
        // Browsers send line ends as CR LF, whatever was typed.
        const text = String(part.value).replaceAll('\r\n', '\n')
        if (part.valueTruncated) throw tooLong(name)
        if (label === undefined) body[name] = text
        else answers.set(label, text)
      }
    }
  } catch (error) {
    discardRest(request)
    throw refusalOf(error)
  }
  request.body = { ...body, answers: Array.from(answers, ([label, value]) => ({ label, value })) }
}

const tooLong = (path: string) =>
  new HttpError(413, 'This text is too large.', [{ path, message: 'This text is too large (at most 256 KB).' }])

/** Files of other fields are read and dropped. One that is too large is cut, and refused where its field is known. */
async function readFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { filename, file }: MultipartFile,
  label: string | undefined,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of file) {
    if (label === undefined) continue
    if (chunks.length === 0 && request.sentFiles.every(({ bytes }) => bytes.length === 0))
      await fileTurns.acquireFor(networksOf(request.ip).host, reply)
    chunks.push(chunk)
  }
  // A field without a chosen file sends an empty one without a name.
  if (label === undefined || (filename === '' && chunks.length === 0)) return
  const bytes = Buffer.concat(chunks)
  request.sentFiles.push({ label, name: fileName(filename, label), bytes, isTooLarge: file.truncated })
}

/** Reads and drops the rest of the body, since most clients look for the answer only when they have sent everything. */
function discardRest({ raw }: FastifyRequest) {
  raw.unpipe()
  raw.resume()
}

function refusalOf(error: unknown): unknown {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (error instanceof HttpError) return error
  if (code === 'FST_FILES_LIMIT') return new HttpError(413, `At most ${mostFiles} files can be sent.`)
  // The parser's errors for a body that ends early or has no boundaries.
  return statusCode === undefined || statusCode === 406
    ? new HttpError(400, 'The form could not be understood.')
    : error
}
