import { entities } from '#app/entities.server.ts'
import { decoded } from '#contract/addresses.ts'
import type { AppContext } from '#server/feature.ts'
import type { CacheOptions } from '#server/http/cached-routes.ts'
import { wholePaths } from '#server/record/whole-paths.ts'

/**
 * The path and query of a request, or null if they cannot be those of a page. Each page has one address, so every form that a browser
 * would write differently (`//host/blog`, `/\blog`, `/./blog`) is unknown.
 * @param requestUrl the target of the request line, in which a proxy may have left the host
 */
export function readTarget(requestUrl: string): URL | null {
  const target = requestUrl.replace(/^https?:\/\/[^/?]*/i, '')
  const url = URL.parse(target, 'http://site.invalid')
  return url?.host === 'site.invalid' && url.pathname === target.split('?', 1)[0] ? url : null
}

/** The path in the letter case of the route, since routes match in any case: `/Blog/my-post` is `/blog/my-post`. */
export function canonicalPath(pattern: string, pathname: string): string {
  const given = pathname.split('/')
  return pattern
    .split('/')
    .map((part, index) => (part.startsWith(':') ? given[index] : part))
    .join('/')
}

type RecordPaths = Pick<AppContext, 'database' | 'pathOwner'> & Pick<CacheOptions, 'readVersion'>

/**
 * Finds the path at which a record with a whole path is or was, for an address in any letter case. Undefined where none is or was: such an
 * address costs one look into a set.
 */
export function recordPathsOf({ readVersion, ...parts }: RecordPaths) {
  let known: Set<string> | undefined
  return async (pathname: string): Promise<string | undefined> => {
    // While the database is away, the pages in the cache are still found.
    if ((await readVersion()) !== null) known = await wholePaths({ ...parts, entities })
    const segments = pathname.slice(1).split('/').map(decoded)
    const path = segments.join('/').toLowerCase()
    const isOne = segments.every((one) => !one.includes('/')) && (known?.has(path) ?? true)
    return isOne ? `/${path}` : undefined
  }
}
