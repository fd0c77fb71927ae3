import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance } from 'fastify'
import { distFolder } from '#server/config/program-files.ts'
import { allowCrossOrigin } from '#server/security/headers.ts'

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
      root: join(distFolder, 'client/assets'),
      prefix: '/assets/',
      preCompressed: true,
      index: false,
      decorateReply: false,
      cacheControl: false,
      setHeaders(reply) {
        allowCrossOrigin(reply)
        reply.header('cache-control', 'public, max-age=31536000, immutable')
      },
    })
  })
  const root = join(distFolder, 'client')
  const entries = await readdir(root, { withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ name }) => `/${name}`)
  await app.register(serveFiles, { root, paths: paths.filter((path) => !replaced.includes(path)) })
}

/** The route of a file's address, in which a colon would begin a parameter. */
export const routeOf = (path: string) => path.replaceAll(':', '::')

/** A route for each of these files of a folder, whose address is its path there. */
export async function serveFiles(app: FastifyInstance, { root, paths }: { root: string; paths: string[] }) {
  await app.register(fastifyStatic, { root, serve: false, cacheControl: false, dotfiles: 'allow' })
  for (const path of paths)
    app.get(routeOf(path), { schema: { hide: true } }, (_request, reply) => {
      allowCrossOrigin(reply)
      return reply.header('cache-control', 'public, max-age=86400').sendFile(path)
    })
}
