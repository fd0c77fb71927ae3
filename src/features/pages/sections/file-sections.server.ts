import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { ZipFile } from 'yazl'
import * as z from 'zod/mini'
import { cleanText } from '#contract/clean-text.ts'
import { type Download, findDownloads, readDownload } from '#media/server/downloads.ts'
import { isLiveRow } from '#server/database/lifecycle.ts'
import type { AppContext } from '#server/feature.ts'
import { attachment } from '#server/http/attachment.ts'
import { route } from '#server/http/route.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { isReadable } from '../check-sections.server.ts'
import type { StoredSection } from '../pages.contract.ts'
import type { kind } from './files.contract.ts'
import type { PageColumns, Resolver } from './resolver.server.ts'
import type { Stored } from './section.contract.ts'

type Listed = Stored<typeof kind>['files'][number] & { download: Download }

/** The files of a section that are still there. */
async function filesOf({ database }: AppContext, section: StoredSection): Promise<Listed[]> {
  const { files } = section as Stored<typeof kind>
  const found = await findDownloads(
    database,
    files.map(({ fileUrl }) => fileUrl),
  )
  return files.flatMap((file) => {
    const download = found.get(file.fileUrl)
    return download ? [{ ...file, download }] : []
  })
}

const types = { pdf: 'PDF', jpg: 'JPEG', png: 'PNG', webp: 'WebP' }

/** A picture in its original form, and all files as one, have an address of the page, so that they are public only with it. */
export const files: Resolver = async ({ section, at, page, context }) => {
  const found = await filesOf(context, section)
  if (found.length === 0) return undefined
  const isPublic = isLiveRow('active', page, context.database.now())
  const here = `/api/pages/${page.id}/files/${at}`
  return {
    files: found.map(({ download: { id, extension, size, tone }, ...file }) => ({
      ...file,
      ...{ type: types[extension], size, tone },
      ...(extension !== 'pdf' && { imageUrl: file.fileUrl, fileUrl: isPublic ? `${here}/${id}` : file.fileUrl }),
    })),
    ...(isPublic && found.length > 1 && { zip: `${here}/all` }),
  }
}

/** Names that Windows reserves for devices. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

/** The names of files on the disk of the reader: from their titles, each once whatever the case, without what a system refuses. */
export function fileNames(listed: { title: string; extension: string }[]): string[] {
  const taken = new Set<string>()
  return listed.map(({ title, extension }) => {
    const clean = cleanText(title, ' ')
      .normalize()
      .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Co}]/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .replace(new RegExp(`\\.${extension}\\s*$`, 'i'), '')
    const name = [...clean]
      .slice(0, 80)
      .join('')
      .replaceAll(/^[.\s]+|[.\s]+$/g, '')
    const safe = name === '' || reserved.test(name) ? `file ${name}`.trim() : name
    for (let number = 1; ; number++) {
      const one = `${safe}${number > 1 ? ` ${number}` : ''}.${extension}`
      if (taken.has(one.toLowerCase())) continue
      taken.add(one.toLowerCase())
      return one
    }
  })
}

const missing = 'There is no such file.'

/** Downloads per minute and address. Each may be hundreds of megabytes. */
const limit = { max: 60, timeWindow: 60_000 }

/**
 * The files of sections, for people who download them.
 * @param findPublic finds a page that visitors see
 */
export function fileRoutes(
  app: FastifyInstance,
  context: AppContext,
  findPublic: (id: string) => Promise<PageColumns | undefined>,
): void {
  const bytes = { schema: z.string() }

  route(app, 'GET /pages/:id/files/:at/:file', {
    access: 'public',
    rateLimit: limit,
    summary: 'Download the files of a section of a public page',
    description: '`file` is the id of one, which comes in the form of its upload, or `all` for all of them as one zip.',
    params: { at: z.coerce.number().check(z.int(), z.minimum(0)) },
    answer: {
      200: {
        description: 'The file, or a ZIP of all files of the section.',
        content: {
          'application/zip': bytes,
          'application/pdf': bytes,
          'image/jpeg': bytes,
          'image/png': bytes,
          'image/webp': bytes,
        },
      },
      304: z.void(),
    },
    handler: async ({ params: { id, at, file }, headers }, reply) => {
      const page = await findPublic(id)
      const section = page?.sections[at]
      if (!page || section?.kind !== 'files' || !isReadable(section)) throw notFound(missing)
      const listed = await filesOf(context, section)
      const sent = file === 'all' ? listed : listed.filter(({ download }) => download.id === file).slice(0, 1)
      if (sent.length === 0) throw notFound(missing)
      const names = fileNames(sent.map(({ title, download }) => ({ title, extension: download.extension })))
      const tag = tagOf([file, names, sent.map(({ download }) => download)])
      reply.headers({ 'cache-control': 'no-cache', etag: tag, 'x-content-type-options': 'nosniff' })
      if (headers['if-none-match'] === tag) return reply.code(304).send()
      const whole = `${page.path.replaceAll('/', '-')}.zip`
      reply.header('content-disposition', attachment(file === 'all' ? whole : (names[0] ?? '')))
      return file === 'all' ? sendZip(reply, context, sent, names) : sendPicture(reply, context, sent[0]?.download)
    },
  })
}

const tagOf = (content: unknown) =>
  `"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)}"`

const mediaTypes = { pdf: 'application/pdf', jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }

function sendPicture(reply: FastifyReply, { database }: AppContext, download: Download | undefined): FastifyReply {
  if (!download) throw notFound(missing)
  const { extension, size } = download
  return reply.type(mediaTypes[extension]).header('content-length', size).send(readDownload(database, download))
}

/** PDFs and pictures are compressed already, so the size of the zip is known before its first byte. Each file is read when its turn comes. */
async function sendZip(reply: FastifyReply, { database }: AppContext, sent: Listed[], names: string[]) {
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  zip.on('error', (error) => stream.destroy(error as Error))
  for (const [place, { download }] of sent.entries())
    zip.addReadStreamLazy(
      String(names[place]),
      { compress: false, size: download.size, mtime: new Date(database.now()), mode: 0o100644 },
      (open) => open(null, readDownload(database, download)),
    )
  const size = await new Promise<number>((resolve) => {
    // Its types leave out what the callback gets.
    zip.end({ forceZip64Format: false, comment: '' }, resolve as () => void)
  })
  return reply.type('application/zip').header('content-length', size).send(stream)
}
