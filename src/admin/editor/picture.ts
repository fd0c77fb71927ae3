import { Image } from '@tiptap/extension-image'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'

/** How the editor draws a picture: one of another site, which browsers refuse to load here, by its name, as pages link to it. */
const view = ({ attrs }: Node) => ({ dom: isShown(String(attrs.src)) ? picture(attrs) : nameOf(attrs) })

/** A picture in the text. What is stored stays as it is. */
export const Picture = Image.configure({ inline: true }).extend({
  addNodeView() {
    return ({ node }) => view(node)
  },
  // The library takes the view above away, and draws the text once more, when the editor is left.
  addProseMirrorPlugins() {
    return [new Plugin({ props: { nodeViews: { image: view } } })]
  },
})

/** Whether pages show a picture, or a link to it. */
export const isShown = (src: string) => URL.parse(src, window.location.href)?.origin === window.location.origin

function picture(attrs: Node['attrs']): HTMLElement {
  const image = document.createElement('img')
  for (const [name, value] of Object.entries(attrs)) if (value !== null) image.setAttribute(name, String(value))
  return image
}

function nameOf({ src, alt }: Node['attrs']): HTMLElement {
  const name = document.createElement('span')
  name.className = 'outside-picture'
  name.textContent = `${alt || 'Picture'} (at ${URL.parse(src)?.host ?? 'another site'}, shown as a link)`
  name.title = src
  return name
}
