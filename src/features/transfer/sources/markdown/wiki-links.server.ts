import { escaped, link, picture, type Reading } from './forms.server.ts'

const wiki = /(!?)\[\[([^[\]|#\n]{0,500})(#[^[\]|\n]{0,500})?(?:\\?\|([^[\]\n]{0,500}))?\]\]/g
const pictureName = /\.(?:png|jpe?g|gif|webp|svg|avif|bmp)$/i

/** Links and embeds of Obsidian: `[[Page|words]]`, `![[picture.png]]`. In other texts only those that lead to a file count. */
export function withWikiLinks(text: string, { facts, say }: Reading): string {
  if (!text.includes('[[')) return text
  const always = facts.dialect === 'obsidian' || facts.dialect === 'plain'
  return text.replace(
    wiki,
    (whole, embed: string, name: string, part: string | undefined, words: string | undefined) => {
      const target = name.trim()
      const found = facts.files && Object.hasOwn(facts.files, name) ? facts.files[name] : undefined
      if (!found && !always) return whole
      const shown = (words ?? '').trim() || (target ? `${target}` : (part ?? '').replace(/^#\^?/, ''))
      if (embed && pictureName.test(target)) {
        // The words of a picture can be its width.
        const alt = /^\d+(?:x\d+)?$/.test(words ?? '') ? '' : (words ?? '')
        return picture({ address: found?.address ?? target, alt })
      }
      if (target === '' && part) return link(escaped(shown), part.startsWith('#^') ? '#' : `#${slugOf(part)}`)
      if (!found) {
        say('link', target, `There is no text “${target}” among the files, so its link leaves the words.`)
        return escaped(shown)
      }
      if (embed) say('embed', target, `The embed of “${target}” becomes a link.`)
      return link(escaped(shown), `${found.address}${part && !part.startsWith('#^') ? `#${slugOf(part)}` : ''}`)
    },
  )
}

/** The name of a place in a text, as pages have it. */
const slugOf = (part: string) =>
  part
    .replace(/^#+/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/[\s-]+/g, '-')

/** What Obsidian does not show: comments, and the names of blocks. */
export const withoutObsidianSigns = (text: string): string =>
  text.replace(/%%(?:(?!%%)[\s\S])*%%/g, '').replace(/[ \t]+\^[a-zA-Z0-9-]+[ \t]*$/gm, '')
