/** A block of the editor: its name, its attributes, and its HTML with the blocks within it. */
export type Block = { name: string; attributes: Record<string, unknown>; inner: (string | Block)[] }

/** More levels are those of an attack: what is deeper becomes a neighbour. */
const deepest = 100

const comment = /^\s*(\/?)wp:([a-z][\w-]*(?:\/[a-z][\w-]*)?)(?:\s+|(?=\/?$)|(?=\{))([\s\S]*?)(\/?)\s*$/

/** Reads the comments by which the editor marks blocks. Markup that is wrong costs no words: a mark without its counterpart is left out. */
export function blocksIn(text: string): (string | Block)[] {
  const top: (string | Block)[] = []
  const open: Block[] = []
  const list = () => open.at(-1)?.inner ?? top
  let kept = 0
  for (let at = text.indexOf('<!--'); at >= 0; ) {
    let end = text.indexOf('-->', at)
    if (end < 0) break
    let mark = comment.exec(text.slice(at + 4, end))
    // An attribute may have the end of a comment in it.
    for (let more = 0; mark?.[3]?.trim().startsWith('{') && !isJson(mark[3]) && more < 3; more += 1) {
      const next = text.indexOf('-->', end + 3)
      if (next < 0) break
      const longer = comment.exec(text.slice(at + 4, next))
      if (longer?.[3] === undefined || !isJson(longer[3])) continue
      mark = longer
      end = next
    }
    if (!mark) {
      at = text.indexOf('<!--', at + 4)
      continue
    }
    if (at > kept) list().push(text.slice(kept, at))
    kept = end + 3
    at = text.indexOf('<!--', kept)
    const [, closes, typed = '', json = '', isEmpty] = mark
    const name = typed.includes('/') ? typed : `core/${typed}`
    if (closes) {
      const from = open.findLastIndex((block) => block.name === name)
      if (from >= 0) open.length = from
      continue
    }
    const block: Block = { name, attributes: attributesIn(json), inner: [] }
    list().push(block)
    if (!isEmpty && open.length < deepest) open.push(block)
  }
  if (kept < text.length) list().push(text.slice(kept))
  return top
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function attributesIn(json: string): Record<string, unknown> {
  if (json.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}
