import { lookup } from './lookup.ts'

/**
 * The addresses of uploaded pictures. They contain the picture's size, so that a page can reserve its space and choose a variant:
 * `/media/{hash}-{width}x{height}.webp` is the whole picture; its variants are `/media/{hash}-{w}.avif` and `/media/{hash}-{w}.webp`, for each
 * standard width below the full one and for the full one. Messages have `/media/{hash}-{w}.jpg`, or `.png`.
 */

/** The widths in pixels of an uploaded picture's variants, which are never wider than the picture itself. */
const standardWidths = [480, 800, 1200, 1600] as const

export const imageFormats = ['avif', 'webp'] as const
export type ImageFormat = (typeof imageFormats)[number]

/** The formats of pictures in messages: classic Outlook shows an empty frame in place of any other. `png` is for those with transparent parts. */
export type MailFormat = 'jpg' | 'png'
/** The widest picture in a message, in pixels: more than twice the width of its text. */
export const widestInMail = 1_200

/** An uploaded picture: the hash of its bytes and its size in pixels. */
export type ImageRef = { hash: string; width: number; height: number }

const variant = /^\/media\/([0-9a-f]{16,64})-(\d{1,5})\.(?:avif|webp)$/
const pattern = /^\/media\/([0-9a-f]{16,64})-(\d{1,5})x(\d{1,5})\.webp$/

/** The address to store and to send as `imageUrl`. */
export const imageUrl = ({ hash, width, height }: ImageRef) => `/media/${hash}-${width}x${height}.webp`

/** Reads an address made by `imageUrl`; null for any other address (an image elsewhere on the web). */
export function parseImageUrl(url: string): ImageRef | null {
  const match = pattern.exec(url)
  if (!match?.[1]) return null
  return { hash: match[1], width: Number(match[2]), height: Number(match[3]) }
}

/** Whether a picture is so wide, as a logo with a name is, that a crop would leave a few letters of it. */
export const isVeryWide = (size: { width?: number | undefined; height?: number | undefined } | null) =>
  size !== null && (size.width ?? 0) > 2 * (size.height ?? 0)

/** Whether a picture is on our own site. Pages show no others, since their servers would learn who reads the page. */
export const isOwnImage = (url: string | null | undefined): url is `/${string}` => /^\/(?!\/)/.test(url ?? '')

/** The widths of a picture's variants, ascending, including its own (at most the largest standard one). */
export function imageWidths(width: number): number[] {
  const largest = Math.min(width, standardWidths[standardWidths.length - 1] ?? width)
  return [...standardWidths.filter((standard) => standard < largest), largest]
}

export function imageSrcSet({ hash, width }: ImageRef, format: ImageFormat): string {
  return imageWidths(width)
    .map((w) => `/media/${hash}-${w}.${format} ${w}w`)
    .join(', ')
}

/** The address of the variant of a picture for messages that is wide enough, or of its widest one; that of any other picture stays. */
export function mailVariantFor(url: string, wanted: number): string {
  const ref = parseImageUrl(url)
  const [, hash, own] = variant.exec(url) ?? []
  if (hash) return `/media/${hash}-${Math.min(Number(own), widestInMail)}.jpg`
  if (!ref) return url
  const widths = imageWidths(ref.width)
  return `/media/${ref.hash}-${widths.find((width) => width >= wanted) ?? widths.at(-1)}.jpg`
}

/** The address of a picture in a format that all mail programs show. */
export const shownEverywhere = /\.(?:jpe?g|png|gif|bmp)(?:[?#]|$)/i

/** The address of an uploaded file. Its name is for people; the id identifies the file. */
export const fileUrl = (id: string, name: string) => `/files/${id}/${fileSlug(name)}.pdf`

const fileSlug = (name: string) =>
  name
    .replace(/\.pdf$/i, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '') || 'document'

/** Whether an address is that of an uploaded picture or file. */
export const isUploaded = (url: string) =>
  parseImageUrl(url) !== null || /^\/files\/[0-9a-f]{32}\/[\w-]+\.pdf$/.test(url)

const address = /\/media\/([0-9a-f]{16,64})-|\/files\/([0-9a-f]{32})\//g

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The value of an attribute as it was before it was written into HTML. A number that is no character stays as it is. */
export const attributeValue = (value: string) =>
  value.replace(/&(?:#(\d+)|#x([\da-f]+)|([a-z]+));?/gi, (whole, decimal, hex, name) => {
    if (name) return lookup(characters, name) ?? whole
    const code = Number(decimal ?? `0x${hex}`)
    return code > 0x10ffff ? whole : String.fromCodePoint(code)
  })

/** The alternative texts of the pictures in rendered HTML, by their ids. */
export function descriptionsIn(html: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [image] of html.matchAll(/<img (?:"[^"]*"|[^">])*>/g)) {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(image)?.[1] ?? ''
    const ref = parseImageUrl(attribute('src'))
    const alt = attributeValue(attribute('alt')).trim()
    if (ref && alt && !found.has(ref.hash)) found.set(ref.hash, alt)
  }
  return found
}

/** The ids of the pictures and files whose addresses a text contains, each once. */
export const mediaIn = (text: string): string[] => [
  ...new Set([...text.matchAll(address)].map(([, picture, file]) => picture ?? file ?? '')),
]

/** The size that link previews are made for, in pixels. */
export const cardSize = { width: 1200, height: 630 }

type Size = { width: number; height: number }

/** The largest part of a picture that has the shape of a frame and whose middle is as near to a point as the edges allow, in pixels. */
export function cropAround(
  point: { x: number; y: number },
  picture: Size,
  frame: Size,
): Size & { left: number; top: number } {
  const scale = Math.min(picture.width / frame.width, picture.height / frame.height)
  const width = Math.max(1, Math.round(frame.width * scale))
  const height = Math.max(1, Math.round(frame.height * scale))
  const start = (share: number, whole: number, part: number) =>
    Math.round(Math.min(whole - part, Math.max(0, share * whole - part / 2)))
  return { left: start(point.x, picture.width, width), top: start(point.y, picture.height, height), width, height }
}

/** The same as CSS positions the picture in a frame of that shape, which it covers. */
export function positionAround(point: { x: number; y: number }, picture: Size, frame: Size): string {
  const { left, top, width, height } = cropAround(point, picture, frame)
  const share = (start: number, spare: number) => `${spare > 0 ? Math.round((start / spare) * 1_000) / 10 : 50}%`
  return `${share(left, picture.width - width)} ${share(top, picture.height - height)}`
}
