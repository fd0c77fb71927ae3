import { elementsNamed } from './elements.ts'
import { isEmbedded } from './sanitise-schema.ts'
import { typedTree } from './sanitised-tree.ts'

/**
 * The address of an embedded picture. In an attribute, line ends may wrap it. Its letters are repeated with `*` only: V8 keeps every `+` on a stack,
 * which ends at four million, in a process that has run for long.
 */
const address =
  /data:image\/[\w.+-]{1,100}(?:;[\w=.-]{1,100})*,[\w+/=%.~;:@&#$,-]*(?:\s+[A-Za-z0-9+/=]{60}[A-Za-z0-9+/=]*)*(?:\s+[A-Za-z0-9+/]{1,59}={0,2}(?=["']))?/gi
const short = /data:image\/embedded,(\d+)/g

/** A text with short names in place of its embedded pictures, since a parser takes seconds to read them. */
export type ShortText = { text: string; addresses: string[] }

export function shorten(source: string): ShortText {
  const addresses: string[] = []
  const text = source.replaceAll(address, (found) => `data:image/embedded,${addresses.push(found) - 1}`)
  return { text, addresses }
}

/** The whole text again. @param changed the new address of a picture, by its place in `addresses` */
export const restore = ({ text, addresses }: ShortText, changed = new Map<number, string>()): string =>
  text.replaceAll(short, (name, at: string) => changed.get(Number(at)) ?? addresses[Number(at)] ?? name)

export type EmbeddedPictures = {
  /** The places in `addresses` of those that are pictures of the text. Code may mention others. */
  pictures: number[]
  /** Whether a picture has an address of another form. */
  others: boolean
}

/** Finds the embedded pictures of a text that `shorten` has made. It parses the text. */
export function embeddedIn(text: string): EmbeddedPictures {
  const found = elementsNamed(typedTree(text), 'img')
    .map(({ element }) => String(element.properties.src))
    .filter(isEmbedded)
  const pictures = found.flatMap((src) => {
    const [whole, at] = new RegExp(short.source).exec(src) ?? []
    return whole === src ? Number(at) : []
  })
  return { pictures: [...new Set(pictures)], others: pictures.length < found.length }
}

/** The bytes of an embedded picture; null if it has none. */
export function bytesOf(embedded: string): Uint8Array<ArrayBuffer> | null {
  const [head = '', ...parts] = embedded.split(',')
  const data = parts.join(',')
  try {
    if (!/;base64$/i.test(head)) return new TextEncoder().encode(decodeURIComponent(data))
    return Uint8Array.from(atob(decodeURIComponent(data.replaceAll(/\s/g, ''))), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}
