import { type CoverGround, hashText } from '#contract/cover.ts'

/** A sequence of pseudo-random numbers that is the same for the same text everywhere, so that a drawing need not be stored. */
export type Random = {
  /** A number from `low` (included) to `high` (excluded). */
  between(low: number, high: number): number
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number
  pick<T>(list: readonly [T, ...T[]]): T
  /** True with this probability, in percent. */
  chance(percent: number): boolean
}

/** A generator (xorshift over a scrambled hash), seeded by a text or its hash. */
export function randomFrom(seed: string | number): Random {
  let state = Math.imul((typeof seed === 'string' ? hashText(seed) : seed) ^ 0x5bd1e995, 0x2545f491) | 1
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  for (let i = 0; i < 8; i++) next()
  return {
    between: (low, high) => low + next() * (high - low),
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
    chance: (percent) => next() * 100 < percent,
  }
}

/** A composition of 1200 by 800 units. The important parts are within the middle 1200 by 600, so that a wide crop keeps them. */
export type Pattern = (random: Random, scheme: Scheme) => string

/** Coordinates are rounded to whole units, which is precise enough for 1200 units and keeps the markup small. */
export const n = Math.round

/** The `d` of a path, or its parts. */
export type Path = string | readonly string[]

export const joined = (d: Path) => (typeof d === 'string' ? d : d.join(''))

/** A path with a stroke and no fill; `extra` holds further attributes. */
export const stroke = (d: Path, colour: string, width: number, extra = '') =>
  `<path d="${joined(d)}" fill="none" stroke="${colour}" stroke-width="${width}"${extra && ` ${extra}`}/>`

export const roundStroke = (d: Path, colour: string, width: number) =>
  stroke(d, colour, width, 'stroke-linecap="round"')

export const fill = (d: string, colour: string) => `<path d="${d}" fill="${colour}"/>`

export const disc = (x: number, y: number, r: number, colour: string) =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${colour}"/>`

export const ring = (x: number, y: number, r: number, colour: string, width: number, extra = '') =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="none" stroke="${colour}" stroke-width="${width}"${extra && ` ${extra}`}/>`

/** Dots along a path `d`, `gap` units apart: a dashed line with dashes of length 0 and round caps. */
export const dots = (d: Path, colour: string, size: number, gap: number) =>
  stroke(d, colour, size, `stroke-linecap="round" stroke-dasharray="0 ${gap}"`)

/** Dots at these points, in one path. */
export const points = (places: readonly (readonly [number, number])[], colour: string, size: number) =>
  roundStroke(places.map(([x, y]) => `M${n(x)} ${n(y)}h0`).join(''), colour, size)

/** The face of an isometric plate: a rhombus twice as wide as high around (x, y), `a` its half width, moved down by `z`. */
export const rhombus = (x: number, y: number, a: number, z = 0) =>
  `M${n(x - a)} ${n(y + z)}l${n(a)} ${n(-a / 2)} ${n(a)} ${n(a / 2)} ${n(-a)} ${n(a / 2)}z`

/** The two visible sides of such a plate, `thick` units high: left and right. */
export const plateSides = (x: number, y: number, a: number, thick: number): [string, string] => [
  `M${n(x - a)} ${n(y)}l${n(a)} ${n(a / 2)}v${thick}l${n(-a)} ${n(-a / 2)}z`,
  `M${n(x + a)} ${n(y)}l${n(-a)} ${n(a / 2)}v${thick}l${n(a)} ${n(-a / 2)}z`,
]

/** The colours of all drawings: the site's teal, ink, paper and marigold, with the steps between them. */
export const colours = {
  ink: '#0F1C1B',
  night: '#10302D',
  deep: '#0A4A45',
  teal: '#0B6B63',
  sea: '#3E9C8F',
  foam: '#8CC7BB',
  mist: '#CFE2DA',
  sand: '#EDE6D6',
  dune: '#DCD2BB',
  paper: '#FBFAF6',
  marigold: '#F0A52A',
  amber: '#E08A0B',
} as const

/**
 * The colours of one drawing. It has its own background, so that it suits the light scheme and the dark one: `soft` is for large quiet
 * shapes, `mid` for visible ones, `strong` for the dominant one, `line` for hairlines, `accent` for the one bright spot.
 */
export type Scheme = { ground: string; soft: string; mid: string; strong: string; line: string; accent: string }

const { ink, night, deep, teal, sea, foam, mist, sand, dune, paper, marigold, amber } = colours

export const schemes = {
  night: { ground: night, soft: '#17403B', mid: '#1F6A61', strong: mist, line: foam, accent: marigold },
  teal: { ground: teal, soft: '#0A5B54', mid: sea, strong: sand, line: '#9AD0C5', accent: marigold },
  deep: { ground: deep, soft: '#0C5A53', mid: '#217F75', strong: mist, line: foam, accent: marigold },
  sand: { ground: sand, soft: dune, mid: foam, strong: teal, line: ink, accent: amber },
  mist: { ground: mist, soft: '#B5D3C9', mid: sea, strong: deep, line: deep, accent: amber },
  marigold: { ground: marigold, soft: '#E7951A', mid: '#F7C873', strong: night, line: ink, accent: paper },
} as const satisfies Record<CoverGround, Scheme>
