import { addressToMarkdown } from '#content/markup/plain-markdown.ts'
import { placeName } from '#content/markup/plain-text.ts'
import { lookup } from '#contract/lookup.ts'
import type { TextReader } from '../../ground/source.ts'
import { collectNotes } from '../text/notes.server.ts'
import { nameIn, plainAddresses, withReplaced } from './addresses-in.ts'
import { CodeMarks } from './code-marks.ts'
import { escaped, link, picture, type Reading } from './forms.server.ts'
import { plainLiquid, withLiquid } from './liquid.server.ts'
import { withComponents, withMdx } from './mdx.server.ts'
import { withMoreMarkdown } from './more-markdown.server.ts'
import { plainShortcodes, withShortcodes } from './shortcodes.server.ts'

/** Programs whose `{{ … }}` are values and no words. */
const withOutputs = ['jekyll', 'hexo', 'eleventy', 'vitepress']

/** Brings Markdown of any program into Markdown of ours. It stays as its author typed it, except for the signs that we do not know. */
export const readMarkdownText: TextReader = (source, facts) => {
  const notes = collectNotes()
  const marks = new CodeMarks()
  const reading: Reading = {
    marks,
    facts,
    say: notes.add,
    addressOf: (typed) => lookup(facts.files ?? {}, typed)?.address ?? typed,
  }
  const isMdx = /\.mdx$/i.test(facts.path ?? '') || facts.dialect === 'docusaurus'

  let text = marks.take(source.replaceAll(/\r\n?/g, '\n'), { indented: !isMdx })
  text = plainAddresses(withoutMore(text, marks))
  if (isMdx) text = withMdx(text, reading)
  else if (facts.dialect === 'vitepress') text = withComponents(text, reading, new Map(), false)
  if (!isMdx && facts.dialect !== 'zola' && facts.dialect !== 'hugo') {
    text = withLiquid(text, withOutputs.includes(facts.dialect ?? ''), reading)
    marks.change(plainLiquid)
  }
  text = withShortcodes(text, reading)
  marks.change(plainShortcodes)
  if (facts.dialect === 'obsidian') text = withoutObsidianSigns(text)
  text = withMoreMarkdown(withWikiLinks(text, reading), reading)
  text = withoutTitle(text, facts.title ?? '')
  text = withReplaced(text, (typed) => {
    const address = reading.addressOf(typed)
    if (address !== typed) return addressToMarkdown(address)
    const name = nameIn(typed)?.name
    if (name === undefined) return undefined
    reading.say('link', name, `The link to “${name}” leads to none of the files.`)
    return addressToMarkdown(name)
  })
  return {
    markdown: marks
      .restore(text.replace(/^[ \t]+$/gm, ''))
      .replace(/^(?:[ \t]*\n)+/, '')
      .replace(/\n{4,}/g, '\n\n\n'),
    notes: notes.all(),
  }
}

/** The mark at which lists cut a text. It is a comment, so it was taken out as code. */
function withoutMore(text: string, marks: CodeMarks): string {
  marks.change((value) => (/^<!--\s*(?:more|truncate|excerpt|end[_ -]?excerpt)\s*-->$/i.test(value) ? '' : value))
  return text.replace(/^\{\/\*\s*(?:truncate|more)\s*\*\/\}[ \t]*$/gim, '')
}

const letters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/** A page has its title as the only heading of the first level, so a text does not repeat it, unless a link or a picture in it would be lost. */
function withoutTitle(text: string, title: string): string {
  const found = /^(?:\s*\uFDD0\d+\uFDD1\s*\n)*\s*(?:#[ \t]+([^\n]+?)[ \t]*#*|([^\n]+)\n=+)[ \t]*(?:\n|$)/.exec(text)
  const heading = found?.[1] ?? found?.[2] ?? ''
  if (!found || title === '' || heading === '' || letters(heading) !== letters(title)) return text
  if (/\][[(]|<(?:a|img)\b/i.test(heading)) return text
  return text.slice(found[0].length)
}

const wiki = /(!?)\[\[([^[\]|#\n]{0,500})(#[^[\]|\n]{0,500})?(?:\\?\|([^[\]\n]{0,500}))?\]\]/g
const pictureName = /\.(?:png|jpe?g|gif|webp|svg|avif|bmp)$/i

/** Links and embeds of Obsidian: `[[Page|words]]`, `![[picture.png]]`. In other texts only those that lead to a file count. */
function withWikiLinks(text: string, { facts, say }: Reading): string {
  if (!text.includes('[[')) return text
  const always = facts.dialect === 'obsidian' || facts.dialect === 'plain'
  return text.replace(
    wiki,
    (whole, embed: string, name: string, part: string | undefined, words: string | undefined) => {
      const target = name.trim()
      const found = lookup(facts.files ?? {}, name)
      if (!found && !always) return whole
      const shown = (words ?? '').trim() || (target ? `${target}` : (part ?? '').replace(/^#\^?/, ''))
      if (embed && pictureName.test(target)) {
        // The words of a picture can be its width.
        const alt = /^\d+(?:x\d+)?$/.test(words ?? '') ? '' : (words ?? '')
        return picture({ address: found?.address ?? target, alt })
      }
      if (target === '' && part) return link(escaped(shown), part.startsWith('#^') ? '#' : `#${placeName(part)}`)
      if (!found) {
        say('link', target, `There is no text “${target}” among the files, so only the words of its link stay.`)
        return escaped(shown)
      }
      if (embed) say('embed', target, `The embed of “${target}” becomes a link.`)
      return link(escaped(shown), `${found.address}${part && !part.startsWith('#^') ? `#${placeName(part)}` : ''}`)
    },
  )
}

/** Without the parts that Obsidian does not show: comments, and the names of blocks. */
const withoutObsidianSigns = (text: string): string =>
  text.replace(/%%(?:(?!%%)[\s\S])*%%/g, '').replace(/[ \t]+\^[a-zA-Z0-9-]+[ \t]*$/gm, '')
