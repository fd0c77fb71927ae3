import { posix } from 'node:path'
import { decoded, plainPath } from '#contract/addresses.ts'
import type { SourceMedia, TextFacts } from '../ground/source.ts'

/** A site that an export does not name. */
const unknownSite = 'https://unknown.invalid'

const withoutWww = (host: string) => host.replace(/^www\./, '')

/** The old site, as its export names it or as somebody has said. */
export type OldSite = {
  address?: string | undefined
  /** The folder of a site that its export does not name. Addresses below the root of the site are below it. */
  folder?: string
}

type Said = { site?: { address?: string } | undefined; choices: { site?: string | undefined } }

export function oldSiteOf({ site, choices }: Said): OldSite {
  const chosen = site?.address === undefined ? URL.parse(choices.site ?? '') : null
  if (!chosen) return { address: site?.address }
  const folder = chosen.pathname.replace(/\/+$/, '')
  return { address: chosen.origin + folder, ...(folder && { folder }) }
}

const isBelowRoot = (address: string) => /^\s*\/(?!\/)/.test(address)

/** An address of the old site in full; undefined for one that is none, or a place on the same page. */
export function absolute(
  address: string,
  { site, address: at }: Pick<TextFacts, 'site' | 'address'> = {},
  old: OldSite = {},
): URL | undefined {
  if (/^\s*(?:#|$)/.test(address)) return undefined
  const root = `${site ?? old.address ?? unknownSite}/`
  const { folder = '' } = site === undefined ? old : {}
  const placed = (typed: string) =>
    folder !== '' && isBelowRoot(typed) && !`${typed.trim()}/`.startsWith(`${folder}/`) ? folder + typed.trim() : typed
  const base = URL.parse(placed(at ?? ''), root)
  return URL.parse(placed(address).trim(), base?.href ?? root) ?? undefined
}

export const isKnown = (url: URL) => url.origin !== unknownSite

/** Whether an address is on the site that an export is of; also one below its root where the export does not name the site. */
export function isOfSite(url: URL, site: string | undefined): boolean {
  if (!isKnown(url)) return true
  const own = URL.parse(site ?? '')
  return own !== null && withoutWww(own.host) === withoutWww(url.host)
}

/** The same for all spellings of a path. */
const plain = (path: string) => plainPath(path).toLowerCase()

/** The keys of an address: the same for http and https, with www and without, and in any case. */
function keyOf(url: URL, site: string | undefined, { query = false } = {}): string {
  const host = isOfSite(url, site) ? '' : `//${withoutWww(url.host)}`
  const path = plain(url.pathname)
  if (!query || url.search === '') return `${host}${path}`
  const params = [...url.searchParams].map(([name, value]) => `${name}=${value}`).sort()
  return `${host}${path}?${params.join('&')}`
}

/** The names of the larger files of which WordPress makes small ones: `a-300x200.jpg` is of `a.jpg`, which may be called `a-scaled.jpg`. */
export function variantsOf(path: string): string[] {
  const original = path.replace(/(?:-\d{2,5}x\d{2,5})(?=\.\w+$)/, '')
  const bare = original.replace(/-(?:scaled|rotated|e\d{10,})(?=\.\w+$)/, '')
  const scaled = bare.replace(/(?=\.\w+$)/, '-scaled')
  return [...new Set([bare, original, scaled, path])]
}

const fileKey = (path: string) => `file:${plain(path)}`

type Place = { site?: string | undefined; address?: string | undefined; path?: string | undefined }

/** The possible paths of a file that a text names, among the files of the source. */
function filesOf(address: string, { path }: Place): string[] {
  const [name = ''] = address.split(/[?#]/)
  if (/^[a-z][\w+.-]*:|^\/\//i.test(name)) return []
  const clean = decoded(name)
  if (clean.startsWith('/'))
    return ['', 'static', 'public', 'assets', 'src'].map((root) => posix.join(root, clean.slice(1)))
  return [posix.join(posix.dirname(path ?? ''), clean)]
}

const partsOf = (path: string) => path.normalize('NFC').toLowerCase().split(/[\\/]/).filter(Boolean)

/** How many parts at the end are the same. */
function sameAtEnd(one: string[], other: string[]): number {
  let count = 0
  while (count < one.length && one.at(-1 - count) === other.at(-1 - count)) count++
  return count
}

/** Finds the file that an address names by the end of its path: the one whose last folders are the same. */
export class PathEnds {
  private readonly byName = new Map<string, { path: string; parts: string[] }[]>()

  /** @param below the part of the path that is compared */
  add(path: string, below = path): void {
    const parts = partsOf(below)
    this.byName.getOrInsertComputed(parts.at(-1) ?? '', () => []).push({ path, parts })
  }

  /** @param least how many parts at the end must be the same */
  find(address: string, least = 1): string | undefined {
    const [path = ''] = address.split(/[?#]/)
    const parts = partsOf(decoded(path.replace(/^[a-z]+:/i, '')))
    const [best] = variantsOf(parts.at(-1) ?? '')
      .flatMap((name) => {
        const wanted = [...parts.slice(0, -1), name]
        return (this.byName.get(name) ?? []).map((one) => ({ ...one, same: sameAtEnd(one.parts, wanted) }))
      })
      .filter(({ same }) => same >= least)
      .sort((one, other) => other.same - one.same)
    return best?.path
  }
}

/** Finds files and records by the addresses that texts have. */
export class AddressIndex<Entry> {
  private readonly entries = new Map<string, Entry>()
  private readonly site: OldSite
  constructor(site: OldSite) {
    this.site = site
  }

  private set(key: string, entry: Entry) {
    if (!this.entries.has(key)) this.entries.set(key, entry)
  }

  private keyOf(url: URL, options?: { query: boolean }): string {
    return keyOf(url, this.site.address, options)
  }

  addFile({ addresses, path }: Pick<SourceMedia, 'addresses' | 'path'>, entry: Entry): void {
    for (const address of addresses) {
      const url = absolute(address, {}, this.site)
      if (url) this.set(this.keyOf(url), entry)
    }
    if (path !== undefined) this.set(fileKey(path), entry)
  }

  findFile(address: string, at: Place): Entry | undefined {
    const url = absolute(address, at, this.site)
    const key = url && ['http:', 'https:'].includes(url.protocol) ? this.keyOf(url) : undefined
    const exact = key === undefined ? undefined : this.entries.get(key)
    if (exact !== undefined) return exact
    for (const path of filesOf(address, at)) {
      const found = this.findPath(path)
      if (found !== undefined) return found
    }
    for (const variant of key === undefined ? [] : variantsOf(key)) {
      const found = this.entries.get(variant)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** @param path that of a file among the files of the source */
  findPath(path: string): Entry | undefined {
    return this.entries.get(fileKey(path))
  }

  addRecord(addresses: string[], path: string | undefined, entry: Entry): void {
    for (const address of addresses) {
      const url = absolute(address, {}, this.site)
      if (url) this.set(`record ${this.keyOf(url, { query: true })}`, entry)
    }
    if (path !== undefined) this.set(`record ${fileKey(path)}`, entry)
  }

  findRecord(address: string, at: Place): Entry | undefined {
    const url = absolute(address, at, this.site)
    if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined
    const exact =
      this.entries.get(`record ${this.keyOf(url, { query: true })}`) ??
      // Campaigns and the like are added to addresses; `/?p=12` is another record than `/`.
      (url.pathname === '/' ? undefined : this.entries.get(`record ${this.keyOf(url)}`))
    if (exact !== undefined) return exact
    for (const path of filesOf(address, at)) {
      const found = this.entries.get(`record ${fileKey(path)}`)
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** Whether an address names a picture or a PDF by its ending. */
export const namesFile = (path: string): boolean => /\.(?:pdf|jpe?g|png|gif|webp|avif)$/i.test(decoded(path))
