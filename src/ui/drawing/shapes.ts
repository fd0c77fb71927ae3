import type { Scheme } from './palette.ts'
import type { Random } from './seed.ts'

/** A composition of 1200 by 800 units. The important parts are within the middle 1200 by 600, so that a wide crop keeps them. */
export type Pattern = (random: Random, scheme: Scheme) => string

/** Coordinates are rounded to whole units, which is precise enough for 1200 units and keeps the markup small. */
export const n = Math.round

/** A path with a stroke and no fill; `extra` holds further attributes. */
export const stroke = (d: string, colour: string, width: number, extra = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"${extra && ` ${extra}`}/>`

/** A path with a fill and no stroke. */
export const fill = (d: string, colour: string) => `<path d="${d}" fill="${colour}"/>`

export const disc = (x: number, y: number, r: number, colour: string) =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${colour}"/>`

export const ring = (x: number, y: number, r: number, colour: string, width: number, extra = '') =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="none" stroke="${colour}" stroke-width="${width}"${extra && ` ${extra}`}/>`

/** Dots along a path `d`, `gap` units apart: a dashed line with dashes of length 0 and round caps. */
export const dots = (d: string, colour: string, size: number, gap: number) =>
  stroke(d, colour, size, `stroke-linecap="round" stroke-dasharray="0 ${gap}"`)

/** Dots at these points, in one path. */
export const points = (places: readonly (readonly [number, number])[], colour: string, size: number) =>
  stroke(places.map(([x, y]) => `M${n(x)} ${n(y)}h0`).join(''), colour, size, 'stroke-linecap="round"')

/** The face of an isometric plate: a rhombus twice as wide as high around (x, y), `a` its half width, moved down by `z`. */
export const rhombus = (x: number, y: number, a: number, z = 0) =>
  `M${n(x - a)} ${n(y + z)}l${n(a)} ${n(-a / 2)} ${n(a)} ${n(a / 2)} ${n(-a)} ${n(a / 2)}z`

/** The two visible sides of such a plate, `thick` units high: left and right. */
export const plateSides = (x: number, y: number, a: number, thick: number): [string, string] => [
  `M${n(x - a)} ${n(y)}l${n(a)} ${n(a / 2)}v${thick}l${n(-a)} ${n(-a / 2)}z`,
  `M${n(x + a)} ${n(y)}l${n(-a)} ${n(a / 2)}v${thick}l${n(a)} ${n(-a / 2)}z`,
]
