import { videoIn } from '#contract/videos.ts'
import {
  argumentsIn,
  bold,
  callout,
  calloutKind,
  dedented,
  folded,
  link,
  type Part,
  picture,
  quoted,
  type Reading,
  vimeo,
  youTube,
} from './forms.server.ts'

/** A component, shortcode or tag of another program: its name, its arguments, and the text that it contains. */
type Component = { name: string; args: string; inner: string | undefined }

const picturesWords =
  /^(?:figure|fig|img|image|picture|pic|photo|responsive_?image|image-?caption|resize|lightbox|zoom|themedimage|asset_img|screenshot|postimage|bundle-?image|lazyimage)$/
const foldedWords =
  /^(?:details|detail|expand|expandable|collapse|collapsible|accordion(?:item|-item)?|spoiler|toggle|dropdown|folding)$/
const containers =
  /^(?:tabs?|tabitem|tab-item|tabpane|steps?|step|cards?|card-?grid|card-?group|columns?|column|row|grid|section|div|wrapper|center|group|gallery|fragment|tabbed|codegroup|code-group)$/
const htmlWords = /^(?:rawhtml|raw|html|unsafe|safehtml)$/

/**
 * A component in the forms of ours, as far as its name and its arguments tell what it is. All others leave their text.
 * @param shown the component as people write it, for the notes: `{{< tabs >}}`
 */
export function formOf({ name, args, inner }: Component, shown: string, reading: Reading): Part {
  const word = name
    .replace(/^.*\//, '')
    .replace(/\.\w+$/, '')
    .toLowerCase()
  const { named, others } = argumentsIn(args)
  const arg = (...keys: string[]) =>
    keys.map((key) => named.get(key)).find((value) => value !== undefined && value !== '') ?? ''
  const text = inner === undefined ? '' : dedented(inner).trim()
  const title = arg('title', 'summary', 'label', 'name', 'header', 'heading')
  const source = arg('src', 'image', 'image_path', 'url', 'path', 'file', 'img', 'link', 'href')

  const video = videoOf(word, arg, others)
  if (video) return { block: video }
  if (picturesWords.test(word)) {
    const typed =
      arg('src', 'image_path', 'image', 'img', 'url', 'path', 'file', 'light', 'srclight') ||
      others.find((one) => /\.\w{3,5}(?:$|\?)|^https?:/.test(one)) ||
      others[0] ||
      (/\.\w{3,4}$/.test(text) ? text : '')
    if (typed) {
      const caption =
        arg('caption', 'title', 'description') || (named.size === 0 ? '' : text.includes('\n') ? '' : text)
      const to = arg('link', 'href', 'target')
      const found = {
        address: reading.addressOf(typed),
        alt: arg('alt', 'description') || others.filter((one) => one !== typed).at(-1) || '',
        caption,
      }
      return { block: picture(/^(?:\/|https?:|\.)/.test(to) ? { ...found, link: reading.addressOf(to) } : found) }
    }
    if (text !== '') return { block: text }
  }
  if (word === 'gist') {
    const path = [arg('user'), arg('id'), ...others].filter(Boolean).slice(0, 2).join('/')
    return { block: link('gist.github.com', arg('url') || `https://gist.github.com/${path}`) }
  }
  if (/^(?:tweet|x|twitter|x_simple|tweet_simple|twittertweetembed)$/.test(word)) {
    const id = arg('id', 'tweetid') || (others.at(-1) ?? '')
    const address = /^https?:/.test(id) ? id : `https://x.com/${arg('user') || 'i'}/status/${id}`
    return { block: link(address.replace(/^https?:\/\//, ''), address) }
  }
  if (/^(?:instagram|instagram_simple)$/.test(word))
    return { block: link('instagram.com', `https://www.instagram.com/p/${arg('id') || others[0] || ''}/`) }
  const kindOfCallout = calloutKind(word)
  if (kindOfCallout && (inner !== undefined || arg('text', 'content', 'description'))) {
    const typed = arg('type', 'kind', 'level', 'variant', 'context', 'style', 'color') || others[0] || ''
    const known = calloutKind(typed)
    const above =
      title ||
      (known
        ? (others[1] ?? '')
        : /\s/.test(others[0] ?? '') || (others[0] && !/^[\w-]+$/.test(others[0]))
          ? (others[0] ?? '')
          : '')
    return { block: callout(known ?? kindOfCallout, above, text || arg('text', 'content', 'description')) }
  }
  if (foldedWords.test(word) && inner !== undefined)
    return { block: folded(title || others.join(' '), text, arg('open', 'state') === 'open') }
  if (/^(?:quote|blockquote|pullquote|cite)$/.test(word) && text !== '') {
    const author = [arg('author', 'cite', 'by'), arg('source')].filter(Boolean).join(', ') || others.join(' ')
    return { block: quoted(author ? `${text}\n\n— ${author}` : text) }
  }
  if (
    /^(?:button|btn|linkbutton|a|link|navlink|nextlink|localizedlink|card|linkcard|card-?link)$/.test(word) &&
    arg('href', 'to', 'link', 'url', 'relref', 'ref')
  ) {
    const address = reading.addressOf(arg('href', 'to', 'link', 'url', 'relref', 'ref'))
    const words = text && !text.includes('\n') ? text : title || arg('text')
    const more = [arg('description', 'subtitle'), text.includes('\n') ? text : ''].filter(Boolean).join('\n\n')
    if (/^(?:a|link|navlink|nextlink|localizedlink)$/.test(word)) return { line: link(words, address) }
    return { block: more ? `${link(words, address)}\n\n${more}` : link(words, address) }
  }
  if (
    /^(?:video|audio|pdf|embed-?pdf|iframe|embed|file|download|asciinema|youtube|vimeo|soundcloud|spotify)$/.test(
      word,
    ) &&
    (source || others[0])
  ) {
    const typed = source || others[0] || ''
    reading.say('embed', typed, `The embed of ${typed} becomes a link.`)
    return { block: link(title || typed.replace(/^https?:\/\//, ''), reading.addressOf(typed)) }
  }
  if (/^(?:mermaid|katex|math|latex|chart|goat|plantuml|codeblock|code)$/.test(word) && inner !== undefined) {
    const language = arg('language', 'lang') || (/^code/.test(word) ? (others[0] ?? '') : word)
    return { block: `\`\`\`${language}\n${text}\n\`\`\`` }
  }
  if (/^(?:br|newline)$/.test(word)) return { line: '<br>' }
  if (/^(?:emoji)$/.test(word) && others[0]) return { line: others[0] }
  if (/^(?:mark|kbd|sub|sup)$/.test(word) && (text || others[0]))
    return { line: `<${word}>${text || others[0]}</${word}>` }
  if (/^(?:toc|tocinline|table-of-contents)$/.test(word)) return { line: '' }
  if (htmlWords.test(word) && inner !== undefined) return { block: text }

  const words = title || arg('text', 'content', 'caption', 'value')
  if (!containers.test(word) || (text === '' && words === ''))
    reading.say(
      'shortcode',
      shown,
      text || words ? `The text of ${shown} stays; the rest of it does not.` : `${shown} is left out.`,
    )
  const above = text === '' && !/[\n]/.test(inner ?? '\n') ? words : bold(words)
  if (inner !== undefined && !inner.includes('\n') && !title) return { line: text }
  const all = [above, text].filter(Boolean).join('\n\n')
  return inner === undefined && !title ? { line: all } : { block: all }
}

function videoOf(word: string, arg: (...keys: string[]) => string, others: string[]): string | undefined {
  const id =
    arg('id', 'videoid', 'video_id', 'youtubeid', 'code', 'embedid', 'v', 'key') ||
    arg('url', 'src', 'href', 'link') ||
    (others[0] ?? '')
  const provider = arg('provider', 'type', 'platform').toLowerCase() || word
  const address = /^https?:/.test(id)
    ? id
    : /you-?_?tube|^yt$/.test(provider) && id
      ? youTube(id)
      : /vimeo/.test(provider) && id
        ? vimeo(id)
        : ''
  if (/you-?_?tube|^yt$|vimeo/.test(provider) && address)
    return videoIn(address)?.page ?? link(address.replace(/^https?:\/\//, ''), address)
  return /^(?:video|embed|iframe|player|reactplayer)$/.test(word) && address ? videoIn(address)?.page : undefined
}
