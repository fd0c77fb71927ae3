import { Image } from '@tiptap/extension-image'
import type { Node } from '@tiptap/pm/model'
import type { Element } from 'hast'
import { h } from 'hastscript'
import { Image as ImageIcon, Images } from 'lucide-react'
import { pictureSizeClass, pictureSizes } from '#content/markup/classes.contract.ts'
import { classesOf } from '#content/markup/elements.ts'
import { isEmbedded } from '#content/markup/sanitise-schema.ts'
import { htmlLine } from '#content/markup/write-markdown.ts'
import { drawnBy, type InlineBlock, isBlank, isElement, noteProperties, verbatim } from './block.ts'

/** Renders a picture in the editor. Browsers refuse to load a picture of another site here, so its name is shown; pages link to it. */
const view = ({ attrs }: Node) => ({
  dom: isMissing(attrs) ? placeOf(attrs) : isShown(String(attrs['src'])) ? shown(attrs) : nameOf(attrs),
})

const Picture = Image.configure({ inline: true, allowBase64: true }).extend({
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
  ...drawnBy('image', view),
})

/** Whether pages show the picture itself and not a link to it. */
export const isShown = (src: string) => URL.parse(src, window.location.href)?.origin === window.location.origin

/** Whether only the place of a picture is in the text, since its file could not be copied. Pages show nothing there. */
export const isMissing = ({ src }: Node['attrs']) => src === ''

function placeOf({ alt }: Node['attrs']): HTMLElement {
  return Object.assign(document.createElement('span'), {
    className: 'missing-picture',
    textContent: `${alt ? `“${alt}” is missing` : 'An image is missing'}. Drop the file here.`,
  })
}

function shown(attrs: Node['attrs']): HTMLElement {
  const image = document.createElement('img')
  const { size, ...others } = attrs
  for (const [name, value] of Object.entries(others)) if (value !== null) image.setAttribute(name, String(value))
  if (size) image.className = pictureSizeClass(size)
  return image
}

function nameOf({ src, alt }: Node['attrs']): HTMLElement {
  const name = alt || 'Image'
  return Object.assign(document.createElement('span'), {
    className: 'outside-picture',
    ...(isEmbedded(src)
      ? { textContent: `${name} (not in the library yet)` }
      : { textContent: `${name} (at ${URL.parse(src)?.host ?? 'another site'}, shown as a link)`, title: src }),
  })
}

function readAttributes(image: Element) {
  const { src, alt, title, width, height } = image.properties
  return {
    src: String(src ?? ''),
    alt: String(alt ?? ''),
    title: title ? String(title) : null,
    width: width ? Number(width) : null,
    height: height ? Number(height) : null,
    size: sizeOf(image),
  }
}

const sizeOf = (image: Element) =>
  pictureSizes.find((size) => classesOf(image).includes(pictureSizeClass(size))) ?? null

/** The other classes of a picture, which the visual view cannot keep. */
function withoutSize(image: Element): Element {
  const size = sizeOf(image)
  const className = classesOf(image).filter((name) => !size || name !== pictureSizeClass(size))
  return { ...image, properties: { ...image.properties, className } }
}

const toHtml = ({ attrs: { src, alt, title, width, height, size } }: Node) =>
  h('img', { src, alt: alt ?? '', title, width, height, className: size ? [pictureSizeClass(size)] : undefined })

/** A picture in a line of text. Several in a paragraph are a gallery; a caption is the picture's title in Markdown. */
export const picture: InlineBlock = {
  extensions: [Picture],
  tags: ['figure'],
  read(figure, reader) {
    noteProperties(figure, [], reader)
    const caption = figure.children.filter(isElement).find(({ tagName }) => tagName === 'figcaption')
    const rest = figure.children.filter((child) => child !== caption && !isBlank(child))
    const [image, ...others] = rest
    if (others.length > 0 || image?.type !== 'element' || image.tagName !== 'img') reader.unsupported.add('<figure>')
    if (caption) {
      if (caption.children.some((child) => child.type !== 'text') || image?.type !== 'element')
        reader.unsupported.add('<figcaption>')
      else image.properties.title = verbatim(caption).trim()
    }
    return reader.blocks(rest)
  },
  inline: {
    node: 'image',
    tag: 'img',
    read(image, reader) {
      noteProperties(withoutSize(image), ['src', 'alt', 'title', 'width', 'height'], reader)
      return { type: 'image', attrs: readAttributes(image) }
    },
    toMarkdown(node) {
      const { src, alt, title, width, height, size } = node.attrs
      return width || height || size ? htmlLine(toHtml(node)) : { type: 'image', url: src, alt: alt ?? '', title }
    },
    toHtml,
  },
  menu: [
    { label: 'Image', icon: ImageIcon, slash: 'picture photo', run: 'image' },
    { label: 'Gallery', icon: Images, slash: 'pictures images', insert: true, run: 'gallery' },
  ],
}
