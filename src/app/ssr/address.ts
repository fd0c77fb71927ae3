/**
 * The path and query that a request asks for, or null where they cannot be those of a page. Each page has one address, so what browsers
 * would have written in another way (`//host/blog`, `/\blog`, `/./blog`) is the address of nothing.
 * @param requestUrl as it stands in the request line, where a proxy may have left the host before the path
 */
export function readTarget(requestUrl: string): URL | null {
  const target = requestUrl.replace(/^https?:\/\/[^/?]*/i, '')
  const url = URL.parse(target, 'http://site.invalid')
  return url?.host === 'site.invalid' && url.pathname === target.split('?', 1)[0] ? url : null
}

/** The path as the route writes it, since routes match in any case: `/Blog/my-post` is `/blog/my-post`. */
export function canonicalPath(pattern: string, pathname: string): string {
  const given = pathname.split('/')
  return pattern
    .split('/')
    .map((part, index) => (part.startsWith(':') ? given[index] : part))
    .join('/')
}
