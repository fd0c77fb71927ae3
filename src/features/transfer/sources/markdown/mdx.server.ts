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

/** Replaces components: tags whose names begin with a capital. Attributes of HTML in the spelling of JSX become those of HTML. */
export function withComponents(
  text: string,
  reading: Reading,
  imports: ReadonlyMap<string, string>,
  expressions = true,
): string {
  const tags: Tag[] = []
  let words = ''
  let at = 0
  const takeWords = (to: number) => {
    words += expressions ? withoutExpressions(text.slice(at, to), reading) : text.slice(at, to)
  }
  for (const { 0: start, 1: slash, 2: name = '', index } of text.matchAll(/<(\/?)([A-Za-z][\w.:-]*|(?=>))/g)) {
    if (index < at) continue
    const isComponent = name === '' || /^[A-Z]|\./.test(name)
    if (!isComponent && !expressions) continue
    const end = endOfTag(text, index + start.length)
    if (end < 0) continue
    const inside = text.slice(index + start.length, end - 1)
    takeWords(index)
    const whole = inside.trimEnd().endsWith('/')
    const args = plainAttributes(inside.replace(/\/\s*$/, ''), imports, reading)
    if (isComponent) {
      const from = words.length
      words += '\u0000'
      tags.push({ from, to: from + 1, name, args, kind: slash ? 'close' : whole ? 'whole' : 'open' })
    } else
      words += `<${slash}${name}${args.replace(/\bclassName=/g, 'class=').replace(/\bhtmlFor=/g, 'for=')}${whole ? ' /' : ''}>`
    at = end
  }
  takeWords(text.length)
  return withTags(words, tags, (tag, inner) => render(tag, inner, reading))
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
    let depth = 0
    let end = index
    do {
      depth += args[end] === '{' ? 1 : args[end] === '}' ? -1 : 0
      end++
    } while (depth > 0 && end < args.length)
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

/** Replaces `{…}` in words. Code of a program has no words of its own. */
function withoutExpressions(words: string, reading: Reading): string {
  let result = ''
  let at = 0
  for (const { index } of words.matchAll(/\{/g)) {
    if (index < at || words[index - 1] === '\\') continue
    let depth = 0
    let end = index
    do {
      depth += words[end] === '{' ? 1 : words[end] === '}' ? -1 : 0
      end++
    } while (depth > 0 && end < words.length && end - index < 20_000)
    if (depth > 0) break
    const program = words.slice(index + 1, end - 1).trim()
    // The id of a heading, and the attributes of blocks.
    if (/^[#.:]/.test(program)) continue
    result += words.slice(at, index)
    const text = /^(["'`])([^"'`$]*)\1$/.exec(words.slice(index + 1, end - 1).trim())?.[2]
    if (text !== undefined) result += text || ''
    else if (/^(?:frontMatter|frontmatter|props\.frontmatter|metadata)\.title$/.test(program))
      result += reading.facts.title ?? ''
    else if (program !== '') {
      const name = program.replace(/\s+/g, ' ').slice(0, 60)
      reading.say('markup', `{${name}}`, `The value {${name}} is left out.`)
    }
    at = end
  }
  return result + words.slice(at)
}

function render({ name, args }: Tag, inner: string | undefined, reading: Reading): Part {
  if (name === '' || /^(?:React\.)?Fragment$/.test(name)) return { line: inner ?? '' }
  if (name === 'TabItem' || name === 'Tab') {
    const label = /\blabel="([^"]*)"/.exec(args)?.[1] ?? /\b(?:value|title)="([^"]*)"/.exec(args)?.[1] ?? ''
    return { block: [bold(label), (inner ?? '').trim()].filter(Boolean).join('\n\n') }
  }
  return formOf({ name, args, inner }, `<${name}>`, reading)
}
