import { hash } from 'node:crypto'
import { isOwnPath, isWebAddress, plainPath } from '#contract/addresses.ts'

/** An address below the root of the site, as it is shown and as it is compared. */
export type OldAddress = {
  /** Decoded, with the letters as typed: `/2021/Grüße?p=12`. */
  from: string
  /** The path in lower case, for lists. */
  path: string
  key: string
  /** Of an address with a query: the key of its path, and the names of its parameters. */
  pathKey?: string
  names?: string
}

/** The longest address, in characters. */
const longestAddress = 2_000

const keyOf = (text: string) => hash('sha256', text, 'base64url').slice(0, 22)

// biome-ignore lint/suspicious/noControlCharactersInRegex: addresses of requests can have any character
const notInQuery = /[%#+&=\\\s\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/gu
const shownPart = (text: string | number | boolean) => String(text).replace(notInQuery, encodeURIComponent)

/** A query with the names in order, so that `b=2&a=1` is `a=1&b=2`; undefined where a name is missing. */
function queryOf(given: URLSearchParams, names: string[], write = encodeURIComponent): string | undefined {
  if (names.some((name) => !given.has(name))) return undefined
  const pairs = names.flatMap((name) => given.getAll(name).map((value) => `${write(name)}=${write(value)}`))
  return pairs.join('&')
}

const namesOf = (given: URLSearchParams) => [...new Set(given.keys())].toSorted()

const withNames = (names: string[]) => names.map(encodeURIComponent).join('&')

/**
 * The address of a request, or of a page of another site. Letter case, a slash at the end, empty segments and the way of encoding make no difference
 * in the path.
 */
export function oldAddress(url: URL): OldAddress {
  const shown = plainPath(url.pathname)
  const path = shown.toLowerCase()
  const names = namesOf(url.searchParams)
  if (names.length === 0) return { from: shown, path, key: keyOf(path) }
  const query = queryOf(url.searchParams, names) ?? ''
  return {
    from: `${shown}?${queryOf(url.searchParams, names, shownPart)}`,
    path,
    key: keyOf(`${path}?${query}`),
    pathKey: keyOf(path),
    names: withNames(names),
  }
}

/** The parsed address of a request line, in which a proxy may have left the host. */
export const parseRequest = (requestUrl: string): URL | null =>
  URL.parse(requestUrl.replace(/^https?:\/\/[^/?]*/i, '').replace(/^[/\\]+/, '/'), 'http://site.invalid')

/** The names of parameters in `OldAddress`. */
export const namesIn = (names: string) => names.split('&').map(decodeURIComponent)

/** What is in memory of all redirects. */
export type AddressIndex = {
  keys: Set<string>
  /** The names of the parameters of redirects with a query, by the key of the path; those with most names first. */
  queries: Map<string, string[]>
  /** Each of these names once, so that an address with other parameters costs nothing more. */
  names: Set<string>
}

/**
 * The key of the redirect that an address has, whatever further parameters it has.
 * @param only `query`: only of redirects with a query
 */
export function keyIn({ keys, queries, names }: AddressIndex, url: URL, only?: 'query'): string | undefined {
  const isQuery = names.size > 0 && url.search !== '' && [...url.searchParams.keys()].some((name) => names.has(name))
  if (keys.size === 0 || (only && !isQuery)) return undefined
  const path = plainPath(url.pathname).toLowerCase()
  const pathKey = keyOf(path)
  if (isQuery)
    for (const some of queries.get(pathKey) ?? []) {
      const query = queryOf(url.searchParams, namesIn(some))
      const key = query === undefined ? '' : keyOf(`${path}?${query}`)
      if (keys.has(key)) return key
    }
  return !only && keys.has(pathKey) ? pathKey : undefined
}

/** The first parts of paths at which the program itself answers: a redirect from there would never be followed. */
const ownFolders = new Set(
  '.well-known admin api as-of assets brand cards course-request favicon.ico files go healthz letters llms.txt media preview readyz robots.txt rss.xml site.webmanifest sitemap.xml subscribers your-data'.split(
    ' ',
  ),
)

/** Whether the program answers there, whatever staff publish. */
export const isReserved = (path: string): boolean => ownFolders.has(path.split('/')[1] ?? '')

/** Why an address cannot be read, as a sentence. */
export class AddressProblem extends Error {
  override name = 'AddressProblem'
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are refused
const controls = /[\x00-\x1f\x7f-\x9f\u2028\u2029]|%(?:[01][\da-f]|7f)/i

function expectPlain(text: string, what: string): void {
  if (text.length > longestAddress) throw new AddressProblem(`${what} is too long (at most 2,000 characters)`)
  if (controls.test(text)) throw new AddressProblem(`${what} has a character that no address can have`)
}

/** Reads an old address as people type it: a path, or the whole address at the old site. @throws AddressProblem */
export function readFrom(given: string): OldAddress {
  const text = given.trim()
  if (text === '') throw new AddressProblem('Enter the old address')
  expectPlain(text, 'The old address')
  const whole = /^https?:\/\//i.test(text)
  if (!whole && (/^[a-z][a-z\d+.-]*:/i.test(text) || /^[/\\]{2}/.test(text)))
    throw new AddressProblem('Enter a path such as /old-page')
  const url = whole ? URL.parse(text) : URL.parse(text.replace(/^(?![/?])/, '/'), 'http://site.invalid')
  if (!url) throw new AddressProblem('This is no address')
  const address = oldAddress(url)
  if (address.path === '/' && address.names === undefined)
    throw new AddressProblem(url.hash ? 'A part after # never reaches the site' : '/ is Home')
  if (isReserved(address.path)) throw new AddressProblem(`/${address.path.split('/')[1]} belongs to this program`)
  return address
}

/**
 * Reads the address of a target: a path of this site, or an address of another one. An address of this site becomes its path.
 * @throws AddressProblem
 */
export function readTo(given: string, publicUrl: string): string {
  const text = given.trim()
  if (text === '') throw new AddressProblem('Enter the new address')
  expectPlain(text, 'The new address')
  const own = new URL(publicUrl)
  const url = isWebAddress(text) ? new URL(text) : undefined
  const path = url?.host === own.host ? url.pathname + url.search + url.hash : text
  const clean = path.replace(/^\/#(?=\/)/, '')
  if (isOwnPath(clean)) {
    if (/^\/(api|admin|subscribers|preview)(\/|$)/i.test(clean))
      throw new AddressProblem('Visitors cannot open this page')
    const { pathname, search, hash: part } = new URL(clean, own)
    return pathname + search + part
  }
  if (!url) throw new AddressProblem('Enter a path such as /about, or an address that starts with https://')
  if (url.protocol !== 'https:') throw new AddressProblem('An address of another site must start with https://')
  return url.href
}
