import { Image } from '@tiptap/extension-image'
import type { Node } from '@tiptap/pm/model'

/**
 * A picture in the text. One of another site is shown by its name, as pages link to it; what is stored stays as it is. The library draws the
 * text without this view when the editor is left: nothing is loaded then, because it is gone before it is seen.
 */
export const Picture = Image.configure({ inline: true, HTMLAttributes: { loading: 'lazy' } }).extend({
  addNodeView() {
    return ({ node: { attrs } }) => ({ dom: isShown(String(attrs.src)) ? picture(attrs) : nameOf(attrs) })
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
