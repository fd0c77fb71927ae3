import type { Element } from 'hast'
import { inlineStyle } from '#content/markup/elements.ts'

/** Pictures of one pixel count readers. */
export const isPixel = (image: Element): boolean => {
  const style = inlineStyle(image)
  const sides = [image.properties.width ?? style.get('width'), image.properties.height ?? style.get('height')]
  return sides.every((side) => /^[01](?:px)?$/.test(String(side)))
}

/** Pages that load their pictures late name the address elsewhere meanwhile. */
const late = [
  'dataSrc',
  'dataLazySrc',
  'dataOriginal',
  'dataOrigSrc',
  'dataSrcFg',
  'dataOrigFile',
  'dataLazyload',
  'dataOriginalSrc',
  'dataCanonicalSrc',
] as const

/** The addresses that a picture names, those of pages that load late first; '' for each that it does not name. */
export const namedAddresses = ({ properties }: Element): string[] =>
  [...late.map((name) => properties[name]), properties.src].map((one) => String(one ?? '').trim())
