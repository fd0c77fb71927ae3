import { Image } from '@tiptap/extension-image'

/** A picture in the text. One of another site is shown by its name, as pages link to it; what is stored stays as it is. */
export const Picture = Image.configure({ inline: true }).extend({
  addNodeView() {
    return ({ node: { attrs } }) => ({ dom: isShown(String(attrs.src)) ? picture(attrs) : nameOf(attrs) })
  },
})

/** Whether pages show a picture, or a link to it. */
export const isShown = (src: string) => URL.parse(src, window.location.href)?.origin === window.location.origin

function picture(attrs: Record<string, unknown>): HTMLElement {
  const image = document.createElement('img')
  for (const [name, value] of Object.entries(attrs)) if (value !== null) image.setAttribute(name, String(value))
  return image
}

function nameOf({ src, alt }: Record<string, unknown>): HTMLElement {
  const name = document.createElement('span')
  name.className = 'outside-picture'
  name.textContent = `${alt || 'Picture'} (at ${URL.parse(String(src))?.host ?? 'another site'}, shown as a link)`
  name.title = String(src)
  return name
}
