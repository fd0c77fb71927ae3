import { formOf } from './components.server.ts'
import { type Part, type Reading, type Tag, withTags } from './forms.server.ts'

const hugo =
  /\{\{([<%])\s*(\/?)\s*([\p{L}_][\p{L}\p{N}_./-]*)((?:"(?:[^"\\]|\\.){0,2000}"|(?!\{\{[<%]|[>%]\}\})[^"]){0,2000}?)(\/?)\s*[>%]\}\}/gu
/** With a comment's signs inside, it shows itself. */
const shownAsWords = /\{\{([<%])\s{0,9}\/\*((?:(?!\{\{)[\s\S]){0,2000}?)\*\/\s{0,9}([>%])\}\}/g

const zola =
  /\{\{\s*([a-z_]\w*)\(((?:"[^"]{0,2000}"|'[^']{0,2000}'|`[^`]{0,2000}`|[^)"'`{]){0,2000})\)\s*\}\}|\{%-?\s*(?:([a-z_]\w*)\(((?:"[^"]{0,2000}"|'[^']{0,2000}'|[^)"'{]){0,2000})\)|(end))\s*-?%\}/g

/** The same in Zola, where Hugo has comments. */
const shownByZola = /\{([{%])\/\*((?:(?!\{[{%])[\s\S]){0,2000}?)\*\/([}%])\}/g

/** A shortcode in code, as its author shows it. */
export const plainShortcodes = (code: string): string =>
  code.replace(shownAsWords, '{{$1$2$3}}').replace(shownByZola, '{$1$2$3}')

/** Replaces the shortcodes of Hugo, `{{< name >}}` and `{{% name %}}`, and those of Zola. */
export function withShortcodes(text: string, reading: Reading): string {
  const isZola = reading.facts.dialect === 'zola'
  const words = text
    .replace(shownByZola, (whole, one: string, inner: string, other: string) =>
      isZola ? reading.marks.keep(`{${one}${inner}${other}}`) : whole,
    )
    .replace(shownAsWords, (_, one: string, inner: string, other: string) =>
      reading.marks.keep(`{{${one === '<' ? '&lt;' : one}${inner}${other}}}`),
    )
    .replace(/\{\{\/\*(?:(?!\{\{)[\s\S]){0,5000}?\*\/\}\}/g, '')
  const tags: Tag[] = []
  if (/\{\{[<%]/.test(words))
    for (const { 0: whole, 1: mark, 2: slash, 3: name = '', 4: args = '', 5: end, index } of words.matchAll(hugo))
      tags.push({
        from: index,
        to: index + whole.length,
        name,
        args: `${mark} ${args}`,
        kind: slash ? 'close' : end ? 'whole' : 'open',
      })
  if (isZola) readZola(words, tags)
  return tags.length === 0 ? words : withTags(words, tags, (tag, inner) => render(tag, inner, reading))
}

/** Zola ends each part with the same word. */
function readZola(words: string, tags: Tag[]) {
  const open: string[] = []
  for (const { 0: whole, 1: name, 2: args = '', 3: part, 4: more = '', 5: end, index } of words.matchAll(zola)) {
    const place = { from: index, to: index + whole.length }
    if (end) tags.push({ ...place, name: open.pop() ?? '', args: '', kind: 'close' })
    else if (part) {
      open.push(part)
      tags.push({ ...place, name: part, args: `( ${more}`, kind: 'open' })
    } else tags.push({ ...place, name: name ?? '', args: `( ${args}`, kind: 'whole' })
  }
}

function render({ name, args }: Tag, inner: string | undefined, reading: Reading): Part {
  const [mark = '', rest = ''] = [args[0], args.slice(2)]
  const shown = mark === '(' ? `{{ ${name}() }}` : mark === '%' ? `{{% ${name} %}}` : `{{< ${name} >}}`
  if (name === 'param' && /\btitle\b/.test(rest)) return { line: reading.facts.title ?? '' }
  return formOf({ name, args: rest, inner }, shown, reading)
}
