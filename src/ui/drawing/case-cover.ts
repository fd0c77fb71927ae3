import type { CaseDrawing } from '#contract/case-drawing.ts'
import { type CoverGround, hashText } from '#contract/cover.ts'
import { composePage, drawMotif } from '#ui/drawing/motifs/motifs.ts'
import { figureChart } from './figure-charts.ts'
import { type Scheme, schemes, stroke } from './shapes.ts'

type Box = { x: number; y: number; width: number; height: number }
type Layout = {
  width: number
  height: number
  motifs: Record<'one' | 'two' | 'alone', Box[]>
  figures: (count: number) => Box[]
}

const rows = (x: number, y: number, width: number, height: number) => (count: number) => {
  const room = Math.min(height / count, 280)
  const top = Math.round(y + (height - room * count) / 2)
  return Array.from({ length: count }, (_, n) => ({ x, y: Math.round(top + n * room), width, height: room - 24 }))
}

/** The places in each frame: for the head of a page, for a card or a phone, and for the upright part of a link card. */
const layouts = {
  wide: {
    width: 1500,
    height: 600,
    motifs: {
      one: [{ x: 60, y: 90, width: 560, height: 420 }],
      two: [
        { x: 40, y: 24, width: 368, height: 276 },
        { x: 260, y: 296, width: 368, height: 276 },
      ],
      alone: [{ x: 410, y: 45, width: 680, height: 510 }],
    },
    figures: rows(720, 50, 720, 500),
  },
  plain: {
    width: 1200,
    height: 800,
    motifs: {
      one: [{ x: 40, y: 190, width: 560, height: 420 }],
      two: [
        { x: 30, y: 40, width: 440, height: 330 },
        { x: 150, y: 420, width: 440, height: 330 },
      ],
      alone: [{ x: 200, y: 100, width: 800, height: 600 }],
    },
    figures: rows(670, 50, 470, 700),
  },
  tall: {
    width: 864,
    height: 1260,
    motifs: {
      one: [{ x: 92, y: 60, width: 680, height: 510 }],
      two: [
        { x: 40, y: 40, width: 440, height: 330 },
        { x: 384, y: 290, width: 440, height: 330 },
      ],
      alone: [{ x: 52, y: 345, width: 760, height: 570 }],
    },
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
 * Draws the cover of a case study without a picture: what its services do, next to its results as charts, on the ground of its industry.
 * `meet` keeps all of it in any frame, as the ground continues around it. The markup has no text of the caller.
 */
export function caseCover({ industry, figures, services }: CaseDrawing, frame: CoverFrame) {
  const { width, height, ...places }: Layout = layouts[frame]
  const name = industry.trim().toLowerCase()
  const scheme: Scheme = schemes[grounds[hashText(name) % grounds.length] ?? 'night']
  const texture =
    textures.find(({ words }) => words.test(name)) ?? textures[hashText(`${name} ground`) % textures.length]
  const inks = {
    ...{ ink: scheme.line, muted: scheme.line, rule: scheme.mid, primary: scheme.strong },
    ...{ soft: scheme.soft, accent: scheme.accent, raised: scheme.ground },
  }
  const drawn = services.slice(0, 2).map(({ title, category = '' }) => ({ name: title, category }))
  const boxes = drawn.length > 1 ? places.motifs.two : figures.length > 0 ? places.motifs.one : places.motifs.alone
  const motifs = composePage(drawn).map(({ motif, seed }, index) => {
    const { x = 0, y = 0, width = 400 } = boxes[index] ?? {}
    return `<g transform="translate(${x} ${y}) scale(${width / 400})">${drawMotif(motif, seed, inks)}</g>`
  })
  const charts = places
    .figures(figures.length)
    .map((box, index) => figureChart(figures[index] ?? '', box, scheme, index === 0))
  return {
    viewBox: `0 0 ${width} ${height}`,
    width,
    background: scheme.ground,
    labelColour: scheme.strong,
    markup: `<path d="M-1500-1500h5000v5000h-5000z" fill="${scheme.ground}"/>${stroke(texture?.d ?? '', scheme.soft, 3)}<g stroke-linejoin="round">${motifs.join('')}</g>${charts.map(({ markup }) => markup).join('')}`,
    labels: charts.map(({ label }) => label),
  }
}
