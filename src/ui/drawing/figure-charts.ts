import { type Scheme, stroke } from './shapes.ts'

export type Box = { x: number; y: number; width: number; height: number }

/** A result as numbers: two states, a share, a count of things, or nothing that can be counted. */
export type Reading =
  | { kind: 'change'; from: number; to: number }
  | { kind: 'share'; of: number }
  | { kind: 'count'; things: number }
  | { kind: 'none' }

const number = String.raw`(\d[\d,.\u00a0\u202f]*)`
const range = new RegExp(`${number}[^\\d]*?(?:→|->|\\bto |instead of )[^\\d]*${number}`, 'i')

/** A number as people write it: `1,200`, `98.4`, `0,5`. A single point is a decimal point, and so is a comma before one or two digits at the end. */
function toNumber(text: string): number {
  const plain = text.replaceAll(/[\u00a0\u202f]/g, '').replace(/[.,]$/, '')
  const decimal = /^\d+,\d{1,2}$/.test(plain) ? plain.replace(',', '.') : plain.replaceAll(',', '')
  return Number(/\..*\./.test(decimal) ? decimal.replaceAll('.', '') : decimal)
}

/** Reads what a result says. */
export function readFigure(figure: string): Reading {
  const [, from, to] = range.exec(figure) ?? []
  if (from && to) return { kind: 'change', from: toNumber(from), to: toNumber(to) }
  const found = new RegExp(number).exec(figure)
  if (!found?.[1]) return { kind: 'none' }
  const value = toNumber(found[1])
  const sign = /[-+−–]/.exec(figure.slice(0, found.index))?.[0]
  if (figure.includes('%')) {
    if (sign === undefined && value <= 100) return { kind: 'share', of: value / 100 }
    return {
      kind: 'change',
      from: 100,
      to: sign === '+' || sign === undefined ? 100 + value : Math.max(0, 100 - value),
    }
  }
  if (/×|\bx\d|\dx\b|\d x\b|\btimes\b|fold\b/i.test(figure)) return { kind: 'change', from: 1, to: value }
  return { kind: 'count', things: value }
}

const labelHeight = 80

/**
 * Draws a result in a box: its text, and below it bars or dots that follow its numbers.
 * @param bright the one result with the bright colour
 */
export function figureChart(figure: string, box: Box, scheme: Scheme, bright: boolean) {
  const chart = { ...box, y: box.y + labelHeight, height: Math.max(40, box.height - labelHeight) }
  const size = Math.round(Math.min(70, box.width / (0.58 * Math.max(3, figure.length))))
  return {
    markup: draw(readFigure(figure), chart, scheme, bright ? scheme.accent : scheme.strong),
    label: { text: figure, x: box.x, y: Math.round(box.y + labelHeight - 20), size },
  }
}

function draw(reading: Reading, box: Box, scheme: Scheme, colour: string): string {
  if (reading.kind === 'change') {
    const most = Math.max(reading.from, reading.to) || 1
    return bar(box, 0, reading.from / most, scheme.mid) + bar(box, 1, reading.to / most, colour)
  }
  if (reading.kind === 'share') return bar(box, 0.5, 1, scheme.mid) + bar(box, 0.5, reading.of, colour)
  if (reading.kind === 'count') return dots(box, reading.things, colour)
  return stroke(`M${box.x} ${Math.round(box.y + box.height / 2)}h${box.width}`, colour, 6)
}

/** The bar in one of two places (0 above, 1 below, or between them), as long as its share. The smallest one is still seen. */
function bar({ x, y, width, height }: Box, place: number, share: number, colour: string) {
  const pen = Math.round(Math.min(height * 0.38, 60))
  const across = pen / 2 + place * Math.min(height - pen, pen * 1.4)
  return stroke(`M${x} ${Math.round(y + across)}h${Math.round(width * Math.max(0.03, share))}`, colour, pen)
}

const mostDots = 120

/** So many dots; of a large number the tens, hundreds or thousands. */
function dots({ x, y, width, height }: Box, things: number, colour: string) {
  const unit = 10 ** Math.max(0, Math.ceil(Math.log10(Math.max(1, things) / mostDots)))
  const count = Math.max(1, Math.round(things / unit))
  const columns = Math.ceil(count / Math.max(1, Math.floor(Math.sqrt((count * height) / width))))
  const gap = Math.floor(Math.min(width / columns, height / Math.ceil(count / columns), 80))
  const rows = Array.from({ length: Math.ceil(count / columns) }, (_, n) => {
    const here = Math.min(columns, count - n * columns)
    return `M${x + gap / 2} ${Math.round(y + gap * (n + 0.5))}h${gap * (here - 1) + 1}`
  })
  return stroke(rows.join(''), colour, Math.round(gap * 0.62), `stroke-linecap="round" stroke-dasharray="0 ${gap}"`)
}
