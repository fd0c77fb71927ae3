import type { Root } from 'hast'
import { leadsAway } from '#content/markup/addresses.ts'
import { elementsNamed, hidden } from '#content/markup/elements.ts'
import { idPrefix } from '#content/markup/sanitise-schema.ts'
import { decoded } from '#contract/addresses.ts'

/** Opens external links in a new tab, and adds the id prefix to `#fragment` links. Ids must be final. */
export function finishLinks(tree: Root, siteOrigin?: string) {
  const ids = new Set(elementsNamed(tree).flatMap(({ element }) => element.properties.id ?? []))
  for (const { element } of elementsNamed(tree, 'a')) {
    // A video is played in its place.
    if (element.properties['dataVideo'] !== undefined) continue
    const href = String(element.properties.href ?? '')
    if (leadsAway(href, siteOrigin)) {
      Object.assign(element.properties, { target: '_blank', rel: ['noopener', 'noreferrer'] })
      element.children.push(hidden(' (opens in a new tab)'))
    } else if (href.startsWith('#')) {
      const name = [href.slice(1), decoded(href.slice(1))].find((id) => ids.has(idPrefix + id))
      if (name !== undefined) element.properties.href = `#${idPrefix}${name}`
    }
  }
}
