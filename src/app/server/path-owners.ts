import type { FastifyInstance } from 'fastify'
import { entities } from '#app/entities.server.ts'
import type { AppContext } from '#server/feature.ts'
import { legalLinks, quickLinks, siteLinks } from '#site/shell/navigation.ts'
import type { PageRoute } from '#web/page-route.ts'

const firstOf = (path: string) => path.replace(/^\//, '').split(/[/?#]/, 1)[0] ?? ''

/** The names of the program's pages, by the first parts of their paths. */
const names = new Map([
  ...entities.flatMap(({ page }) => (page ? [[firstOf(page.path), page.label] as const] : [])),
  ...[...legalLinks, ...quickLinks, ...siteLinks].map(({ to, label }) => [firstOf(to), label] as const),
])

/**
 * Finds out what of the program needs the path of a page. It needs all paths that begin like one of its routes, files and pages, as they are
 * registered: so this comes before all of them.
 */
export function pathOwners(app: FastifyInstance, pages: () => Promise<PageRoute[]>): AppContext['pathOwner'] {
  // `/index.md` is the Markdown of the start page.
  const firsts = new Set(['index'])
  app.addHook('onRoute', ({ url }) => {
    firsts.add(firstOf(url))
  })
  return async (path) => {
    const first = firstOf(path)
    if (!firsts.has(first) && !(await pages()).some((page) => firstOf(page.path) === first)) return undefined
    const name = names.get(first)
    return name ? `the page ${name}` : 'this program'
  }
}
