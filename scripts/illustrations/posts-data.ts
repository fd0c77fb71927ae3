import { schemes } from '../../src/ui/drawing/palette.ts'
import { randomFrom } from '../../src/ui/drawing/seed.ts'
import { arc, arrowHead, box, f, type Point, polar, polyline, route, wire } from './geometry.ts'
import { disc, dots, fill, line, ring, ruled, type Sheet, sheet } from './ink.ts'

/** Pictures of the posts on data, AI and how companies change. Each is composed for its post: see the post's `imageAlt`. */

const cover = (ground: string, body: string) => sheet(1600, 1067, ground, body)

/** Invoice sheets feed lines through a narrow gate; most run on into a ledger, a few bend up to an open circle and return. */
function letTheModelRead(): Sheet {
  const s = schemes.mist
  const gate = 760
  const straight = Array.from({ length: 9 }, (_, i) => i)
  const row = (i: number) => 372 + i * 64
  const slot = (i: number) => 628 + (i - 4) * 15
  return cover(
    s.ground,
    disc(gate, 628, 330, s.soft) +
      [2, 1, 0]
        .map((k) => line(box(120 + k * 44, 300 - k * 44, 380, 540, 4), s.line, { width: 3, fill: k ? s.soft : '#FBFAF6' }))
        .join('') +
      ruled(164, 456, 470, 710, 48, s.line, 0.35) +
      line('M164 372H300M164 410H250', s.line, { width: 12 }) +
      [210, 150, 250, 120, 190].map((long, i) => fill(box(164, 486 + i * 48, long, 16), i === 3 ? s.accent : s.mid)).join('') +
      fill(box(356, 760, 100, 34), s.strong) +
      line(straight.map((i) => wire([500, 400 + i * 50], [gate, slot(i)], 0.55)).join(''), s.line, { width: 2.5 }) +
      line(
        straight
          .slice(2)
          .map((i) => wire([gate, slot(i)], [1110, row(i) + 10], 0.5))
          .join(''),
        s.line,
        { width: 2.5 },
      ) +
      line(
        [0, 1]
          .map((i) => `M${gate} ${slot(i)}C${gate + 120} ${slot(i)} ${gate + 150} ${380 + i * 24} ${962 + i * 26} ${276 + i * 14}`)
          .join(''),
        s.accent,
        { width: 5 },
      ) +
      ring(1010, 206, 84, s.accent, { width: 6, fill: s.ground }) +
      line('M926 190C830 176 762 240 760 412', s.accent, { width: 5, dash: '3 15' }) +
      fill(arrowHead([760, 440], 91, 34), s.accent) +
      fill(box(gate - 13, 452, 26, 92) + box(gate - 13, 712, 26, 92), s.strong) +
      line(box(gate - 13, 544, 26, 168), s.strong, { width: 3 }) +
      fill(box(1110, 452, 400, 516), '#FBFAF6') +
      ruled(1110, 1510, 452, 964, 64, s.line, 0.5, 2) +
      line('M1110 452V968M1390 452V968', s.line, { width: 2.5 }) +
      straight
        .slice(2)
        .map((i) =>
          fill(
            box(1136, row(i) - 0, [200, 140, 220, 170, 120, 210, 160][i - 2] ?? 160, 22) +
              box(1486 - ([70, 50, 64, 80, 44, 60, 72][i - 2] ?? 60), row(i), [70, 50, 64, 80, 44, 60, 72][i - 2] ?? 60, 22),
            i % 3 === 1 ? s.mid : s.strong,
          ),
        )
        .join(''),
  )
}

/** Speech bubbles of all sizes stream through an open doorway and become even rows; two wait in a bracket at the threshold. */
function customersChose(): Sheet {
  const s = schemes.sand
  const bubble = (x: number, y: number, wide: number, colour: string, edge = false) => {
    const high = wide * 0.56
    const r = Math.min(high / 2.4, 30)
    const d = `M${f(x + r)} ${f(y)}h${f(wide - 2 * r)}a${f(r)} ${f(r)} 0 0 1 ${f(r)} ${f(r)}v${f(high - 2 * r)}a${f(r)} ${f(r)} 0 0 1 ${f(-r)} ${f(r)}H${f(x + wide * 0.42)}l${f(-wide * 0.16)} ${f(wide * 0.17)}v${f(-wide * 0.17)}H${f(x + r)}a${f(r)} ${f(r)} 0 0 1 ${f(-r)} ${f(-r)}v${f(2 * r - high)}a${f(r)} ${f(r)} 0 0 1 ${f(r)} ${f(-r)}z`
    return edge ? line(d, s.line, { width: 3, fill: colour }) : fill(d, colour)
  }
  const stream = [
    [-50, 150, 170, 1],
    [60, 420, 120, 0],
    [-30, 640, 210, 2],
    [170, 250, 90, 2],
    [250, 520, 150, 1],
    [210, 780, 100, 0],
    [330, 350, 110, 0],
    [420, 640, 120, 2],
    [450, 470, 84, 1],
    [560, 560, 76, 2],
    [545, 390, 66, 0],
    [100, 900, 130, 1],
    [350, 890, 70, 2],
    [300, 120, 76, 1],
    [640, 480, 56, 1],
    [470, 270, 58, 2],
  ] as const
  const tints = [s.strong, s.mid, '#FBFAF6']
  const grid = { x: 1000, y: 190, gap: 96 }
  return cover(
    s.ground,
    fill('M1000 190H1600V862H1000z', s.soft) +
      line(
        Array.from({ length: 6 }, (_, i) => `M-20 ${130 + i * 160}C300 ${130 + i * 160} 420 ${480 + i * 24} 700 ${500 + i * 16}`).join(''),
        s.line,
        { width: 1.5, opacity: 0.35 },
      ) +
      stream.map(([x, y, wide, tint]) => bubble(x, y, wide, tints[tint] ?? s.mid, tint === 2)).join('') +
      fill('M740 930V250a104 104 0 0 1 208 0V930z', s.strong) +
      fill('M948 930V250L868 204V1010z', '#0A4A45') +
      disc(888, 600, 9, s.accent) +
      line('M700 930H1600M0 930H700', s.line, { width: 3 }) +
      ruled(grid.x, 1600, grid.y, grid.y + grid.gap * 7, grid.gap, s.line, 0.6, 2) +
      line('M1000 190V862M1240 190V862', s.line, { width: 2, opacity: 0.6 }) +
      Array.from(
        { length: 7 },
        (_, i) =>
          bubble(1036, grid.y + 20 + i * grid.gap, 92, i === 3 ? s.accent : s.strong) +
          fill(
            box(1276, grid.y + 38 + i * grid.gap, [220, 170, 260, 200, 140, 240, 190][i] ?? 200, 22, 4),
            i === 3 ? s.accent : s.line,
            i === 3 ? 1 : 0.75,
          ),
      ).join('') +
      line('M676 706h-26v176h26M806 706h26v176h-26', s.accent, { width: 6 }) +
      bubble(692, 716, 96, s.accent) +
      bubble(704, 806, 84, '#FBFAF6', true),
  )
}

/** A tall grid of tiles, mostly faint; some bright ones slide through a slot into an ordered stack, two are missed. */
function measureTheSearch(): Sheet {
  const s = schemes.night
  const tile = (column: number, row: number): Point => [110 + column * 76, 74 + row * 94]
  const found = [
    [2, 1],
    [6, 3],
    [4, 5],
    [1, 7],
    [7, 8],
  ] as const
  const missed = [
    [3, 9],
    [5, 0],
  ] as const
  const paper = (x: number, y: number, colour: string, edge?: string) =>
    line(box(x, y, 54, 70, 4), edge ?? colour, { width: 2, fill: colour }) +
    line(`M${x + 12} ${y + 20}h30M${x + 12} ${y + 34}h22M${x + 12} ${y + 48}h28`, s.ground, { width: 4, opacity: 0.8 })
  const bright = [...found, ...missed]
  return cover(
    s.ground,
    Array.from({ length: 80 }, (_, i): Point => [i % 8, Math.floor(i / 8)])
      .map(([column, row]) => {
        const [x, y] = tile(column, row)
        return bright.some(([c, r]) => c === column && r === row)
          ? ''
          : line(box(x, y, 54, 70, 4), s.mid, { width: 2, fill: s.soft, opacity: 0.75 })
      })
      .join('') +
      found
        .map(([c, r], i) => {
          const [x, y] = tile(c, r)
          return line(
            `${wire([x + 54, y + 35], [976, 534 + (i - 2) * 17], 0.52)}${wire([976, 534 + (i - 2) * 17], [1240, 270 + i * 132], 0.5)}`,
            i === 0 ? s.accent : s.strong,
            { width: i === 0 ? 4 : 2.5 },
          )
        })
        .join('') +
      found.map(([c, r], i) => paper(...tile(c, r), i === 0 ? s.accent : s.strong)).join('') +
      missed
        .map(([c, r]) => {
          const [x, y] = tile(c, r)
          return paper(x, y, s.strong) + ring(x + 27, y + 35, 66, s.accent, { width: 4, dash: '2 12' })
        })
        .join('') +
      fill(box(962, -10, 28, 490) + box(962, 588, 28, 490), s.mid) +
      found
        .map(
          (_, i) =>
            line(box(1240, 218 + i * 132, 268 - i * 22, 104, 8), i === 0 ? s.accent : s.strong, {
              width: 2.5,
              fill: i === 0 ? s.accent : i % 2 ? s.mid : s.soft,
            }) +
            line(`M1272 ${254 + i * 132}h${150 - i * 16}M1272 ${284 + i * 132}h${100 - i * 8}`, i === 0 ? s.ground : s.strong, {
              width: 9,
            }),
        )
        .join('') +
      line('M1210 200V890', s.line, { width: 1.5, opacity: 0.6 }),
  )
}

/** A wide ruled sheet; along its edge cells lift off and settle into three tidy tables, and their places keep the ruling. */
function spreadsheet(): Sheet {
  const s = schemes.teal
  const [wide, high] = [104, 66]
  const cell = (column: number, row: number): Point => [-30 + column * wide, 106 + row * high]
  const r = randomFrom('the-spreadsheet')
  const tinted = Array.from({ length: 24 }, () => [r.whole(0, 5), r.whole(1, 12)] as const)
  const lifted = [
    [8, 1],
    [7, 2],
    [8, 3],
    [8, 5],
    [7, 6],
    [8, 7],
    [8, 10],
    [7, 11],
    [8, 12],
  ] as const
  const tables = [
    [1190, 110, 3],
    [1120, 430, 3],
    [1210, 760, 3],
  ] as const
  return cover(
    s.ground,
    fill(box(-30, 106, wide * 9, high * 13), s.soft) +
      fill(box(-30, 106, wide * 9, high), '#084F49') +
      tinted
        .map(([c, w], i) => fill(box(cell(c, w)[0], cell(c, w)[1], wide * (i % 5 === 0 ? 2 : 1), high), i % 3 === 0 ? s.accent : s.mid))
        .join('') +
      fill(lifted.map(([c, w]) => box(cell(c, w)[0], cell(c, w)[1], wide, high)).join(''), s.ground) +
      ruled(-30, -30 + wide * 9, 106, 106 + high * 13, high, s.line, 0.55) +
      line(Array.from({ length: 10 }, (_, i) => `M${-30 + i * wide} 106v${high * 13}`).join(''), s.line, { width: 1.5, opacity: 0.55 }) +
      lifted
        .map(([c, w], i) => {
          const [tx, ty] = tables[Math.floor(i / 3)] ?? [0, 0]
          const [x, y] = cell(c, w)
          return (
            line(wire([x + wide / 2, y + high / 2], [tx, ty + 84 + (i % 3) * 52], 0.5), s.strong, { width: 2 }) +
            disc(x + wide / 2, y + high / 2, 7, s.strong)
          )
        })
        .join('') +
      [
        [930, 196, -8],
        [965, 520, 6],
        [940, 770, -5],
      ]
        .map(
          ([x = 0, y = 0, turn = 0], i) =>
            `<g transform="rotate(${turn} ${x} ${y})">${fill(box(x, y, wide, high, 3), i === 1 ? s.accent : s.mid)}${line(box(x, y, wide, high, 3), s.strong, { width: 2 })}</g>`,
        )
        .join('') +
      tables
        .map(
          ([x, y, count], t) =>
            fill(box(x, y, 300, 58 + count * 52), s.strong) +
            fill(box(x, y, 300, 52), t === 1 ? s.accent : '#084F49') +
            ruled(x, x + 300, y + 104, y + 104 + 52, 52, s.ground, 0.35, 2) +
            line(`M${x + 120} ${y + 52}v${count * 52 + 6}`, s.ground, { width: 2, opacity: 0.35 }) +
            [0, 1, 2]
              .map((i) =>
                fill(
                  box(x + 18, y + 72 + i * 52, [76, 58, 84][i] ?? 70, 14) +
                    box(x + 142, y + 72 + i * 52, [120, 90, 132][(i + t) % 3] ?? 100, 14),
                  i === 1 ? s.mid : s.ground,
                ),
              )
              .join(''),
        )
        .join('') +
      line(`M1340 324V430M1290 644V760`, s.strong, { width: 3 }) +
      dots(
        [
          [1340, 324],
          [1340, 430],
          [1290, 644],
          [1290, 760],
        ],
        s.accent,
        18,
      ),
  )
}

/** Two hundred circles in rows, a few filled and drawn out into four columns, each below a limit of its own. */
function evaluate(): Sheet {
  const s = schemes.mist
  const place = (i: number): Point => [116 + (i % 20) * 42, 150 + Math.floor(i / 20) * 88]
  const columns = [
    { x: 1110, tint: s.accent, high: 400, room: 44, failed: [66, 91, 137] },
    { x: 1230, tint: s.strong, high: 250, room: 72, failed: [38, 104] },
    { x: 1350, tint: '#0B6B63', high: 330, room: 30, failed: [119, 152, 173] },
    { x: 1470, tint: s.mid, high: 130, room: 96, failed: [195] },
  ]
  const failed = columns.flatMap((column) => column.failed)
  return cover(
    s.ground,
    fill(box(1030, 0, 570, 1067), s.soft) +
      Array.from({ length: 200 }, (_, i) => (failed.includes(i) ? '' : ring(...place(i), 14, s.line, { width: 2, opacity: 0.7 }))).join(
        '',
      ) +
      // Each wire runs between the rows, up a shaft of its column's own, and down on the column from above.
      columns
        .map((column, c) =>
          column.failed
            .map((i, k) => {
              const [x, y] = place(i)
              const [shaft, lid, at] = [990 - c * 15, 60 + (3 - c) * 15, column.x + (k - 1) * 20]
              return line(
                route(
                  [
                    [x, y],
                    [x, y - 44],
                    [shaft, y - 44],
                    [shaft, lid],
                    [at, lid],
                    [at, 880 - column.high],
                  ],
                  16,
                ),
                column.tint,
                { width: 3 },
              )
            })
            .join(''),
        )
        .join('') +
      columns.map(({ tint, failed: list }) => list.map((i) => disc(...place(i), 19, tint)).join('')).join('') +
      columns.map(({ x, tint, high }) => fill(box(x - 40, 880 - high, 80, high), tint)).join('') +
      columns.map(({ x, high, room }) => line(`M${x - 52} ${880 - high - room}h104`, s.line, { width: 6 })).join('') +
      line('M1030 880H1600', s.line, { width: 3 }) +
      columns.map(({ x }, c) => fill(box(x - 34, 908, [68, 50, 60, 42][c] ?? 50, 14, 3), s.line, 0.7)).join(''),
  )
}

/** A clock of concentric arcs: a long pale one, ended by a short bright one; figures of two circles queue around the rim. */
function incident(): Sheet {
  const s = schemes.night
  const [x, y] = [640, 533]
  const queue = Array.from({ length: 18 }, (_, i) => polar(x, y, 476, -72 + i * 11.4))
  const flat = (d: string, colour: string) => line(d, colour, { width: 52 }).replace('"round" stroke-linejoin', '"butt" stroke-linejoin')
  return cover(
    s.ground,
    [620, 780, 960].map((r, i) => ring(x, y, r, s.line, { width: 1.5, opacity: 0.3 - i * 0.08 })).join('') +
      disc(x, y, 410, s.soft) +
      line(
        Array.from({ length: 60 }, (_, i) => polyline([polar(x, y, i % 5 ? 388 : 372, i * 6), polar(x, y, 400, i * 6)])).join(''),
        s.line,
        { width: 2.5, opacity: 0.8 },
      ) +
      flat(arc(x, y, 324, -90, 226), s.strong) +
      flat(arc(x, y, 324, 229, 263), s.accent) +
      [262, 218, 174].map((r, i) => line(arc(x, y, r, -90 + i * 46, 130 + i * 60), s.mid, { width: 11 })).join('') +
      [132, 96].map((r) => ring(x, y, r, s.line, { width: 1.5, opacity: 0.6 })).join('') +
      line(polyline([[x, y], polar(x, y, 290, 246)]), s.accent, { width: 7 }) +
      line(polyline([[x, y], polar(x, y, 160, 20)]), s.strong, { width: 9 }) +
      disc(x, y, 18, s.strong) +
      line(polyline(queue), s.line, { width: 2 }) +
      queue
        .map(([u, v], i) => {
          const colour = i === 0 ? s.accent : i % 4 === 2 ? s.mid : s.strong
          return disc(u, v, 19, colour) + disc(u, v - 28, 10, colour)
        })
        .join(''),
  )
}

export const dataPosts: Record<string, () => Sheet> = {
  'let-the-model-read': letTheModelRead,
  'your-customers-chose-the-app': customersChose,
  'measure-the-search-before-the-model': measureTheSearch,
  'the-spreadsheet-is-the-specification': spreadsheet,
  'evaluate-before-you-ship': evaluate,
  'the-incident-nobody-rehearsed': incident,
}
