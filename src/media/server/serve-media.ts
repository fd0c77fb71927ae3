import type { FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { lookup } from '#contract/lookup.ts'
import { imageUrl, imageWidths } from '#contract/media.ts'
import type { Database } from '#server/database/connect.ts'
import { errorHandler } from '#server/http/errors.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { allowCrossOrigin } from '#server/security/headers.ts'
import { findMailPicture, mailPicture } from './mail-picture.ts'
import { findFile, findImage, findServed } from './media-store.ts'

/** Memory for the pictures and files used most recently, in bytes. */
const cacheSize = 64 * 1024 * 1024

const types = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png' }

type MediaOptions = { database: Database; readVersion: () => Promise<string | null> }

/**
 * Serves pictures at `/media/` and files at `/files/`, from the database. A name contains the hash of its file, so the
 * file never changes. The address of a replaced item leads to its replacement, and that of an item in the trash answers
 * 410.
 */
export async function media(app: FastifyInstance, { database, readVersion }: MediaOptions): Promise<void> {
  const cache = new LRUCache<string, Buffer>({ maxSize: cacheSize, sizeCalculation: (bytes) => bytes.length || 1 })
  let known: string | null = null
  app.setErrorHandler(errorHandler)

  /** @param key unique for each content */
  async function find(key: string, id: string, missing: string, read: () => Promise<Buffer | undefined>) {
    const version = await readVersion()
    // A change of the content may have deleted or replaced cached items. Without a version the database is unreachable.
    if (version !== null && version !== known) {
      cache.clear()
      known = version
    }
    const cached = cache.get(key)
    if (cached) return cached
    const served = await findServed(database, id)
    if (served.state === 'replaced') return served.next
    const bytes = await read()
    if (!bytes) throw notFound(missing)
    // It may have been deleted while it was read.
    if (version === known) cache.set(key, bytes)
    return bytes
  }

  app.get<{ Params: { name: string } }>('/media/:name', async ({ params: { name } }, reply) => {
    const hash = /^[0-9a-f]+/.exec(name)?.[0] ?? ''
    const missing = 'There is no such image.'
    const isForMail = /\.(jpg|png)$/.test(name)
    const found = await find(`/media/${name}`, hash, missing, async () =>
      isForMail ? findMailPicture(database, name) : (await findImage(database, name))?.bytes,
    )
    if ('id' in found) {
      const next = variantOf(name, { ...found, hash: found.id })
      return lead(reply, isForMail ? await mailPicture(database, next) : next)
    }
    return immutable(allowCrossOrigin(reply))
      .type(lookup(types, name.split('.').at(-1)) ?? types.webp)
      .send(found)
  })

  app.get<{ Params: { id: string; name: string } }>('/files/:id/:name', async ({ params: { id, name } }, reply) => {
    const missing = 'There is no such file.'
    if (!/^[\w-]+\.pdf$/.test(name)) throw notFound(missing)
    const found = await find(`/files/${id}`, id, missing, () => findFile(database, id))
    if ('id' in found) return lead(reply, `/files/${found.id}/${name}`)
    return (
      immutable(reply)
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${name}"`)
        // A file that is a page as well as a PDF can run nothing and knows no session.
        .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
        .send(found)
    )
  })
}

/** Clients must ask again, because a replacement can be replaced too. */
const lead = (reply: FastifyReply, to: string) =>
  allowCrossOrigin(reply).header('cache-control', 'no-cache').redirect(to, 302)

const immutable = (reply: FastifyReply) =>
  reply.header('cache-control', 'public, max-age=31536000, immutable').header('x-content-type-options', 'nosniff')

/** The address of a picture in about the width, and in the format, that another picture's address asks for. */
function variantOf(
  name: string,
  { hash, width = 1, height = 1 }: { hash: string; width?: number | undefined; height?: number | undefined },
) {
  const [, asked, format] = /-(\d+)\.(avif|webp|jpg|png)$/.exec(name) ?? []
  if (!asked) return imageUrl({ hash, width, height })
  const widths = imageWidths(width)
  return `/media/${hash}-${widths.find((one) => one >= Number(asked)) ?? widths.at(-1)}.${format === 'png' ? 'jpg' : format}`
}
