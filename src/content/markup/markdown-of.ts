import { isTooIntricate } from './intricacy.ts'
import { sanitisedTree } from './sanitised-tree.ts'
import { changeAddresses, htmlIn, type NewAddress, parseMarkdown, spliceAddresses } from './splice-addresses.ts'
import { toMarkdown } from './to-markdown.ts'

/**
 * A stored text as Markdown for other programs, which leave out HTML. Markdown without HTML stays as it was typed.
 * @param newAddress of links and pictures
 */
export function markdownOf(source: string, newAddress: NewAddress = () => undefined): string {
  if (isTooIntricate(source)) return source
  const parsed = parseMarkdown(source)
  if (htmlIn(parsed).every((html) => /^<!--/.test(html))) return spliceAddresses(source, parsed, newAddress)
  const tree = sanitisedTree(source)
  changeAddresses(tree, newAddress)
  return toMarkdown(tree, { plain: true })
}
