import { endOfLine } from './html-source.ts'

/** The facts above a text, as programs for websites write them: between lines of `---` as YAML, or of `+++` as TOML. */
export type FrontMatter = { kind: 'yaml' | 'toml'; facts: string; text: string }

const opening = /^\ufeff?(?:[ \t]*\r?\n)*(---|\+\+\+)[ \t]*\r?\n/
const closings = { '---': /^(?:---|\.\.\.)[ \t]*$/, '+++': /^\+\+\+[ \t]*$/ }
/** The line of a fact, with its name. */
const facts = {
  '---': /^["']?([\p{L}_][\p{L}\p{M}\w .-]*?)["']?[ \t]*:(?:[ \t]|$)/u,
  '+++': /^["']?([\p{L}_][\p{L}\p{M}\w.-]*)["']?[ \t]*=/u,
}
/** Lines that belong to a fact: further indented ones, points of a list, comments, tables, and what closes a list. */
const others = /^(?:[ \t].*|[ \t]*#.*|-[ \t].*|\[.*\]|[\]}],?|["'].*|)$/
/** A single line between two rules is only a fact if it has such a name. */
const usual =
  /^(?:title|subtitle|date|published|updated|author|authors|description|summary|excerpt|tags?|categor(?:y|ies)|keywords|slug|layout|draft|permalink|image|cover|lang|id|type)$/i
/** A name that nobody gives to a line of a letter, such as `To:`. */
const certain = /^(?:title|slug|tags?|categories|layout|draft|permalink|description)$/i
const longest = 500

/** Whether these are names of facts, and not of lines in a text between two rules: those begin with a capital. */
function nameFacts(names: string[]): boolean {
  if (names.length < 2) return usual.test(names[0] ?? '')
  return names.some((name) => certain.test(name)) || names.every((name) => usual.test(name) || !/^\p{Lu}/u.test(name))
}

/** Separates the front matter from a text; null for a text without any, such as one that begins with a dividing line. */
export function frontMatterOf(source: string): FrontMatter | null {
  const opened = opening.exec(source)
  if (!opened) return null
  const mark = opened[1] as '---' | '+++'
  const names: string[] = []
  let inText = false
  let at = opened[0].length
  for (let count = 0; count < longest && at < source.length; count++) {
    const next = endOfLine(source, at)
    const line = source.slice(at, next).replace(/\r?\n$/, '')
    // TOML's texts of several lines may have any words.
    const startsOrEnds = mark === '+++' && line.split(/"""|'''/).length % 2 === 0
    const name = inText ? undefined : facts[mark].exec(line)?.[1]
    if (name) names.push(name)
    if (startsOrEnds) inText = !inText
    if (!inText && closings[mark].test(line)) {
      if (!nameFacts(names)) return null
      const kind = mark === '---' ? 'yaml' : 'toml'
      return { kind, facts: source.slice(opened[0].length, at), text: source.slice(next) }
    }
    const belongs = others.test(line) && (names.length > 0 || /^[ \t]*(?:#|$)/.test(line))
    if (!name && !inText && !startsOrEnds && !belongs) return null
    at = next
  }
  return null
}

/** A text without its front matter, which no page shows. */
export const withoutFrontMatter = (source: string): string => frontMatterOf(source)?.text ?? source
