import { type EventEmitter, once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { ZipFile } from 'yazl'
import * as z from 'zod/mini'
import { nameRecord } from '#server/activity/log-calls.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import { feature } from '#server/feature.ts'
import { attachment } from '#server/http/attachment.ts'
import { route } from '#server/http/route.ts'
import { dayIn } from '#server/runtime/clock.ts'
import type { ExportContext, ExportOptions } from './write-export.server.ts'

const exported = {
  description: 'Everything as a ZIP of documents, tables and files.',
  content: { 'application/zip': { schema: z.string() } },
}

export const exportRoutes = feature('System', async (app, context) => {
  const { config, database, site } = context
  route(app, 'GET /system/export', {
    access: 'manage',
    confirm: true,
    activity: 'always',
    act: 'Export all content',
    summary: 'Download all content as Markdown, JSON and files in one zip',
    description:
      'With `people`, contact requests, registrations, participants and subscribers as CSV too. An export that fails breaks off, so that it is no whole zip. `README.md` in it says what is what.',
    query: z.object({ people: z.optional(z.stringbool()) }),
    answer: exported,
    handler: async (request, reply) => {
      const { people = false } = request.query
      const { company } = await site.now()
      const name = `${company.brand} ${dayIn(config.timeZone)(database.now())}.zip`
      nameRecord(request, people ? `${name}, with people` : name)
      const ended = new AbortController()
      const stream = zipOf(context, { people, signal: ended.signal }, (error) =>
        logFailure(request.log, error, 'The export has failed'),
      )
      // Also when the client goes away.
      stream.once('close', () => ended.abort())
      return sendZip(reply, name, stream)
    },
  })
})

const sendZip = (reply: FastifyReply, name: string, stream: Readable): FastifyReply =>
  reply
    .type('application/zip')
    .header('content-disposition', attachment(name))
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(stream)

/** Low: most of the bytes are pictures, which are not compressed again. */
const compressionLevel = 3

/** An export as a zip. It is made as fast as it is read, and breaks off when something fails. */
function zipOf(context: ExportContext, options: ExportOptions, failed: (error: unknown) => unknown): Readable {
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  zip.on('error', (error) => stream.destroy(error as Error))
  const fill = async () => {
    const mtime = new Date(context.database.now())
    // It has the parsers of texts, which a server needs for nothing else.
    const { writeExport } = await import('./write-export.server.ts')
    for await (const { path, content, isMedia } of writeExport(context, options)) {
      const read = Readable.from(content, { objectMode: false })
      const compressed = isMedia ? { compress: false } : { compressionLevel }
      zip.addReadStream(read, path, { mtime, mode: 0o100644, ...compressed })
      // One after the other.
      await once(read as EventEmitter, 'end', { signal: options.signal })
    }
    zip.end()
  }
  fill().catch((error) => {
    if (!options.signal.aborted) void failed(error)
    stream.destroy(error as Error)
  })
  return stream
}
