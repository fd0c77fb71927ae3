import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Database } from '#server/database/connect.ts'
import { errorHandler } from '#server/http/error-handler.ts'
import { notFound } from '#server/http/errors.ts'
import { allowCrossOrigin } from '#server/security/headers.ts'
import { findImage } from './media-store.ts'

/** Memory for the pictures used most recently, in bytes. */
const cacheSize = 64 * 1024 * 1024

/** Serves pictures from the database at `/media/`. A name contains the picture's hash, so its file never changes. */
export async function media(app: FastifyInstance, { database }: { database: Database }): Promise<void> {
  const cache = new LRUCache<string, Buffer>({ maxSize: cacheSize, sizeCalculation: (bytes) => bytes.length || 1 })
  app.setErrorHandler(errorHandler)

  app.get<{ Params: { name: string } }>(
    '/media/:name',
    { schema: { hide: true } },
    async ({ params: { name } }, reply) => {
      let bytes = cache.get(name)
      if (!bytes) {
        bytes = (await findImage(database, name))?.bytes
        if (!bytes) throw notFound('There is no such picture.')
        cache.set(name, bytes)
      }
      return allowCrossOrigin(reply)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('x-content-type-options', 'nosniff')
        .type(name.endsWith('.avif') ? 'image/avif' : 'image/webp')
        .send(bytes)
    },
  )
}
