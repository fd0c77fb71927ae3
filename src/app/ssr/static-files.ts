import { join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyError, FastifyInstance } from 'fastify'
import { distFolder } from '#server/program-files.ts'
import { allowCrossOrigin } from '#server/security/headers.ts'

const serve = (folder: string, cacheControl: string): FastifyStaticOptions => ({
  root: join(distFolder, folder),
  preCompressed: true,
  index: false,
  decorateReply: false,
  cacheControl: false,
  setHeaders(reply) {
    allowCrossOrigin(reply)
    reply.header('cache-control', cacheControl)
  },
})

/**
 * The built client and the files of `public/`. A file with a hash in its name is immutable; the others are revalidated after a day.
 * @param replaced the addresses of files for which the company has its own
 */
export async function serveStaticFiles(app: FastifyInstance, { replaced }: { replaced: string[] }) {
  // One route for the many files of the client; a route each for the few at the top, whose other addresses are those of the pages.
  await app.register(async (assets) => {
    // An address that leads out of the folder is unknown like any other.
    assets.setErrorHandler((error: FastifyError, _request, reply) => {
      if (error.statusCode !== 403) throw error
      reply.callNotFound()
    })
    await assets.register(fastifyStatic, {
      ...serve('client/assets', 'public, max-age=31536000, immutable'),
      prefix: '/assets/',
    })
  })
  await app.register(fastifyStatic, {
    ...serve('client', 'public, max-age=86400'),
    wildcard: false,
    // The build's manifest is not public.
    globIgnore: ['**/.vite/**', 'assets/**', ...replaced.map((path) => path.slice(1))],
  })
}
