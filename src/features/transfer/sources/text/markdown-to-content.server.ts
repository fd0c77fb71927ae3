import type { Root } from 'hast'
import { restore, shorten } from '#content/markup/embedded.ts'
import { isTooDeep, isTooIntricate } from '#content/markup/intricacy.ts'
import { isEmbedded, safeAddress } from '#content/markup/sanitise-schema.ts'
import { sanitisedTree, typedTree } from '#content/markup/sanitised-tree.ts'
import { factsOf } from '#content/markup/shown-facts.ts'
import { changeAddresses, htmlIn, parseMarkdown, spliceAddresses } from '#content/markup/splice-addresses.ts'
import { cleanText } from '#contract/clean-text.ts'
import {
  type ConvertedText,
  linkToken,
  pictureToken,
  SourceError,
  type TextFacts,
  withAddresses,
} from '../../ground/source.ts'
import type { Note } from '../../ground/transfer.contract.ts'
import { type Addresses, resolved } from './addresses.server.ts'
import { cleanHtml } from './clean-html.server.ts'
import { collectNotes } from './notes.server.ts'
import { beginOf, longestText, tooDeep, tooLong, treeToContent } from './to-content.server.ts'

/** HTML that a text of ours does not have in this form. */
const foreign =
  /<(?:iframe|frame|video|audio|svg|object|embed|script|form|button|input|select|textarea|math|picture|canvas|noscript|center|font|h1)\b|\s(?:srcset|data-[\w-]*src|style|align)\s*=/i

/** Places in the text itself, and addresses of people. */
const staysAsTyped = /^(?:#|mailto:|tel:)/i

/**
 * Converts Markdown into a text of ours. It stays as it was typed, with tokens for its addresses, unless it has HTML of other programs.
 * @throws SourceError for a text that we cannot show
 */
export function markdownToContent(markdown: string, facts: TextFacts, given: Note[] = []): ConvertedText {
  const typed = cleanText(markdown.replaceAll('\0', '')).replace(/\r\n?/g, '\n').trim()
  const { text, addresses } = shorten(typed)
  if (text.length > longestText) throw new SourceError(tooLong)
  const { content, pictures, ...others } = convert(text, facts, given)
  const whole = (short: string) => restore({ text: short, addresses })
  return {
    ...others,
    content: whole(content),
    pictures: pictures.map(({ address, alt }) => ({ address: whole(address), alt })),
  }
}

function convert(source: string, facts: TextFacts, given: Note[]): ConvertedText {
  if (isTooIntricate(source))
    throw new SourceError('The lists, quotations or tables of the text are nested too deeply or too large.')
  const notes = collectNotes(given)
  const parsed = parseMarkdown(source)
  if (!htmlIn(parsed).some((html) => foreign.test(html))) {
    const { pictures, links } = { pictures: [], links: [] } as Addresses
    const content = spliceAddresses(source, parsed, (address, kind, alt) => {
      const isOwn = kind === 'picture' && isEmbedded(address)
      if (!isOwn && safeAddress(address, kind === 'picture' ? 'file' : 'link') === null) {
        notes.add(
          kind,
          address.slice(0, 100),
          `The ${kind} ${address.slice(0, 60)} cannot be opened from a page and is left out.`,
        )
        return undefined
      }
      if (kind === 'link' && staysAsTyped.test(address)) return undefined
      if (kind === 'picture') return pictureToken(pictures.push({ address: resolved(address, facts, kind), alt }) - 1)
      return linkToken(links.push(resolved(address, facts, kind)) - 1)
    })
    const tree = sanitisedTree(content)
    if (isTooDeep(tree)) throw new SourceError(tooDeep)
    const begin = beginOf(tree)
    if (showsSame(source, tree, { pictures, links }, facts))
      return { content, pictures, links, begin, notes: notes.all() }
  }
  const tree = typedTree(source)
  cleanHtml(tree, notes)
  return treeToContent(tree, facts, notes)
}

/** Whether a text with tokens shows what its source does, and leads where its source does. It changes the tree. */
function showsSame(source: string, tree: Root, { pictures, links }: Addresses, facts: TextFacts): boolean {
  const typed = sanitisedTree(source, { embedded: true })
  changeAddresses(typed, (address, kind) => (staysAsTyped.test(address) ? undefined : resolved(address, facts, kind)))
  const places = { pictures: pictures.map(({ address }) => address), links }
  changeAddresses(tree, (address) => withAddresses(address, places))
  return factsOf(typed.children).join('\n') === factsOf(tree.children).join('\n')
}
