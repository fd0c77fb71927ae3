import { elementsNamed } from './elements.ts'
import { isTooIntricate } from './intricacy.ts'
import { sanitisedTree } from './sanitised-tree.ts'
import { htmlIn, type NewAddress, parseMarkdown, spliceAddresses } from './splice-addresses.ts'
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
  for (const { element } of elementsNamed(tree, 'a', 'img')) {
    const { properties } = element
    const isPicture = element.tagName === 'img'
    const address = String((isPicture ? properties.src : properties.href) ?? '')
    if (address === '' || properties['dataFootnoteRef'] !== undefined) continue
    const given = newAddress(address, isPicture ? 'picture' : 'link', String(properties.alt ?? ''))
    if (given !== undefined) properties[isPicture ? 'src' : 'href'] = given
  }
  return toMarkdown(tree, { plain: true })
}
