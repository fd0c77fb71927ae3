import { decoded } from '#contract/addresses.ts'

/** An address in a text: where it is, and as its author typed it. */
type FoundAddress = { from: number; to: number; address: string; kind: 'link' | 'wiki' | 'import' }

/** Names of places instead of addresses, as programs write them in texts. They are resolved as addresses of this scheme. */
const named = (kind: 'post' | 'ref', name: string) =>
  `atrium-${kind}:${encodeURIComponent(name.trim().toWellFormed()).replace(/[()']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`
export const nameIn = (address: string): { kind: string; name: string } | undefined => {
  const [, kind, name] = /^atrium-(post|ref):([^#?\s]*)/.exec(address) ?? []
  return kind === undefined || name === undefined ? undefined : { kind, name: decoded(name) }
}

const siteVariable =
  /\{\{-?\s*(?:site\.(?:baseurl|url|github\.url)|base_?url|site\.base_path|\.Site\.BaseURL|config\.url)\s*(?:\|[^}]*)?-?\}\}/gi
/** `{{ "/x" | relative_url }}`, and the same with a variable before it. */
const filtered =
  /\{\{-?\s*(?:site\.\w+\s*\|\s*append:\s*)?(["'])([^"'{}\n]*)\1\s*\|\s*(?:relative_url|absolute_url|url|url_for|prepend|absURL|relURL|relLangURL|absLangURL|asset)\b[^}\n]*-?\}\}/g
const hugoUrl = /\{\{-?\s*(?:abs|rel)(?:Lang)?URL\s+["'`]([^"'`\n]*)["'`]\s*-?\}\}/g
const post =
  /(?:\{\{-?\s*site\.\w+\s*-?\}\}\s*)*\{%-?\s*(?:post_url|post_link|post_path)\s+["']?([^\s"'%]+)["']?[^%\n]*-?%\}/g
const liquidLink = /(?:\{\{-?\s*site\.\w+\s*-?\}\}\s*)*\{%-?\s*link\s+["']?([^\s"'%]+)["']?\s*-?%\}/g
const hugoRef =
  /\{\{[<%]\s*(?:rel)?ref\s+(?:path\s*=\s*)?(?:"([^"\n]{0,500})"|`([^`\n]{0,500})`|'([^'\n]{0,500})'|([^\s>%"'`]{1,500}))[^\n{]{0,200}?[>%]\}\}/g

/**
 * Writes the addresses that a text names by the signs of Liquid and Hugo as plain ones. The reader and the text reader both do it, so that both find
 * the same addresses.
 */
export const plainAddresses = (text: string): string =>
  text.includes('{{') || text.includes('{%')
    ? text
        .replace(post, (_, name: string) => named('post', name))
        .replace(liquidLink, (_, name: string) => named('ref', `/${name.replace(/^\//, '')}`))
        .replace(hugoRef, (_, ...names: string[]) => refWithPart(names.slice(0, 4).find(Boolean) ?? ''))
        .replace(hugoUrl, (_, path: string) => rooted(path))
        .replace(filtered, (_, _quote: string, path: string) => rooted(path))
        .replace(siteVariable, '')
    : text

const rooted = (path: string) => (/^(?:[a-z]+:|\/)/i.test(path) ? path : `/${path}`)

function refWithPart(name: string): string {
  const [path = '', part] = name.split('#')
  return path === '' ? `#${part ?? ''}` : `${named('ref', path)}${part ? `#${part}` : ''}`
}

const inline = /\]\(\s*(?:<([^<>\n]{0,1000})>|((?:[^\s()<>\\]|\\.|\((?:[^\s()]|\([^\s()]{0,200}\)){0,200}\)){1,1000}))/g
const definition = /^[ >]{0,20}\[[^\][\n]{1,500}\]:[ \t]*\n?[ \t]*(?:<([^<>\n]{0,2000})>|(\S{1,2000}))/gm
const attribute =
  /(?<=[\s"'{([<])(?:src|href|poster|data-src|image|img|link|url|file|to|path|cover|light|dark|srcLight|srcDark)\s*=\s*\{?\s*(?:require\(|useBaseUrl\()?\s*(?:"([^"\n]{0,1000})"|'([^'\n]{0,1000})'|`([^`\n$]{0,1000})`)/gi
const bare = /(?<=\s)(?:src|link)=([^\s"'`{}<>]+)/g
const wiki = /!?\[\[([^[\]|#\n]{0,500})(?:#[^[\]|\n]{0,500})?(?:\\?\|[^[\]\n]{0,500})?\]\]/g
const imported = /^[ \t]*import\s[^'"\n;]*?from\s*['"]([^'"\n]+)['"]/gm
const include =
  /\{%-?\s*(?:include|asset_img|img|image|figure|picture|responsive_image)\s+[^%\n]{0,500}?([^\s"'=%]{1,300}\.(?:png|jpe?g|gif|webp|svg|avif))/gi
const positional =
  /\{\{[<%]\s*[\w/-]+\s+(?:"([^"\n]{0,300}\.(?:png|jpe?g|gif|webp|svg|avif|pdf))"|([^\s"'=>]{0,300}\.(?:png|jpe?g|gif|webp|svg|avif|pdf)))/gi

const patterns: [RegExp, FoundAddress['kind']][] = [
  [inline, 'link'],
  [definition, 'link'],
  [attribute, 'link'],
  [bare, 'link'],
  [wiki, 'wiki'],
  [imported, 'import'],
  [include, 'link'],
  [positional, 'link'],
]

/** The addresses in a text whose code is taken out, in no order. One may be found twice. */
export function* addressesIn(text: string): Generator<FoundAddress> {
  for (const [pattern, kind] of patterns)
    for (const match of text.matchAll(pattern)) {
      const address = match.slice(1).find((one) => one !== undefined) ?? ''
      if (address === '') continue
      const from = match.index + match[0].lastIndexOf(address)
      yield { from, to: from + address.length, address, kind }
    }
}

/** Replaces the addresses of links and pictures that a table has. */
export function withReplaced(text: string, addressFor: (address: string) => string | undefined): string {
  let result = ''
  let at = 0
  const found = [...addressesIn(text)].filter(({ kind }) => kind === 'link').sort((one, other) => one.from - other.from)
  for (const { from, to, address } of found) {
    const other = from >= at ? addressFor(address) : undefined
    if (other === undefined) continue
    result += text.slice(at, from) + other
    at = to
  }
  return result + text.slice(at)
}
