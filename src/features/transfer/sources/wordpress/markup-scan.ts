/** Elements whose content is no text of the page, or keeps its line ends. */
const raw = new Set(['pre', 'script', 'style', 'textarea', 'svg', 'math', 'template'])

type Markup = { end: number; name: string; closing: boolean; isRaw: boolean }

/** Finds tags, comments, and elements with their whole content. It looks for each end only once, so that no text takes long. */
export function markupScanner(html: string, more: string[] = []) {
  const whole = new Set([...raw, ...more])
  const missing = new Set<string>()
  const lower = html.toLowerCase()
  const find = (mark: string, from: number) => {
    if (missing.has(mark)) return -1
    const at = lower.indexOf(mark, from)
    if (at < 0) missing.add(mark)
    return at < 0 ? -1 : at + mark.length
  }

  /** @returns the markup that begins at a `<`; undefined where that is a sign */
  return (at: number): Markup | undefined => {
    if (html.startsWith('<!--', at)) {
      const end = find('-->', at + 4)
      return end < 0 ? undefined : { end, name: '!--', closing: false, isRaw: true }
    }
    tag.lastIndex = at
    const [, slash, typed] = tag.exec(html) ?? []
    if (typed === undefined) return undefined
    const name = typed.toLowerCase()
    const end = endOfTag(html, tag.lastIndex)
    if (end < 0) return undefined
    if (slash || !whole.has(name) || html[end - 2] === '/') return { end, name, closing: slash === '/', isRaw: false }
    const close = find(`</${name}`, end)
    const after = close < 0 ? -1 : html.indexOf('>', close)
    return after < 0
      ? { end, name, closing: false, isRaw: false }
      : { end: after + 1, name, closing: false, isRaw: true }
  }
}

const tag = /<(\/?)([a-z][\w:-]*)/iy
const longestTag = 20_000

function endOfTag(html: string, from: number): number {
  let quote = ''
  for (let at = from; at < html.length && at - from < longestTag; at += 1) {
    const sign = html[at]
    if (quote) {
      if (sign === quote) quote = ''
    } else if ((sign === '"' || sign === "'") && html[at - 1] === '=') quote = sign
    else if (sign === '>') return at + 1
    else if (sign === '<') return -1
  }
  return -1
}
