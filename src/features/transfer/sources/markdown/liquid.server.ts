import { formOf } from './components.server.ts'
import { link, type Part, picture, type Reading, type Tag, withTags } from './forms.server.ts'

const raw = /\{%-?\s*raw\s*-?%\}((?:(?!\{%-?\s*raw\b)[\s\S])*?)\{%-?\s*endraw\s*-?%\}/g
const comment =
  /\{%-?\s*comment\s*-?%\}(?:(?!\{%-?\s*comment)[\s\S])*?\{%-?\s*endcomment\s*-?%\}|\{#(?:(?!\{#)[\s\S])*?#\}/g
const tag =
  /\{%-?\s*(end)?([a-z_]\w*)((?:"[^"{}]{0,1000}"|'[^'{}]{0,1000}'|(?!\{%|%\})[^"']|["'](?=[^"'\n]{0,200}%\})){0,2000}?)-?%\}/gi
const output = /\{\{-?((?:"[^"]{0,1000}"|'[^']{0,1000}'|[^{}"']){0,2000})-?\}\}/g

/** Tags that decide which text is shown. The text stays. */
const control =
  /^(?:if|unless|elsif|else|case|when|for|tablerow|break|continue|assign|capture|increment|decrement|set|block|extends|macro|from|import|layout|cycle)$/i

/** Code in a text of Jekyll has `{% raw %}` around it, which nobody sees. */
export const plainLiquid = (code: string): string => code.replace(/\{%-?\s*(?:end)?raw\s*-?%\}/g, '')

/** Replaces the tags of Liquid and Nunjucks, and those of Hexo. @param outputs whether `{{ x }}` is one too */
export function withLiquid(text: string, outputs: boolean, reading: Reading): string {
  if (!text.includes('{%') && !(outputs && text.includes('{{'))) return text
  const words = text
    .replace(raw, (_, inner: string) => reading.marks.keep(inner))
    .replace(comment, (whole) => (whole.startsWith('{#') && !outputs ? whole : ''))
  const tags: Tag[] = []
  for (const { 0: whole, 1: end, 2: name = '', 3: args = '', index } of words.matchAll(tag))
    tags.push({ from: index, to: index + whole.length, name, args, kind: end ? 'close' : 'open' })
  const result = withTags(words, tags, (one, inner) => render(one, inner, reading))
  return outputs ? result.replace(output, (whole, inner: string) => outputOf(inner.trim(), whole, reading)) : result
}

function render({ name, args }: Tag, inner: string | undefined, reading: Reading): Part {
  const shown = `{% ${name} %}`
  if (control.test(name)) {
    reading.say(
      'shortcode',
      shown,
      inner === undefined ? `The tag ${shown} is left out.` : `The text of ${shown} stays; the tag does not.`,
    )
    return { line: name === 'capture' || name === 'set' ? '' : (inner ?? '') }
  }
  if (/^include(?:_relative|_cached)?$/i.test(name)) {
    const [, file = '', rest = ''] = /^\s*["']?([^\s"']+)["']?([\s\S]*)$/.exec(args) ?? []
    return formOf(
      { name: file.replace(/\.html?$|\.liquid$|\.md$/, ''), args: rest, inner },
      `{% include ${file} %}`,
      reading,
    )
  }
  if (name === 'img' || name === 'asset_img') {
    // Hexo: [class] address [width] [height] title, or "title" "alt".
    const [, address = '', rest = ''] =
      /(?:^|\s)(\S+\.(?:png|jpe?g|gif|webp|svg|avif))(?:\s+([\s\S]*))?$/i.exec(args.trim()) ?? []
    const quoted = [...rest.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, one, other]) => one ?? other ?? '')
    const alt = quoted.at(-1) ?? rest.replace(/^(?:\d+%?\s+)*/, '').trim()
    if (address) return { block: picture({ address: reading.addressOf(address), alt }) }
  }
  if (/^(?:post_url|post_link|link)$/.test(name)) return { line: link('', args.trim()) }
  return formOf({ name, args, inner }, shown, reading)
}

function outputOf(inner: string, whole: string, reading: Reading): string {
  if (/^page\.title$|^title$/.test(inner)) return reading.facts.title ?? ''
  const text = /^(?:"([^"]*)"|'([^']*)')$/.exec(inner)
  if (text) return text[1] ?? text[2] ?? ''
  if (inner === '') return whole
  const name = `{{ ${inner.split('|')[0]?.trim().slice(0, 60)} }}`
  reading.say('shortcode', name, `The value ${name} is left out.`)
  return ''
}
