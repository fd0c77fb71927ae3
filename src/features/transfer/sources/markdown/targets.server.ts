import { decoded } from '#contract/addresses.ts'
import type { SourceFile, SourceMedia } from '../../ground/source.ts'
import { nameIn } from './addresses-in.ts'
import type { MarkdownSite } from './generators.server.ts'
import { isMarkdown } from './site-root.ts'

/** A text of the source, as links name it. Paths are below the root of the site. */
export type Target = { path: string; addresses: string[]; title: string }

/** The thing that an address leads to. `address` is the one under which the import knows it; `rest` is the query and the part. */
export type Found = { address: string; rest: string; media?: SourceMedia; other?: true }

const pictures = /\.(?:png|jpe?g|jfif|gif|webp|avif|svg|bmp|tiff?|heic)$/i
const isPdf = (path: string) => /\.pdf$/i.test(path)

/** Folders whose files are at the root of the site. */
const rootFolders = [
  'static/',
  'public/',
  'docs/public/',
  '.vitepress/public/',
  'source/',
  'src/',
  'assets/',
  'content/',
  'docs/',
]
/** Further folders in which programs look for a picture. */
const pictureFolders = [
  ...[
    'static/',
    'public/',
    'assets/',
    'assets/images/',
    'assets/img/',
    'images/',
    'img/',
    'static/images/',
    'static/img/',
  ],
  ...['src/', 'src/assets/', 'src/images/', 'src/content/', 'public/images/', 'public/img/', 'attachments/'],
]

const keyOf = (path: string) => path.normalize('NFC').toLowerCase()
const withoutEnd = (address: string) => keyOf(address.replace(/(?:\/index)?(?:\.html?|\.mdx?)?\/?$/i, '')) || '/'
const baseOf = (path: string) => path.replace(/^.*\//, '')

/** Joins a path to a folder; undefined if it leads out of the source. */
function join(folder: string, path: string): string | undefined {
  const parts: string[] = []
  for (const part of `${folder}${path}`.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined
    } else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** How a link may leave out the end of a text's name. */
const endsOfTexts = ['', '.md', '.mdx', '/index.md', '/index.mdx', '/_index.md', '.markdown']
const mostRooted = 20_000

/** A text without a page of its own has no address to lead to. */
const foundText = (target: Target | undefined, rest: string): Found | undefined =>
  target?.addresses[0] === undefined ? undefined : { address: target.addresses[0], rest }

/** Finds the texts, pictures and files that the addresses of texts mean, as their programs would. */
export class Targets {
  private readonly byPath = new Map<string, Target>()
  private readonly byAddress = new Map<string, Target>()
  private readonly byName = new Map<string, Target>()
  private readonly files = new Map<string, SourceFile & { inSite: string }>()
  private readonly filesByName = new Map<string, string>()
  /** What paths from the root mean; null for nothing. */
  private readonly rooted = new Map<string, Found | null>()
  private readonly site: MarkdownSite

  constructor(site: MarkdownSite, files: Iterable<SourceFile>) {
    this.site = site
    for (const file of files) {
      if (!file.path.startsWith(site.root)) continue
      const inSite = file.path.slice(site.root.length)
      if (isMarkdown(inSite)) continue
      const key = keyOf(inSite)
      this.files.set(key, { ...file, inSite })
      const name = baseOf(key)
      if (!this.filesByName.has(name)) this.filesByName.set(name, key)
    }
  }

  add(target: Target) {
    this.byPath.set(keyOf(target.path), target)
    for (const address of target.addresses)
      this.byAddress.set(withoutEnd(decoded(this.below(address) ?? address)), target)
    const name = baseOf(keyOf(target.path)).replace(/\.[^.]+$/, '')
    for (const key of [name, name.replace(/^\d{4}-\d\d-\d\d-/, ''), keyOf(target.title)])
      if (key && !this.byName.has(key)) this.byName.set(key, target)
  }

  /** An address as the import names it: absolute where the address of the site is known. @param path decoded, with a slash at the start */
  address(path: string): string {
    const folder = this.site.address ? URL.parse(this.site.address)?.pathname.replace(/\/$/, '') : ''
    const encoded = encodeURI(path).replaceAll(
      /[()'?#]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    )
    return this.site.address ? `${URL.parse(this.site.address)?.origin}${folder}${encoded}` : encoded
  }

  /** An address of this site below its root; undefined for other sites. */
  private below(address: string): string | undefined {
    const own = this.site.address
    if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(address)) {
      const [url, base] = [URL.parse(address, 'https://x.invalid'), own ? URL.parse(own) : null]
      if (!url || !base || url.host.replace(/^www\./, '') !== base.host.replace(/^www\./, '')) return undefined
      const folder = base.pathname.replace(/\/$/, '')
      return `${url.pathname.startsWith(folder) ? url.pathname.slice(folder.length) : url.pathname}${url.search}${url.hash}`
    }
    const folder = own ? (URL.parse(own)?.pathname.replace(/\/$/, '') ?? '') : ''
    return folder !== '' && address.startsWith(`${folder}/`) ? address.slice(folder.length) : address
  }

  /**
   * @param address as typed
   * @param from the text in which it is: its path below the root of the site, and its own address
   * @returns 'outside' for another site or a place of the same text; undefined if nothing is found
   */
  find(
    address: string,
    from: { path: string; address?: string | undefined },
    wiki = false,
  ): Found | 'outside' | undefined {
    const typed = address.trim()
    const name = nameIn(typed)
    if (name) return this.named(name.kind, name.name, /[?#].*$/.exec(typed)?.[0] ?? '', from)
    if (wiki) return this.byWiki(typed, from)
    const below = this.below(typed)
    if (below === undefined || below === '' || /^[#?]|\{|^(?:mailto|tel|data):/i.test(below)) return 'outside'
    const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(below) ?? []
    const plain = decoded(path.replace(/^\.\//, '')).trim()
    // A path from the root means the same in each text.
    if (!plain.startsWith('/')) return this.lookUp(plain, rest, from)
    const known = this.rooted.get(below)
    if (known !== undefined) return known ?? undefined
    const found = this.lookUp(plain, rest, from)
    if (this.rooted.size < mostRooted) this.rooted.set(below, found ?? null)
    return found
  }

  private lookUp(plain: string, rest: string, from: { path: string; address?: string | undefined }): Found | undefined {
    const isRooted = plain.startsWith('/')
    const near = isRooted ? plain : join(folderOf(decoded(this.below(from.address ?? '/') ?? '/')), plain)
    const page = this.byAddress.get(withoutEnd(isRooted ? plain : `/${near ?? ''}`))
    if (isRooted && page) return foundText(page, rest)
    for (const one of this.candidates(plain, from)) {
      const found = this.at(one, rest)
      if (found) return found
    }
    return foundText(page, rest)
  }

  private *candidates(path: string, from: { path: string; address?: string | undefined }): Iterable<string> {
    const alias = /^(?:@\/|~\/|@site\/|\$lib\/|#\/|~?@?assets\/|\/?src\/)/.exec(path)?.[0]
    const inside = path.replace(/^\/+/, '')
    if (!path.startsWith('/')) {
      const near = join(from.path.replace(/[^/]*$/, ''), path)
      if (near !== undefined) yield near
      // Hexo has the files of a post in a folder of its name.
      const own = join(`${from.path.replace(/\.[^./]+$/, '')}/`, path)
      if (own !== undefined) yield own
    }
    if (alias) {
      const rest = path.slice(alias.length)
      for (const folder of [this.site.texts, 'src/', '', 'src/assets/', 'assets/', 'src/lib/']) yield `${folder}${rest}`
    }
    for (const folder of ['', this.site.texts, ...rootFolders]) {
      const one = join(folder, inside)
      if (one !== undefined) yield one
    }
    if (!path.startsWith('/') && from.address) {
      const address = join(folderOf(decoded(this.below(from.address) ?? '/')), path)
      if (address !== undefined) for (const folder of ['', ...rootFolders]) yield `${folder}${address}`
    }
    if (pictures.test(path)) for (const folder of pictureFolders) yield join(folder, inside) ?? ''
  }

  /** The text or the file at a path below the root. */
  private at(path: string, rest: string): Found | undefined {
    const key = keyOf(path)
    const ends = /\.\w{2,8}$/.test(key) ? [''] : endsOfTexts
    for (const end of ends) {
      const target = this.byPath.get(key + end)
      if (target) return foundText(target, rest)
    }
    const file = this.files.get(key)
    if (!file) return undefined
    const media = this.media(file)
    return media
      ? { address: media.addresses[0] ?? '', rest: '', media }
      : { address: this.address(`/${this.inPublic(file.inSite)}`), rest, other: true }
  }

  private media(file: SourceFile & { inSite: string }): SourceMedia | undefined {
    if (!pictures.test(file.inSite) && !isPdf(file.inSite)) return undefined
    const path = `/${this.inPublic(file.inSite)}`
    const addresses = [...new Set([this.address(path), encodeURI(path)])]
    return { is: 'file', sourceId: file.inSite, title: baseOf(file.inSite), addresses, path: file.path }
  }

  /** A page of Obsidian by its name or its path, or a picture by its name. */
  private byWiki(typed: string, from: { path: string; address?: string | undefined }): Found | undefined {
    const key = keyOf(decoded(typed).replace(/^\/+/, ''))
    const near = [...this.candidates(key, from)].map((one) => this.at(one, '')).find(Boolean)
    if (near) return near
    const target = this.byName.get(baseOf(key).replace(/\.md$/, ''))
    if (target) return foundText(target, '')
    return this.at(this.filesByName.get(baseOf(key)) ?? '', '')
  }

  private named(
    kind: string,
    name: string,
    rest: string,
    from: { path: string; address?: string | undefined },
  ): Found | undefined {
    const key = name.replace(/^\/+/, '')
    if (kind === 'post') {
      const folders = ['_posts/', '_drafts/', 'source/_posts/', '']
      for (const folder of folders)
        for (const end of ['.md', '.markdown', '.html', '']) {
          const target = this.byPath.get(
            keyOf(`${key.includes('/') ? key.replace(/([^/]*)$/, `_posts/$1`) : `${folder}${key}`}${end}`),
          )
          if (target) return foundText(target, rest)
        }
    } else {
      const found = this.find(encodeURI(name), from)
      if (found && found !== 'outside') return { ...found, rest: found.media ? '' : rest }
    }
    const target = this.byName.get(keyOf(baseOf(key)).replace(/\.mdx?$/, ''))
    return foundText(target, rest)
  }

  /** A file's path as the public site has it. */
  private inPublic(path: string): string {
    const own = this.site.generator === 'hugo' || this.site.generator === 'zola' ? this.site.texts : ''
    const folder =
      [own, 'static/', 'public/', 'docs/public/', 'source/'].find((one) => one !== '' && path.startsWith(one)) ?? ''
    return path.slice(folder.length)
  }

  /** How many pictures and PDFs there are, for those that nothing uses. */
  *mediaPaths(): Iterable<string> {
    for (const { inSite } of this.files.values()) if (pictures.test(inSite) || isPdf(inSite)) yield inSite
  }
}

const folderOf = (address: string) => address.replace(/[^/]*$/, '')
