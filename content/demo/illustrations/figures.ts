import { colours, schemes } from '../../../src/ui/drawing/palette.ts'
import {
  arc,
  arrowHead,
  box,
  f,
  isometric,
  type Point,
  polar,
  polyline,
  route,
  sector,
  smooth,
  wire,
} from './geometry.ts'
import { block, disc, dots, drum, fill, grid, line, ring, ruled, type Sheet, sheet } from './ink.ts'

/** The figures inside articles are blueprints of one set: the same ground, frame and weights of line. */
const s = schemes.night
const blueprint = (body: string) =>
  sheet(
    1200,
    675,
    s.ground,
    grid(0, -12.5, 1200, 700, 50, s.line, 0.07) +
      line(`M40 64V40H64M1136 40h24v24M1160 611v24h-24M64 635H40v-24`, s.line, { width: 1.5, opacity: 0.6 }) +
      body,
  )

/** Stacked layers, pulled apart. */
function layers(): Sheet {
  const view = isometric(640, 84, 46)
  const at = (i: number) => -i * 1.6
  const tops = [s.accent, s.strong, s.mid, s.soft, s.soft]
  let body = fill(view.level(-0.7, -0.7, 6.4, 6.4, at(4) - 0.7), s.soft, 0.5)
  for (let i = 4; i >= 0; i--) {
    body += block(view, [0, 0, at(i)], [5, 5, 0.18], {
      top: tops[i] ?? s.soft,
      left: s.ground,
      right: '#0B2421',
      edge: s.line,
      width: 2,
    })
    if (i === 4)
      body += line(
        [1, 2, 3, 4]
          .map(
            (k) =>
              polyline([view.p(k, 0, at(i) + 0.18), view.p(k, 5, at(i) + 0.18)]) +
              polyline([view.p(0, k, at(i) + 0.18), view.p(5, k, at(i) + 0.18)]),
          )
          .join(''),
        s.line,
        { width: 1.5, opacity: 0.5 },
      )
    if (i === 2)
      body += line(
        [3.4, 3.9, 4.4].map((k) => polyline([view.p(0.5, k, at(i) + 0.18), view.p(4.5, k, at(i) + 0.18)])).join(''),
        s.strong,
        {
          width: 3,
        },
      )
    if (i === 0)
      body += line(view.level(1.2, 1.2, 2.6, 2.6, 0.18) + view.level(2, 2, 1, 1, 0.18), s.ground, { width: 2 })
    else
      body += line(
        [
          [0, 5],
          [5, 0],
          [5, 5],
        ]
          .map(([x = 0, y = 0]) => polyline([view.p(x, y, at(i) + 0.18), view.p(x, y, at(i - 1))]))
          .join(''),
        s.strong,
        { width: 2, dash: '1 8' },
      )
  }
  const left = (i: number) => view.p(0, 5, at(i) + 0.09)[1]
  const ticks = [0, 1, 2, 3, 4].map((i) => `M196 ${f(left(i))}H360`).join('')
  return blueprint(
    body +
      line(`M210 ${f(left(0))}V${f(left(4))}${ticks}`, s.line, { width: 1.5 }) +
      dots(
        [0, 1, 2, 3, 4].map((i) => [210, left(i)]),
        s.accent,
        12,
      ),
  )
}

/** A pipeline from left to right: sources, a gate, two steps, a store, and what is made of it; a branch for what is refused. */
function pipeline(): Sheet {
  const y = 310
  const sources: Point[] = [
    [130, 150],
    [130, 256],
    [130, 364],
    [130, 470],
  ]
  const [gate, first, second, store] = [360, 540, 720, 900]
  return blueprint(
    ruled(80, 1120, y, y, 1, s.line, 0.25) +
      sources
        .map((p) => line(wire([p[0] + 34, p[1]], [gate - 44, y + (p[1] - y) * 0.06]), s.line, { width: 2.5 }))
        .join('') +
      sources
        .map(([x, v], i) =>
          line(box(x - 34, v - 34, 68, 68, i % 2 ? 34 : 8), s.line, { width: 2.5, fill: i === 1 ? s.mid : s.soft }),
        )
        .join('') +
      dots(sources, s.strong, 14) +
      line(
        `M${gate + 44} ${y}H${first - 62}M${first + 62} ${y}H${second - 62}M${second + 62} ${y}H${store - 72}`,
        s.accent,
        { width: 4 },
      ) +
      [first - 64, second - 64, store - 74].map((x) => fill(arrowHead([x + 6, y], 0, 22), s.accent)).join('') +
      disc(gate, y, 44, s.accent) +
      line(`M${gate} ${y - 22}v44M${gate - 14} ${y - 14}v28M${gate + 14} ${y - 14}v28`, s.ground, { width: 4 }) +
      [first, second]
        .map(
          (x, k) =>
            line(box(x - 56, y - 84, 112, 168, 10), s.line, { width: 2.5, fill: k ? s.mid : s.soft }) +
            [0, 1, 2, 3]
              .map((i) =>
                fill(
                  box(x - 34, y - 56 + i * 32, [68, 44, 56, 30][(i + k * 2) % 4] ?? 40, 14, 3),
                  k ? s.strong : i === 2 ? s.accent : s.line,
                ),
              )
              .join(''),
        )
        .join('') +
      line(
        route(
          [
            [gate, y + 44],
            [gate, 560],
            [store - 200, 560],
          ],
          28,
        ),
        s.line,
        { width: 2.5, dash: '2 10' },
      ) +
      fill(arrowHead([store - 190, 560], 0, 20), s.line) +
      line(box(store - 180, 526, 130, 68, 8), s.line, { width: 2.5, dash: '2 10' }) +
      line(`M${store - 140} 546l50 28m0-28l-50 28`, s.line, { width: 2.5 }) +
      line(
        `${wire([store + 60, y], [1060, 170], 0.6)}${wire([store + 60, y], [1060, 450], 0.6)}M${store + 60} ${y}H1060`,
        s.line,
        {
          width: 2.5,
        },
      ) +
      drum(store, y - 66, 140, 132, { lid: s.strong, side: s.mid, edge: s.line, width: 2.5 }) +
      line(`M${store - 70} ${y - 22}a70 21.5 0 0 0 140 0M${store - 70} ${y + 22}a70 21.5 0 0 0 140 0`, s.line, {
        width: 2,
      }) +
      [170, y, 450]
        .map(
          (v, i) =>
            line(box(1040, v - 46, 92, 92, 10), s.line, { width: 2.5, fill: s.soft }) +
            line(
              [
                `M1062 ${v + 24}v-20M1086 ${v + 24}v-44M1110 ${v + 24}v-32`,
                `M1060 ${v + 14}l18-20 16 12 18-28`,
                `M1062 ${v - 16}h48M1062 ${v + 2}h34M1062 ${v + 20}h42`,
              ][i] ?? '',
              i === 0 ? s.accent : s.strong,
              { width: i === 1 ? 4 : 8 },
            ),
        )
        .join(''),
  )
}

/** How long requests take: a steep hill with a long tail, its middle and its hundredth marked. */
function latency(): Sheet {
  const [left, foot] = [110, 560]
  const high = (x: number) => {
    const t = (x - left) / 118
    return 405 * t ** 1.9 * Math.exp(1.9 * (1 - t)) * (t > 0 ? 1 : 0) + 26 * Math.exp(-(((x - 830) / 90) ** 2))
  }
  const xs = Array.from({ length: 50 }, (_, i) => left + i * 20.8)
  const curve: Point[] = xs.map((x) => [x, foot - high(x)])
  const bars = Array.from({ length: 39 }, (_, i) => left + 14 + i * 26)
  const [middle, hundredth] = [268, 842]
  const mark = (x: number, top: number, colour: string) =>
    line(`M${x} ${foot + 26}V${top}`, colour, { width: 3 }) + disc(x, top, 13, colour)
  return blueprint(
    ruled(left, 1120, 140, 500, 60, s.line, 0.22) +
      fill(
        bars
          .filter((x) => x < hundredth - 12)
          .map((x) => box(x - 9, foot - high(x), 18, high(x)))
          .join(''),
        s.mid,
      ) +
      fill(
        bars
          .filter((x) => x >= hundredth - 12)
          .map((x) => box(x - 9, foot - high(x), 18, high(x)))
          .join(''),
        s.accent,
      ) +
      line(smooth(curve), s.strong, { width: 4 }) +
      line(`M${left} 100V${foot}H1130`, s.line, { width: 2.5 }) +
      line(Array.from({ length: 10 }, (_, i) => `M${left + (i + 1) * 100} ${foot}v12`).join(''), s.line, { width: 2 }) +
      mark(middle, 118, s.strong) +
      mark(hundredth, 300, s.accent) +
      line(`M${middle + 22} 118H${hundredth - 8}`, s.line, { width: 2, dash: '2 10' }) +
      line(`M${hundredth} 118V272`, s.line, { width: 2, dash: '2 10' }),
  )
}

/** A mesh of joined nodes inside a boundary with one gate; others stand outside. */
function network(): Sheet {
  const inside: Point[] = [
    [470, 190],
    [640, 150],
    [820, 200],
    [940, 330],
    [560, 330],
    [730, 320],
    [470, 470],
    [640, 510],
    [820, 470],
  ]
  const joins = [
    [0, 1],
    [1, 2],
    [2, 3],
    [0, 4],
    [1, 4],
    [1, 5],
    [2, 5],
    [4, 5],
    [4, 6],
    [5, 8],
    [6, 7],
    [7, 8],
    [5, 7],
    [3, 8],
    [4, 7],
    [3, 5],
  ] as const
  const outside: Point[] = [
    [120, 210],
    [120, 464],
    [1110, 160],
    [1120, 520],
  ]
  const p = (i: number) => inside[i] ?? ([0, 0] as Point)
  return blueprint(
    fill(box(330, 84, 720, 507, 60), s.soft) +
      line(
        `M330 300V144a60 60 0 0 1 60-60h600a60 60 0 0 1 60 60v387a60 60 0 0 1-60 60H390a60 60 0 0 1-60-60V374`,
        s.strong,
        {
          width: 3,
          dash: '2 12',
        },
      ) +
      line(wire([142, 210], [318, 334], 0.6) + wire([142, 464], [318, 340], 0.6), s.line, { width: 2.5 }) +
      line(`M342 337C430 337 470 330 534 330`, s.accent, { width: 4 }) +
      line(joins.map(([a, b]) => polyline([p(a), p(b)])).join(''), s.line, { width: 2 }) +
      line(polyline([p(4), p(5), p(3)]), s.accent, { width: 4 }) +
      line('M1094 168L1062 186M1104 512L1062 490', s.line, { width: 2.5 }) +
      line('M1046 176l20 22m0-22l-20 22M1046 478l20 22m0-22l-20 22', s.accent, { width: 4 }) +
      inside
        .map(
          ([x, y], i) =>
            disc(x, y, i === 5 ? 44 : i % 3 === 1 ? 30 : 20, i === 5 ? s.strong : i === 4 ? s.accent : s.mid) +
            ring(x, y, i === 5 ? 44 : i % 3 === 1 ? 30 : 20, i === 4 ? s.accent : s.strong, { width: 2.5 }),
        )
        .join('') +
      ring(730, 320, 62, s.strong, { width: 1.5 }) +
      outside.map(([x, y]) => ring(x, y, 22, s.line, { width: 2.5, fill: s.ground })).join('') +
      dots(outside, s.line, 12) +
      disc(330, 337, 18, s.accent),
  )
}

/** The rows of a ledger, two bars in each: what was expected and what came. Two rows do not agree, and are marked. */
function ledger(): Sheet {
  const rows = [
    [330, 30],
    [420, -20],
    [250, 250],
    [290, 330],
    [430, 24],
    [180, 30],
    [370, -16],
  ] as const
  const names = [130, 96, 150, 112, 140, 84, 120]
  const sums = [90, 70, 84, 100, 120, 60, 76]
  const strip = (i: number) => 112 + i * 72
  return blueprint(
    fill(box(80, strip(2), 1040, 144), s.soft) +
      ruled(80, 1120, 112, 616, 72, s.line, 0.45) +
      line('M300 88V624M940 88V624', s.line, { width: 1.5, opacity: 0.6 }) +
      rows
        .map(([expected, more], i) => {
          const y = strip(i)
          const marked = i === 2 || i === 3
          const label = (x: number, wide: number) =>
            fill(box(x, y + 28, wide, 16, 3), marked ? s.accent : s.line, marked ? 1 : 0.7)
          return (
            label(110, names[i] ?? 100) +
            label(1100 - (sums[i] ?? 80), sums[i] ?? 80) +
            fill(box(300, y + 18, expected, 16), s.mid) +
            fill(box(300, y + 38, expected + more, 16), marked ? s.accent : s.strong) +
            (marked ? line(`M${300 + expected} ${y + 8}v56`, s.strong, { width: 2.5 }) : '')
          )
        })
        .join('') +
      dots(
        [
          [80, strip(2) + 36],
          [80, strip(3) + 36],
        ],
        s.accent,
        18,
      ),
  )
}

/** A feedback loop: four stations on a circle, the way around them, and a shorter loop inside. */
function loop(): Sheet {
  const [x, y, r] = [600, 338, 232]
  const stations = [-90, 0, 90, 180].map((angle) => polar(x, y, r, angle))
  const steps = [-90, 0, 90, 180].map((angle) => [angle + 19, angle + 69] as const)
  const signs = [
    'M-22 16V-4M0 16V-22M22 16V-12',
    'M-24-12H24M-24 4H8M-24 20H16',
    'M-24 12L-6-8 8 4 26-20',
    'M-20 2L-6 16 22-14',
  ]
  return blueprint(
    fill(sector(x, y, 168, 296, 200, 340), s.soft) +
      ring(x, y, 296, s.line, { width: 1.5, opacity: 0.5 }) +
      ring(x, y, 168, s.line, { width: 1.5, opacity: 0.5 }) +
      steps
        .map(([a, b], i) => {
          const tip = polar(x, y, r, b)
          return (
            line(arc(x, y, r, a, b - 4), i === 3 ? s.accent : s.strong, { width: 5 }) +
            fill(arrowHead(tip, b + 86, 30), i === 3 ? s.accent : s.strong)
          )
        })
        .join('') +
      stations
        .map(
          ([u, v], i) =>
            disc(u, v, 62, i === 0 ? s.accent : i === 2 ? s.strong : s.mid) +
            ring(u, v, 62, s.strong, { width: 2.5 }) +
            `<g transform="translate(${f(u)} ${f(v)})">${line(signs[i] ?? '', i === 0 || i === 2 ? s.ground : s.strong, { width: 7 })}</g>`,
        )
        .join('') +
      line(arc(x, y, 92, 120, 400), s.line, { width: 3, dash: '2 11' }) +
      fill(arrowHead(polar(x, y, 92, 404), 130, 24), s.line) +
      disc(x, y, 26, s.strong) +
      line(`M80 ${y}H296M904 ${y}H1120`, s.line, { width: 2.5 }) +
      fill(arrowHead([302, y], 0, 22), s.line) +
      fill(arrowHead([1126, y], 0, 22), s.line) +
      dots([[80, y]], colours.marigold, 18),
  )
}

export const figures: Record<string, () => Sheet> = {
  'figure-layers': layers,
  'figure-pipeline': pipeline,
  'figure-latency': latency,
  'figure-network': network,
  'figure-ledger': ledger,
  'figure-loop': loop,
}
