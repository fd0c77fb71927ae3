import { schemes } from '../../../src/ui/drawing/palette.ts'
import { arrowHead, box, type Point, route, wire } from './geometry.ts'
import { disc, fill, line, ring, ruled, type Sheet, sheet } from './ink.ts'

/** Pictures of the posts on AI and ML. Each is composed for its post: see the post's `imageAlt`. */

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
        .map((k) =>
          line(box(120 + k * 44, 300 - k * 44, 380, 540, 4), s.line, { width: 3, fill: k ? s.soft : '#FBFAF6' }),
        )
        .join('') +
      ruled(164, 456, 470, 710, 48, s.line, 0.35) +
      line('M164 372H300M164 410H250', s.line, { width: 12 }) +
      [210, 150, 250, 120, 190]
        .map((long, i) => fill(box(164, 486 + i * 48, long, 16), i === 3 ? s.accent : s.mid))
        .join('') +
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
          .map(
            (i) =>
              `M${gate} ${slot(i)}C${gate + 120} ${slot(i)} ${gate + 150} ${380 + i * 24} ${962 + i * 26} ${276 + i * 14}`,
          )
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
              box(
                1486 - ([70, 50, 64, 80, 44, 60, 72][i - 2] ?? 60),
                row(i),
                [70, 50, 64, 80, 44, 60, 72][i - 2] ?? 60,
                22,
              ),
            i % 3 === 1 ? s.mid : s.strong,
          ),
        )
        .join(''),
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
            line(
              `M1272 ${254 + i * 132}h${150 - i * 16}M1272 ${284 + i * 132}h${100 - i * 8}`,
              i === 0 ? s.ground : s.strong,
              {
                width: 9,
              },
            ),
        )
        .join('') +
      line('M1210 200V890', s.line, { width: 1.5, opacity: 0.6 }),
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
      Array.from({ length: 200 }, (_, i) =>
        failed.includes(i) ? '' : ring(...place(i), 14, s.line, { width: 2, opacity: 0.7 }),
      ).join('') +
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

export const aiPosts: Record<string, () => Sheet> = {
  'let-the-model-read': letTheModelRead,
  'measure-the-search-before-the-model': measureTheSearch,
  'evaluate-before-you-ship': evaluate,
}
