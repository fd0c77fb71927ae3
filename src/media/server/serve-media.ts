import type { FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { imageUrl, imageWidths } from '#contract/media.ts'
import type { Database } from '#server/database/connect.ts'
import { contentChanges } from '#server/database/content-version.ts'
import { errorHandler } from '#server/http/error-handler.ts'
import { notFound } from '#server/http/errors.ts'
import { allowCrossOrigin } from '#server/security/headers.ts'
import { findReplacement } from './library-items.ts'
import { findFile, findImage } from './media-store.ts'

/** Memory for the pictures and files used most recently, in bytes. */
const cacheSize = 64 * 1024 * 1024

/**
 * Serves pictures at `/media/` and files at `/files/`, from the database. A name contains the hash of what it names, so it never changes; the
 * address of something that was replaced leads to what has taken its place.
 */
export async function media(app: FastifyInstance, { database }: { database: Database }): Promise<void> {
  const cache = new LRUCache<string, Buffer>({ maxSize: cacheSize, sizeCalculation: (bytes) => bytes.length || 1 })
  let known = 0
  /** Changes of the content may have replaced what the cache holds. */
  function cached(name: string): Buffer | undefined {
    const changes = contentChanges(database)
    if (changes !== known) cache.clear()
    known = changes
    return cache.get(name)
  }
  app.setErrorHandler(errorHandler)

  app.get<{ Params: { name: string } }>(
    '/media/:name',
    { schema: { hide: true } },
    async ({ params: { name } }, reply) => {
      let bytes = cached(name)
      if (!bytes) {
        const next = await findReplacement(database, /^[0-9a-f]+/.exec(name)?.[0] ?? '')
        if (next?.width && next.height) return lead(reply, variantOf(name, { ...next, hash: next.id }))
        bytes = (await findImage(database, name))?.bytes
        if (!bytes) throw notFound('There is no such picture.')
        cache.set(name, bytes)
      }
      return immutable(allowCrossOrigin(reply))
        .type(name.endsWith('.avif') ? 'image/avif' : 'image/webp')
        .send(bytes)
    },
  )

  app.get<{ Params: { id: string; name: string } }>(
    '/files/:id/:name',
    { schema: { hide: true } },
    async ({ params: { id, name } }, reply) => {
      if (!/^[\w-]+\.pdf$/.test(name)) throw notFound('There is no such file.')
      let bytes = cached(id)
      if (!bytes) {
        const next = await findReplacement(database, id)
        if (next) return lead(reply, `/files/${next.id}/${name}`)
        bytes = await findFile(database, id)
        if (!bytes) throw notFound('There is no such file.')
        cache.set(id, bytes)
      }
      return (
        immutable(reply)
          .type('application/pdf')
          .header('content-disposition', `inline; filename="${name}"`)
          // A file that is a page as well as a PDF can run nothing and knows no session.
          .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
          .send(bytes)
      )
    },
  )
}

/** Clients must ask again, since what replaced something can be replaced as well. */
const lead = (reply: FastifyReply, to: string) =>
  allowCrossOrigin(reply).header('cache-control', 'no-cache').redirect(to, 302)

const immutable = (reply: FastifyReply) =>
  reply.header('cache-control', 'public, max-age=31536000, immutable').header('x-content-type-options', 'nosniff')

/** The address of a picture in about the width, and in the format, that another picture's address asks for. */
function variantOf(name: string, { hash, width = 1, height = 1 }: { hash: string; width?: number; height?: number }) {
  const [, asked, format] = /-(\d+)\.(avif|webp)$/.exec(name) ?? []
  if (!asked) return imageUrl({ hash, width, height })
  const widths = imageWidths(width)
  return `/media/${hash}-${widths.find((one) => one >= Number(asked)) ?? widths.at(-1)}.${format}`
}
