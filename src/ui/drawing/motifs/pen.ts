import { joined, type Path, type Random } from '#ui/drawing/shapes.ts'

/** The colours of a motif: those of the page, or the fixed ones of a cover. */
export type Inks = {
  ink: string
  muted: string
  rule: string
  primary: string
  soft: string
  accent: string
  raised: string
}

/** A composition of 400 by 300 units. The random numbers decide its structure: layout, counts and sizes. */
export type Motif = (random: Random, inks: Inks) => string

/** A closed shape with the outline that all motifs share; `colour` is that of its surface. */
export const shape = (d: Path, colour: string, outline: string, width = 1.5) =>
  `<path d="${joined(d)}" fill="${colour}" stroke="${outline}" stroke-width="${width}"/>`

export const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

export const box = (x: number, y: number, width: number, height: number, r = 6) =>
  `M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1-${r} ${r}h${2 * r - width}a${r} ${r} 0 0 1-${r}-${r}v${2 * r - height}a${r} ${r} 0 0 1 ${r}-${r}z`

/** Lines of text from (x, y) on, `gap` apart and of random lengths up to `width`. */
export const textLines = (random: Random, x: number, y: number, count: number, width: number, gap = 14) =>
  numbers(count).map((line) => `M${x} ${y + line * gap}h${random.whole(Math.round(width * 0.45), width)}`)
