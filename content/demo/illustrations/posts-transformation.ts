import { schemes } from '../../../src/ui/drawing/palette.ts'
import { randomFrom } from '../../../src/ui/drawing/seed.ts'
import { box, f, type Point, wire } from './geometry.ts'
import { disc, dots, fill, line, ruled, type Sheet, sheet } from './ink.ts'

/** Pictures of the posts on digital transformation. Each is composed for its post: see the post's `imageAlt`. */

const cover = (ground: string, body: string) => sheet(1600, 1067, ground, body)

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
        Array.from(
          { length: 6 },
          (_, i) => `M-20 ${130 + i * 160}C300 ${130 + i * 160} 420 ${480 + i * 24} 700 ${500 + i * 16}`,
        ).join(''),
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
        .map(([c, w], i) =>
          fill(box(cell(c, w)[0], cell(c, w)[1], wide * (i % 5 === 0 ? 2 : 1), high), i % 3 === 0 ? s.accent : s.mid),
        )
        .join('') +
      fill(lifted.map(([c, w]) => box(cell(c, w)[0], cell(c, w)[1], wide, high)).join(''), s.ground) +
      ruled(-30, -30 + wide * 9, 106, 106 + high * 13, high, s.line, 0.55) +
      line(Array.from({ length: 10 }, (_, i) => `M${-30 + i * wide} 106v${high * 13}`).join(''), s.line, {
        width: 1.5,
        opacity: 0.55,
      }) +
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

export const transformationPosts: Record<string, () => Sheet> = {
  'your-customers-chose-the-app': customersChose,
  'the-spreadsheet-is-the-specification': spreadsheet,
}
