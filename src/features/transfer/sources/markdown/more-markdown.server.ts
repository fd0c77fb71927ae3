import { lookup } from '#contract/lookup.ts'
import { bold, callout, calloutKind, dedented, folded, type Reading } from './forms.server.ts'

/**
 * Signs that other programs add to Markdown, in the forms of ours: boxes between `:::` or after `!!!`, callouts of Obsidian, attributes of Kramdown, lists
 * of definitions, marked and lowered words. It gets a text without code.
 */
export function withMoreMarkdown(text: string, reading: Reading): string {
  let words = withBoxes(text, reading)
  words = withIndentedBoxes(words)
  words = withCallouts(words)
  words = withoutAttributes(withClasses(words))
  words = withDefinitions(words)
  return withSigns(words, reading)
}

const opening =
  /^([ \t>]*)(:{3,})[ \t]*(?:\{[.\s]*)?([\w-]+)[^\S\n]*(?:\[([^\]\n]*)\])?(?:\{[^}\n]*\})?[^\S\n]*([^\n}]*?)\}?[ \t]*$/
const closing = /^[ \t>]*(:{3,})[ \t]*$/

/** Boxes inside more others are words. */
const deepest = 10

/** `:::tip[Title]` of Docusaurus, `::: details Title` of VitePress and `::: {.note}` of Pandoc, also inside each other. */
function withBoxes(text: string, reading: Reading): string {
  if (!text.includes(':::')) return text
  type Frame = { indent: string; kind: string; title: string; lines: string[] }
  const frames: Frame[] = [{ indent: '', kind: '', title: '', lines: [] }]
  const close = () => {
    const frame = frames.pop() as Frame
    const inner = frame.lines
      .map((line) => (line.startsWith(frame.indent) ? line.slice(frame.indent.length) : line))
      .join('\n')
    const block = boxOf(frame.kind, frame.title, inner, reading)
    frames.at(-1)?.lines.push('', ...block.split('\n').map((line) => `${frame.indent}${line}`.trimEnd()), '')
  }
  for (const line of text.split('\n')) {
    const [, indent = '', , kind = '', title, rest = ''] = opening.exec(line) ?? []
    if (closing.test(line) && frames.length > 1) close()
    else if (kind !== '' && frames.length <= deepest) frames.push({ indent, kind, title: title ?? rest, lines: [] })
    else frames.at(-1)?.lines.push(line)
  }
  while (frames.length > 1) close()
  return frames[0]?.lines.join('\n') ?? text
}

function boxOf(kind: string, title: string, inner: string, reading: Reading): string {
  if (/^(?:details|collapse|spoiler|expand)$/i.test(kind)) return folded(title, inner)
  const known = calloutKind(kind)
  if (known) return callout(known, title, inner)
  if (!/^(?:code-group|raw|v-pre|container|center|columns?|tabs?|tab|steps?)$/i.test(kind))
    reading.say('markup', `:::${kind}`, `The text of “:::${kind}” stays; the box does not.`)
  return [bold(title), inner].filter(Boolean).join('\n\n')
}

/** `!!! note "Title"` and `??? note`, with an indented text. */
function withIndentedBoxes(text: string): string {
  return text.replace(
    /^([ \t]*)(!!!|\?\?\?\+?)[ \t]+([\w-]+)(?:[ \t]+[\w -]*?)?(?:[ \t]*"([^"\n]*)")?[ \t]*\n((?:(?:\1(?: {4}|\t)[^\n]*|[ \t]*)(?:\n|$))+)/gm,
    (whole, indent: string, mark: string, kind: string, title = '', inner: string) => {
      const known = calloutKind(kind)
      if (!known && mark === '!!!') return whole
      const words = dedented(`\n${inner}`).trim()
      const block = mark === '!!!' ? callout(known ?? 'NOTE', title, words) : folded(title || kind, words)
      return `${block
        .split('\n')
        .map((line) => `${indent}${line}`.trimEnd())
        .join('\n')}\n\n`
    },
  )
}

const ownCallout = /^(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)$/

/** `> [!info]- Title` of Obsidian: ours have five kinds, and their marker is alone in its line. */
const withCallouts = (text: string): string =>
  text.replace(
    /^([ \t]*(?:>[ \t]?)+)\[!([\w-]+)\]([+-]?)[ \t]*([^\n]*)$/gm,
    (whole, mark: string, kind: string, sign: string, title: string) => {
      if (ownCallout.test(kind) && title.trim() === '' && sign === '') return whole
      const prefix = mark.trimEnd()
      return [
        `${prefix} [!${calloutKind(kind) ?? 'NOTE'}]`,
        ...(title.trim() ? [`${prefix} ${bold(title)}`, prefix] : []),
      ].join('\n')
    },
  )

const classOfCallout = /^[ \t]*\{:[^}\n]*?\.(?:prompt|notice|alert|callout|note)(?:-{1,2}([a-z]+))?[ .}]/
const nameOfFile = /^[ \t>]*\{:[ \t]*(?:file|title)=["']([^"'\n]+)["']/
const isCode = /^([ \t>]*)\uFDD0\d+\uFDD1[ \t]*$/

/** A quotation or a paragraph with the class of a callout below it, as designs of Jekyll have them, and the name of a file below its code. */
function withClasses(text: string): string {
  if (!text.includes('{:')) return text
  const result: string[] = []
  for (const line of text.split('\n')) {
    const above = result.at(-1) ?? ''
    const [, name] = nameOfFile.exec(line) ?? []
    const [, indent = ''] = isCode.exec(above) ?? []
    const found = classOfCallout.exec(line)
    if (name && isCode.test(above))
      result.splice(-1, 1, `${indent}\`${name.replaceAll('`', '')}\``, indent.trimEnd(), above)
    else if (found && above.trim() !== '' && !isCode.test(above)) {
      let from = result.length - 1
      while (from > 0 && (result[from - 1] ?? '').trim() !== '') from--
      const block = result.splice(from)
      const isQuotation = block.every((one) => one.startsWith('>'))
      const words = isQuotation ? block.map((one) => one.replace(/^>[ \t]?/, '')) : block
      result.push(callout(calloutKind(found[1] ?? 'note') ?? 'NOTE', '', words.join('\n')))
    } else result.push(line)
  }
  return result.join('\n')
}

/** Attributes and lists of contents, which the design of the old site used. */
function withoutAttributes(text: string): string {
  let words = text
    .replace(/^[ \t]*(?:[*-]|\d+\.)[ \t][^\n]*\n[ \t]*\{:[ \t]*toc[^}\n]*\}[ \t]*$/gim, '')
    .replace(
      /^[ \t]*(?:\[\[_?toc_?\]\]|\[toc\]|\$\{toc\}|\{\{\s*toc\s*\}\}|\[\[toc\]\]\{[^}\n]*\}|@\[toc\][^\n]*)[ \t]*$/gim,
      '',
    )
    .replace(/\{::(?:nomarkdown|comment|options)\b[^}\n]*\/?\}|\{:\/(?:nomarkdown|comment)?\}/g, '')
    .replace(/\n?[ \t]*\{:[^{}\n]*\}[ \t]*(?=\n|$)|\{:[^{}\n]*\}/g, '')
    .replace(/^[ \t]*\{[.#][\w-]+(?:\s+[^{}\n]*)?\}[ \t]*$/gm, '')
    .replace(/(!?\[[^\][\n]{0,500}\]\([^()\n]{0,1000}\))\{[.#:\w][^{}\n]{0,500}\}/g, '$1')
    .replace(/(<[a-z][^<>\n]*?)\s+markdown\s*=\s*["']?(?:1|block|span)["']?([^<>\n]*>)[ \t]*\n/gi, '$1$2\n\n')
  // The name of a heading stays where a link leads to it.
  words = words.replace(
    /^([ \t>]*#{1,6}[ \t][^\n]*?)[ \t]*\{#([\w-]+)[^}\n]*\}[ \t]*$/gm,
    (_, heading: string, id: string) => (text.includes(`(#${id})`) ? `${heading} <a id="${id}"></a>` : heading),
  )
  return words.replace(/^([ \t>]*#{1,6}[ \t][^\n]*?)[ \t]*\{[.#][^}\n]*\}[ \t]*$/gm, '$1')
}

const item = /^ {0,3}[:~][ \t]+(.*)$/

/** Terms with lines that begin with a colon. */
function withDefinitions(text: string): string {
  if (!/^ {0,3}:[ \t]+\S/m.test(text)) return text
  const lines = text.split('\n')
  const result: string[] = []
  let open = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const following = lines[at + 1]?.trim() === '' ? lines[at + 2] : lines[at + 1]
    const isTerm = /^[^\s:#>|<*+-]/.test(line) && following?.trimStart().startsWith(':') && item.test(following)
    if (isTerm) {
      if (!open) result.push('', '<dl>')
      open = true
      result.push('<dt>', '', line.trim(), '', '</dt>')
      continue
    }
    const [, first] = (open && line.trimStart().startsWith(':') && item.exec(line)) || []
    if (first === undefined) {
      if (open && line.trim() !== '') {
        result.push('</dl>', '')
        open = false
      }
      result.push(line)
      continue
    }
    const inner = [first]
    while (
      /^(?: {2,}|\t)\S/.test(lines[at + 1] ?? '') ||
      ((lines[at + 1] ?? '').trim() === '' && /^(?: {2,}|\t)\S/.test(lines[at + 2] ?? ''))
    )
      inner.push((lines[++at] ?? '').replace(/^(?: {1,4}|\t)/, ''))
    result.push('<dd>', '', ...inner, '', '</dd>')
  }
  if (open) result.push('</dl>')
  return result.join('\n')
}

/** Marks that only some programs know, formulas and emoji by their names. */
function withSigns(text: string, { marks, say }: Reading): string {
  const words = text.replace(/(?<![\\$])\$\$(?!\$)([\s\S]+?)(?<!\\)\$\$/g, (whole, formula: string) => {
    if (formula.length > 5_000) return whole
    say('markup', 'formula', 'Formulas stay as they are typed.')
    return marks.keep(`$$${formula.replace(/\n\s*(?=\n)/g, '').replace(/[\\*_[\]<>`~&#=+|-]/g, '\\$&')}$$`)
  })
  return words
    .replace(/(?<![=\w])==(?=[^\s=])([^\n=]*[^\s=])==(?![=\w])/g, '<mark>$1</mark>')
    .replace(/(?<=[\p{L}\p{N})])~([\p{L}\p{N}+-]{1,12})~(?!~)/gu, '<sub>$1</sub>')
    .replace(/(?<=[\p{L}\p{N})])\^([\p{L}\p{N}+-]{1,12})\^/gu, '<sup>$1</sup>')
    .replace(/(?<![\w:/]):([a-z0-9_+-]{1,40}):(?![\w:/])/g, (whole, name: string) => lookup(emoji, name) ?? whole)
}

/** Those that people type. Others stay as they are. */
const emoji: Record<string, string> = Object.fromEntries(
  'smile 😄 smiley 😃 grinning 😀 grin 😁 laughing 😆 joy 😂 rofl 🤣 slightly_smiling_face 🙂 wink 😉 blush 😊 heart_eyes 😍 sunglasses 😎 thinking 🤔 neutral_face 😐 confused 😕 worried 😟 cry 😢 sob 😭 angry 😠 scream 😱 sweat_smile 😅 tada 🎉 sparkles ✨ star ⭐ star2 🌟 fire 🔥 rocket 🚀 heart ❤️ green_heart 💚 blue_heart 💙 purple_heart 💜 broken_heart 💔 thumbsup 👍 +1 👍 thumbsdown 👎 -1 👎 clap 👏 wave 👋 pray 🙏 muscle 💪 ok_hand 👌 raised_hands 🙌 point_right 👉 point_left 👈 point_up ☝️ point_down 👇 eyes 👀 bulb 💡 warning ⚠️ exclamation ❗ question ❓ x ❌ white_check_mark ✅ heavy_check_mark ✔️ ballot_box_with_check ☑️ no_entry ⛔ construction 🚧 bug 🐛 lock 🔒 unlock 🔓 key 🔑 mag 🔍 link 🔗 memo 📝 pencil 📝 pencil2 ✏️ books 📚 book 📖 bookmark 🔖 pushpin 📌 calendar 📅 clock1 🕐 hourglass ⌛ alarm_clock ⏰ email 📧 envelope ✉️ phone ☎️ computer 💻 iphone 📱 camera 📷 movie_camera 🎥 tv 📺 art 🎨 musical_note 🎵 gift 🎁 trophy 🏆 chart_with_upwards_trend 📈 bar_chart 📊 package 📦 wrench 🔧 hammer 🔨 gear ⚙️ recycle ♻️ earth_americas 🌎 earth_africa 🌍 earth_asia 🌏 sunny ☀️ cloud ☁️ zap ⚡ snowflake ❄️ rainbow 🌈 coffee ☕ beer 🍺 beers 🍻 pizza 🍕 cake 🍰 dog 🐶 cat 🐱 penguin 🐧 whale 🐳 snake 🐍 crab 🦀 turtle 🐢 tree 🌳 seedling 🌱 new 🆕 top 🔝 soon 🔜 copyright ©️ arrow_right ➡️ arrow_left ⬅️ arrow_up ⬆️ arrow_down ⬇️ information_source ℹ️ speech_balloon 💬 loudspeaker 📢 mega 📣 house 🏠 office 🏢 robot 🤖 ghost 👻 skull 💀 poop 💩 100 💯 moneybag 💰 money_with_wings 💸 airplane ✈️ train 🚆 car 🚗 bike 🚲 checkered_flag 🏁 triangular_flag_on_post 🚩'
    .split(' ')
    .flatMap((name, at, all) => (at % 2 === 0 ? [[name, all[at + 1] ?? '']] : [])),
)
