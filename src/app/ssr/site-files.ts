import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { ConfigError } from '#server/environment.ts'
import { allowCrossOrigin } from '#server/security/headers.ts'
import { sitePublicFolder } from '#server/site-folder.ts'

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
  await app.register(fastifyStatic, { root, serve: false, cacheControl: false, dotfiles: 'allow' })
  for (const path of paths) {
    // A colon would begin a parameter.
    const url = path.replaceAll(':', '::')
    if (app.hasRoute({ method: 'GET', url }))
      throw new ConfigError(`SITE_DIR: public${path} cannot be used, since the program answers ${path} itself`)
    app.get(url, { schema: { hide: true } }, (_request, reply) => {
      allowCrossOrigin(reply)
      return reply.header('cache-control', 'public, max-age=86400').sendFile(path)
    })
  }
}
