import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { ConfigError } from '#server/config/environment.ts'
import { sitePublicFolder } from '#server/config/folders.ts'
import { distFolder } from '#server/config/program-files.ts'
import { allowCrossOrigin } from '#server/security/headers.ts'

/**
 * The built client and the files of `public/`. A file with a hash in its name is immutable; the others are revalidated after a day.
 * @param replaced the addresses of files for which the company has its own
 */
export async function serveStaticFiles(app: FastifyInstance, { replaced }: { replaced: string[] }) {
  const assetsFolder = join(distFolder, 'client/assets')
  await app.register(async (assets) => {
    // Its own route reads the whole folder for each request.
    await assets.register(fastifyStatic, { root: assetsFolder, serve: false, cacheControl: false, preCompressed: true })
    const names = new Set(await readdir(assetsFolder))
    // One route for the many files of the client; a route each for the few at the top, whose other addresses are those of the pages.
    assets.get<{ Params: { name: string } }>('/assets/:name', ({ params: { name } }, reply) => {
      if (!names.has(name)) return reply.callNotFound()
      allowCrossOrigin(reply)
      return reply.header('cache-control', 'public, max-age=31536000, immutable').sendFile(name)
    })
  })
  const root = join(distFolder, 'client')
  const entries = await readdir(root, { withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map(({ name }) => `/${name}`)
  await app.register(serveFiles, { root, paths: paths.filter((path) => !replaced.includes(path)) })
}

/** The route of a file's address, in which a colon would begin a parameter. */
const routeOf = (path: string) => path.replaceAll(':', '::')

/** A route for each of these files of a folder, whose address is its path there. */
async function serveFiles(app: FastifyInstance, { root, paths }: { root: string; paths: string[] }) {
  await app.register(fastifyStatic, { root, serve: false, cacheControl: false, dotfiles: 'allow', preCompressed: true })
  for (const path of paths)
    app.get(routeOf(path), (_request, reply) => {
      allowCrossOrigin(reply)
      return reply.header('cache-control', 'public, max-age=86400').sendFile(path)
    })
}

/** Files that systems and editors leave behind. Of those that begin with a dot, only `.well-known` is for the public. */
const hidden = /(^|\/)\.(?!well-known(\/|$))|(^|\/)(Thumbs\.db|.*~)$/

/** The addresses of the files that the company's folder adds to those of `public/`, or lays over them: `/favicon.svg`. */
export async function listSiteFiles(siteDir: string | undefined): Promise<string[]> {
  const folder = siteDir && sitePublicFolder(siteDir)
  if (folder === undefined) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !hidden.test(path))
    .map((path) => `/${path}`)
    .sort()
}

/**
 * Serves these files. Registered after all other routes, so that a file whose address the program answers itself is refused by name.
 * @throws ConfigError
 */
export async function serveSiteFiles(app: FastifyInstance, { siteDir }: { siteDir: string }) {
  const root = sitePublicFolder(siteDir)
  const paths = await listSiteFiles(siteDir)
  if (!root || paths.length === 0) return
  const taken = paths.find((path) => app.hasRoute({ method: 'GET', url: routeOf(path) }))
  if (taken)
    throw new ConfigError(`SITE_DIR: public${taken} cannot be used, because the program answers ${taken} itself`)
  await app.register(serveFiles, { root, paths })
}
