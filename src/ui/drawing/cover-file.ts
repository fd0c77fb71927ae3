import type { Covered } from '#contract/cover.ts'
import { coverSvg } from './cover.ts'

/** A cover as a whole SVG file. It contains no text of the caller. */
export function coverFile(record: Covered): string {
  const { viewBox, markup } = coverSvg(record)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800" viewBox="${viewBox}">${markup}</svg>`
}
