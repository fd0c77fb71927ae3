/** The facts above a text, as programs for websites write them: between lines of `---` as YAML, or of `+++` as TOML. */
export type FrontMatter = { kind: 'yaml' | 'toml'; facts: string; text: string }

const opening = /^\ufeff?(?:[ \t]*\r?\n)*(---|\+\+\+)[ \t]*\r?\n/
const closings = { '---': /^(?:---|\.\.\.)[ \t]*$/, '+++': /^\+\+\+[ \t]*$/ }
/** The line of a fact, with its name. */
const facts = {
  '---': /^["']?([A-Za-z_][\w .-]*?)["']?[ \t]*:(?:[ \t]|$)/,
  '+++': /^["']?([A-Za-z_][\w.-]*)["']?[ \t]*=/,
}
/** Lines that belong to a fact: further indented ones, points of a list, comments, tables, and what closes a list. */
const others = /^(?:[ \t].*|[ \t]*#.*|-[ \t].*|\[.*\]|[\]}],?|["'].*|)$/
/** A single line between two rules is only a fact if it has such a name. */
const usual =
  /^(?:title|subtitle|date|published|updated|author|authors|description|summary|excerpt|tags?|categor(?:y|ies)|keywords|slug|layout|draft|permalink|image|cover|lang|id|type)$/i
const longest = 500

/** Separates the front matter from a text; null for a text without any, such as one that begins with a dividing line. */
export function frontMatterOf(source: string): FrontMatter | null {
  const opened = opening.exec(source)
  if (!opened) return null
  const mark = opened[1] as '---' | '+++'
  const names: string[] = []
  let at = opened[0].length
  for (let count = 0; count < longest && at < source.length; count++) {
    const end = source.indexOf('\n', at)
    const next = end < 0 ? source.length : end + 1
    const line = source.slice(at, next).replace(/\r?\n$/, '')
    if (closings[mark].test(line)) {
      const [only = '', ...more] = names
      if (more.length === 0 && !usual.test(only)) return null
      const kind = mark === '---' ? 'yaml' : 'toml'
      return { kind, facts: source.slice(opened[0].length, at), text: source.slice(next) }
    }
    const name = facts[mark].exec(line)?.[1]
    if (name) names.push(name)
    else if (!others.test(line) || (names.length === 0 && !/^[ \t]*(?:#|$)/.test(line))) return null
    at = next
  }
  return null
}

/** A text without its front matter, which no page shows. */
export const withoutFrontMatter = (source: string): string => frontMatterOf(source)?.text ?? source
