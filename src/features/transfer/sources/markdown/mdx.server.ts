import { formOf } from './components.server.ts'
import { bold, type Part, type Reading, type Tag, withTags } from './forms.server.ts'

const importLine = /^[ \t]*import\s+(?:[^'"\n;]*?from\s*)?['"]([^'"\n]+)['"]\s*;?[ \t]*$/gm
const manyImports = /^[ \t]*import\s*(?:[\w$]+\s*,\s*)?\{[^{}'"`]*\}\s*from\s*['"]([^'"\n]+)['"]\s*;?[ \t]*$/gm
const defaultImport = /^[ \t]*import\s+(\w+)\s+from\s*['"]([^'"\n]+)['"]/gm
const isPicture = /\.(?:png|jpe?g|gif|webp|svg|avif)(?:\?.*)?$/i

/** Replaces what only MDX has: imports, exports, comments, components and expressions. */
export function withMdx(source: string, reading: Reading): string {
  const imports = new Map<string, string>()
  for (const [, name = '', path = ''] of source.matchAll(defaultImport)) imports.set(name, path)
  const leave = (whole: string, path: string) => {
    if (!isPicture.test(path)) reading.say('markup', `import ${path}`, `The import of “${path}” is left out.`)
    return whole.includes('\n\n') ? '\n' : ''
  }
  const withoutImports = source.replace(manyImports, leave).replace(importLine, leave)
  return withComponents(
    withoutExports(withoutImports, reading).replace(/\{\s*\/\*[\s\S]*?\*\/\s*\}/g, ''),
    reading,
    imports,
  )
}

/** An export ends at a blank line outside of its braces. */
function withoutExports(text: string, reading: Reading): string {
  let result = ''
  let at = 0
  for (const { index } of text.matchAll(/^export\s+(?:const|let|var|default|function|async|class|\{)/gm)) {
    if (index < at) continue
    let end = index
    for (let depth = 0; end < text.length; end++) {
      const sign = text[end] ?? ''
      if ('{[('.includes(sign)) depth++
      else if ('}])'.includes(sign)) depth--
      else if (sign === '\n' && depth <= 0 && /^\s*(?:\n|$)|^(?:import|export)\s/.test(text.slice(end + 1, end + 200)))
        break
    }
    const name =
      /^export\s+(?:default\s+)?(?:const|let|var|(?:async\s+)?function|class)?\s*([\w$]*)/.exec(
        text.slice(index, index + 200),
      )?.[1] || 'export'
    reading.say('markup', `export ${name}`, `The program “export ${name}” is left out.`)
    result += text.slice(at, index)
    at = end
  }
  return result + text.slice(at)
}

/**
 * Replaces components: tags whose names begin with a capital. Attributes of HTML in the spelling of JSX become those of HTML.
 * @param expressions whether `{…}` is a program too
 */
export function withComponents(
  text: string,
  reading: Reading,
  imports: ReadonlyMap<string, string>,
  expressions = true,
): string {
  const tags: Tag[] = []
  let words = ''
  let at = 0
  // A text with many open braces has none of programs, and each would be looked at to its end.
  let open = 0
  for (const { 0: start, 1: slash = '', 2: name = '', index } of text.matchAll(
    /\{|<(\/?)([A-Za-z][\w.:-]{0,100}|(?=>))/g,
  )) {
    if (index < at) continue
    if (start === '{') {
      const end = expressions && open < 100 && text[index - 1] !== '\\' ? endOfBraces(text, index) : -1
      if (end < 0) open++
      // The ids of headings and the attributes of blocks are no programs.
      if (end < 0 || /^\{\s*[#.:]/.test(text.slice(index, index + 50))) continue
      words += text.slice(at, index) + valueIn(text.slice(index + 1, end - 1), reading)
      at = end
      continue
    }
    const isComponent = name === '' || /^[A-Z]|\./.test(name)
    const end = isComponent || expressions ? endOfTag(text, index + start.length) : -1
    if (end < 0) continue
    const inside = text.slice(index + start.length, end - 1).trimEnd()
    const whole = inside.endsWith('/')
    const args = plainAttributes(inside.replace(/\/$/, ''), imports, reading).trimEnd()
    words += text.slice(at, index)
    at = end
    if (isComponent) {
      tags.push({
        from: words.length,
        to: words.length + 1,
        name,
        args,
        kind: slash ? 'close' : whole ? 'whole' : 'open',
      })
      words += '\0'
    } else {
      const html = args.replace(/\bclassName=/g, 'class=').replace(/\bhtmlFor=/g, 'for=')
      words += `<${slash}${name}${html}${whole ? ' /' : ''}>`
    }
  }
  return withTags(words + text.slice(at), tags, (tag, inner) => render(tag, inner, reading))
}

/** The position after the brace that closes the one at `from`; -1 if none does. */
function endOfBraces(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length && at - from < 20_000; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at + 1
  }
  return -1
}

/** The words that an expression shows: a text, or the title. Other programs have no words of their own. */
function valueIn(program: string, { facts, say }: Reading): string {
  const name = program.replace(/\s+/g, ' ').trim()
  const text = /^(["'`])([^"'`$]*)\1$/.exec(program.trim())?.[2]
  if (text !== undefined) return text
  if (/^(?:frontMatter|frontmatter|props\.frontmatter|metadata)\.title$/.test(name)) return facts.title ?? ''
  if (name !== '') say('markup', `{${name.slice(0, 60)}}`, `The value {${name.slice(0, 60)}} is left out.`)
  return ''
}

/** The position after the `>` of a tag, outside of its quotation marks and braces; -1 for words such as `a < B`. */
function endOfTag(text: string, from: number): number {
  let depth = 0
  let quote = ''
  for (let at = from; at < text.length && at - from < 20_000; at++) {
    const sign = text[at] ?? ''
    if (quote) {
      if (sign === quote) quote = ''
    } else if (sign === '"' || (sign === "'" && depth === 0) || (sign === '`' && depth > 0)) quote = sign
    else if (sign === '{') depth++
    else if (sign === '}') depth--
    else if (depth === 0 && sign === '>') return at + 1
    else if (depth === 0 && sign === '<') return -1
    else if (depth === 0 && sign === '\n' && /^\s*\n/.test(text.slice(at + 1, at + 100))) return -1
  }
  return -1
}

/** Attributes whose values are texts. `src={picture}` has the path of its import; other programs are left out. */
function plainAttributes(args: string, imports: ReadonlyMap<string, string>, reading: Reading): string {
  let result = ''
  let at = 0
  for (const { index } of args.matchAll(/\{/g)) {
    if (index < at) continue
    const closed = endOfBraces(args, index)
    const end = closed < 0 ? args.length : closed
    const program = args.slice(index + 1, end - 1).trim()
    const [name = ''] = program.split('.')
    const path = imports.get(name) ?? /(?:require|useBaseUrl|withBase)\(\s*["'`]([^"'`]+)["'`]\s*\)/.exec(program)?.[1]
    const sources = path ?? /(?:light|src)\s*:\s*(?:(?:useBaseUrl|require)\(\s*)?["'`]([^"'`]+)["'`]/.exec(program)?.[1]
    const plain =
      /^(["'`])([^"'`$]*)\1$/.exec(program)?.[2] ?? (/^(?:true|false|[\d.]+)$/.test(program) ? program : undefined)
    const value = plain ?? sources
    const before = args.slice(at, index)
    const attribute = /\s*([\w-]*)=$/.exec(before)?.[0] ?? ''
    const isSource = attribute !== '' && /sources?=$/.test(attribute) && sources !== undefined
    if (value !== undefined)
      result += `${isSource ? before.replace(/sources?=$/, 'src=') : before}"${value.replaceAll('"', '&quot;')}"`
    else {
      result += before.slice(0, before.length - attribute.length)
      if (/\s(?:src|href|title|alt)=$/.test(attribute))
        reading.say('markup', program.slice(0, 60), `The value {${program.slice(0, 60)}} is left out.`)
    }
    at = end
  }
  return result + args.slice(at)
}

function render({ name, args }: Tag, inner: string | undefined, reading: Reading): Part {
  if (name === '' || /^(?:React\.)?Fragment$/.test(name)) return { line: inner ?? '' }
  if (name === 'TabItem' || name === 'Tab') {
    const label = /\blabel="([^"]*)"/.exec(args)?.[1] ?? /\b(?:value|title)="([^"]*)"/.exec(args)?.[1] ?? ''
    return { block: [bold(label), (inner ?? '').trim()].filter(Boolean).join('\n\n') }
  }
  return formOf({ name, args, inner }, `<${name}>`, reading)
}
