import type { CaseDrawing } from '#contract/case-drawing.ts'
import { type CoverGround, hashText } from '#contract/cover.ts'
import { composePage, drawMotif } from '#ui/drawing/motifs/motifs.ts'
import { type Box, figureChart } from './figure-charts.ts'
import { type Scheme, schemes, stroke } from './shapes.ts'

type Place = [x: number, y: number, width: number]
type Layout = {
  width: number
  height: number
  /** A motif with results, and two motifs. */
  one: Place
  two: [Place, Place]
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
    two: [
      [40, 24, 368],
      [260, 296, 368],
    ],
    alone: 680,
    figures: rows(720, 50, 720, 500),
  },
  plain: {
    width: 1200,
    height: 800,
    one: [40, 190, 560],
    two: [
      [30, 40, 440],
      [150, 420, 440],
    ],
    alone: 800,
    figures: rows(670, 50, 470, 700),
  },
  tall: {
    width: 864,
    height: 1260,
    one: [92, 60, 680],
    two: [
      [40, 40, 440],
      [384, 290, 440],
    ],
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
  const { width, height, one, two, alone, figures: placesOf }: Layout = layouts[frame]
  const name = industry.trim().toLowerCase()
  const scheme: Scheme = schemes[grounds[hashText(name) % grounds.length] ?? 'night']
  const texture =
    textures.find(({ words }) => words.test(name)) ?? textures[hashText(`${name} ground`) % textures.length]
  const inks = {
    ...{ ink: scheme.line, muted: scheme.line, rule: scheme.mid, primary: scheme.strong },
    ...{ soft: scheme.soft, accent: scheme.accent, raised: scheme.ground },
  }
  const drawn = services.slice(0, 2).map(({ title, category = '' }) => ({ name: title, category }))
  const middle: Place = [(width - alone) / 2, (height - alone * 0.75) / 2, alone]
  const single = figures.length > 0 ? one : middle
  const motifs = composePage(drawn).map(({ motif, seed }, index) => {
    const [x, y, wide] = (drawn.length > 1 && two[index]) || single
    return `<g transform="translate(${x} ${y}) scale(${wide / 400})">${drawMotif(motif, seed, inks)}</g>`
  })
  const charts = placesOf(figures.length).map((box, index) =>
    figureChart(figures[index] ?? '', box, scheme, index === 0),
  )
  return {
    viewBox: `0 0 ${width} ${height}`,
    width,
    background: scheme.ground,
    labelColour: scheme.strong,
    markup: `<path d="M-1500-1500h5000v5000h-5000z" fill="${scheme.ground}"/>${stroke(texture?.d ?? '', scheme.soft, 3)}<g stroke-linejoin="round">${motifs.join('')}</g>${charts.map(({ markup }) => markup).join('')}`,
    labels: charts.map(({ label }) => label),
  }
}
