import { type Covered, type CoverFamily, coverFamilies, coverGrounds, coverOf } from '#contract/cover.ts'
import { arcs, columns, field, flow, layers, ledger, mesh, tiles, walls } from './patterns.ts'
import { type Pattern, randomFrom, type Scheme, schemes } from './shapes.ts'

const patterns: Record<CoverFamily, Pattern> = { layers, flow, arcs, mesh, ledger, tiles, field, walls, columns }

export type Cover = {
  /** 1200 by 800 units, or 1800 by 640 for a wide frame; `preserveAspectRatio="xMidYMid slice"` crops it to any frame. */
  viewBox: string
  /** The content of the `<svg>`, background included. It contains no ids and no text of the caller. */
  markup: string
  /** The background colour, for the area around the drawing or before it is there. */
  background: string
}

type CoverOptions = {
  /** For a frame about three times as wide as high: the whole subject is inside, with room at both sides. */
  wide?: boolean | undefined
  colours?: Scheme | undefined
}

/** Draws the cover of a post or course. The same record gives the same drawing, in Node and in the browser. */
export function coverSvg({ wide, colours, ...record }: Covered & CoverOptions): Cover {
  const { family, ground, seed } = coverOf(record)
  const pattern = coverFamilies[family] ?? 'tiles'
  const scheme = colours ?? schemes[coverGrounds[ground] ?? 'teal']
  const drawing = patterns[pattern](randomFrom(seed), scheme)
  return {
    // A grid fills any frame: it has no subject that a crop could lose.
    viewBox: wide && pattern !== 'tiles' ? '-300 80 1800 640' : '0 0 1200 800',
    markup: `<path d="M-300 0h1800v800H-300z" fill="${scheme.ground}"/>${drawing}`,
    background: scheme.ground,
  }
}

/** A cover as a whole SVG file. It contains no text of the caller. */
export function coverFile(record: Covered): string {
  const { viewBox, markup } = coverSvg(record)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800" viewBox="${viewBox}">${markup}</svg>`
}
