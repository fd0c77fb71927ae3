import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { distFolder } from '#server/program-files.ts'
import { allowCrossOrigin } from '#server/security/headers.ts'

/** The built client and the files of `public/`. A file with a hash in its name is immutable; the others are revalidated after a day. */
export async function serveStaticFiles(app: FastifyInstance) {
  await app.register(fastifyStatic, {
    root: join(distFolder, 'client'),
    wildcard: false,
    preCompressed: true,
    index: false,
    decorateReply: false,
    cacheControl: false,
    // The build's manifest is not public.
    globIgnore: ['**/.vite/**'],
    setHeaders(reply, path) {
      const immutable = path.includes('/assets/')
      allowCrossOrigin(reply)
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=86400')
    },
  })
}
