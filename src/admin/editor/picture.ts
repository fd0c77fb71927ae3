import { Image } from '@tiptap/extension-image'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { pictureSizeClass, pictureSizes } from '#content/markup/classes.contract.ts'

/** Renders a picture in the editor. Browsers refuse to load a picture of another site here, so its name is shown; pages link to it. */
const view = ({ attrs }: Node) => ({ dom: isShown(String(attrs['src'])) ? picture(attrs) : nameOf(attrs) })

/** A picture in the text. Its stored form does not change. */
export const Picture = Image.configure({ inline: true }).extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      size: {
        default: null,
        parseHTML: (element) => pictureSizes.find((size) => element.classList.contains(pictureSizeClass(size))) ?? null,
        renderHTML: ({ size }) => (size ? { class: pictureSizeClass(size) } : {}),
      },
    }
  },
  addNodeView() {
    return ({ node }) => view(node)
  },
  // When the editor is destroyed, TipTap removes the node view above and renders the text once more, so the plugin has it as well.
  addProseMirrorPlugins() {
    return [new Plugin({ props: { nodeViews: { image: view } } })]
  },
})

/** Whether pages show the picture itself and not a link to it. */
export const isShown = (src: string) => URL.parse(src, window.location.href)?.origin === window.location.origin

function picture(attrs: Node['attrs']): HTMLElement {
  const image = document.createElement('img')
  const { size, ...others } = attrs
  for (const [name, value] of Object.entries(others)) if (value !== null) image.setAttribute(name, String(value))
  if (size) image.className = pictureSizeClass(size)
  return image
}

function nameOf({ src, alt }: Node['attrs']): HTMLElement {
  const name = document.createElement('span')
  name.className = 'outside-picture'
  name.textContent = `${alt || 'Picture'} (at ${URL.parse(src)?.host ?? 'another site'}, shown as a link)`
  name.title = src
  return name
}
