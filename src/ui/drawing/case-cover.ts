import { type CaseDrawing, type CoverGround, hashText } from '#contract/cover.ts'
import { composePage, drawMotif } from '#ui/drawing/motifs/motifs.ts'
import { dots, type Scheme, schemes, stroke } from './shapes.ts'

type Place = [x: number, y: number, width: number]
type Layout = {
  width: number
  height: number
  one: Place
  first: Place
  second: Place
  /** The width of a motif without results, in the middle. */
  alone: number
  figures: (count: number) => Box[]
}

const rows = (x: number, y: number, width: number, height: number) => (count: number) => {
  const room = Math.min(height / count, 280)
  const top = Math.round(y + (height - room * count) / 2)
  return Array.from({ length: count }, (_, n) => ({ x, y: Math.round(top + n * room), width, height: room - 24 }))
}

/** The places of each frame: for the head of a page, for a card or a phone, and for the upright part of a link card. */
const layouts = {
  wide: {
    width: 1500,
    height: 600,
    one: [60, 90, 560],
    first: [40, 24, 368],
    second: [260, 296, 368],
    alone: 680,
    figures: rows(720, 50, 720, 500),
  },
  plain: {
    width: 1200,
    height: 800,
    one: [40, 190, 560],
    first: [30, 40, 440],
    second: [150, 420, 440],
    alone: 800,
    figures: rows(670, 50, 470, 700),
  },
  tall: {
    width: 864,
    height: 1260,
    one: [92, 60, 680],
    first: [40, 40, 440],
    second: [384, 290, 440],
    alone: 760,
    figures: rows(92, 640, 680, 570),
  },
} satisfies Record<string, Layout>
export type CoverFrame = keyof typeof layouts

const grounds: readonly CoverGround[] = ['night', 'sand', 'teal', 'mist', 'deep']

/** The hairlines of the ground and the industries that they suit; others take one by their name. */
const textures: { words: RegExp; d: string }[] = [
  // Routes.
  { words: /logist|transport|freight|travel|mobil|automot/i, d: lines((n) => `M${-600 + n * 150} 1400l900-1500`) },
  // Rows of an account.
  { words: /financ|bank|insur|fintech|account|legal|public/i, d: lines((n) => `M-600 ${-60 + n * 72}h2800`) },
  // Waves.
  {
    words: /energ|water|agri|food|solar|utilit|climate/i,
    d: lines((n) => `M-600 ${-60 + n * 96}q100-60 200 0${'t200 0'.repeat(13)}`),
  },
  // Rings.
  {
    words: /health|medic|pharma|care|bio|media/i,
    d: lines((n) => `M${750 - n * 70} 1000a${n * 70 + 1} ${n * 70 + 1} 0 0 1 ${n * 140 + 2} 0`),
  },
  // Shelves.
  {
    words: /retail|commerce|manufact|consumer|educat|school|real estate|construct/i,
    d: lines((n) => `M-600 ${n * 120}h2800M${-600 + n * 140} -100v1500`),
  },
]

function lines(line: (n: number) => string) {
  return Array.from({ length: 20 }, (_, n) => line(n)).join('')
}

/**
 * Draws the cover of a case study without a picture: the motifs of its services next to charts of its results, on the ground of its industry.
 * An SVG shows all of it in any frame, and the ground continues around it. The markup has no text of the caller.
 */
export function caseCover({ industry, figures, services }: CaseDrawing, frame: CoverFrame) {
  const { width, height, one, first, second, alone, figures: placesOf }: Layout = layouts[frame]
  const name = industry.trim().toLowerCase()
  const scheme: Scheme = schemes[grounds[hashText(name) % grounds.length] ?? 'night']
  const texture =
    textures.find(({ words }) => words.test(name)) ?? textures[hashText(`${name} ground`) % textures.length]
  const { ground, soft, mid, strong, line, accent } = scheme
  const inks = { ink: line, muted: line, rule: mid, primary: strong, soft, accent, raised: ground }
  const drawn = services.slice(0, 2).map(({ title, category = '' }) => ({ name: title, category }))
  const middle: Place = [(width - alone) / 2, (height - alone * 0.75) / 2, alone]
  const single = figures.length > 0 ? one : middle
  const motifs = composePage(drawn).map(({ motif, seed }, index) => {
    const [x, y, wide] = drawn.length > 1 ? (index === 0 ? first : second) : single
    return `<g transform="translate(${x} ${y}) scale(${wide / 400})">${drawMotif(motif, seed, inks)}</g>`
  })
  const charts = placesOf(figures.length).map((box, index) =>
    figureChart(figures[index] ?? '', box, scheme, index === 0),
  )
  return {
    viewBox: `0 0 ${width} ${height}`,
    width,
    background: ground,
    labelColour: strong,
    markup: `<path d="M-1500-1500h5000v5000h-5000z" fill="${ground}"/>${stroke(texture?.d ?? '', soft, 3)}<g stroke-linejoin="round">${motifs.join('')}</g>${charts.map(({ markup }) => markup).join('')}`,
    labels: charts.map(({ label }) => label),
  }
}

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
function figureChart(figure: string, box: Box, scheme: Scheme, bright: boolean) {
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
  if (reading.kind === 'count') return countDots(box, reading.things, colour)
  return stroke(`M${box.x} ${Math.round(box.y + box.height / 2)}h${box.width}`, colour, 6)
}

/** The bar in one of two places (0 above, 1 below, or between them), as long as its share. The smallest one is still seen, and none is a ring. */
function bar({ x, y, width, height }: Box, place: number, share: number, colour: string) {
  const pen = Math.round(Math.min(height * 0.38, 60))
  const middle = Math.round(y + pen / 2 + place * Math.min(height - pen, pen * 1.4))
  if (share === 0) return ring(x, middle, pen, colour)
  return stroke(`M${x} ${middle}h${Math.round(width * Math.max(0.03, share))}`, colour, pen)
}

/** An empty ring, for a zero, at the left end of a line. */
function ring(x: number, middle: number, size: number, colour: string) {
  const pen = Math.max(4, Math.round(size / 8))
  const radius = Math.round((size - pen) / 2)
  return stroke(
    `M${x + pen} ${middle}a${radius} ${radius} 0 1 1 ${radius * 2} 0a${radius} ${radius} 0 1 1-${radius * 2} 0`,
    colour,
    pen,
  )
}

const mostDots = 120

/** So many dots; of a large number the tens, hundreds or thousands. */
function countDots({ x, y, width, height }: Box, things: number, colour: string) {
  const largest = Math.min(height, 80)
  if (things === 0) return ring(x, Math.round(y + largest / 2), Math.round(largest * 0.62), colour)
  const unit = 10 ** Math.max(0, Math.ceil(Math.log10(Math.max(1, things) / mostDots)))
  const count = Math.max(1, Math.round(things / unit))
  const columns = Math.ceil(count / Math.max(1, Math.floor(Math.sqrt((count * height) / width))))
  const gap = Math.floor(Math.min(width / columns, height / Math.ceil(count / columns), 80))
  const rows = Array.from({ length: Math.ceil(count / columns) }, (_, n) => {
    const here = Math.min(columns, count - n * columns)
    return `M${x + gap / 2} ${Math.round(y + gap * (n + 0.5))}h${gap * (here - 1) + 1}`
  })
  return dots(rows, colour, Math.round(gap * 0.62), gap)
}
