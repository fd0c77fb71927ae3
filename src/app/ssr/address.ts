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
