import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ConfigError } from '#server/config/environment.ts'
import { sitePublicFolder } from '#server/config/site-folder.ts'
import { routeOf, serveFiles } from './static-files.ts'

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
