import type { Root } from 'hast'
import { h } from 'hastscript'
import { callouts, takeCallout } from '#content/markup/callouts.ts'
import { elementsNamed } from '#content/markup/elements.ts'

/** Quotations that begin with a marker such as `[!NOTE]` become callouts with a title, as on GitHub. */
export function finishCallouts(tree: Root) {
  for (const { element } of elementsNamed(tree, 'blockquote')) {
    const kind = takeCallout(element)
    if (!kind) continue
    element.tagName = 'div'
    element.properties = { className: ['callout', `callout-${kind}`], role: 'note' }
    element.children.unshift(h('p.callout-title', callouts[kind]))
  }
}
