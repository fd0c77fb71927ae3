import { schemes } from '../../../src/ui/drawing/palette.ts'
import { arc, arrowHead, box, f, type Point, polar, polyline, sector } from './geometry.ts'
import { disc, dots, drum, fill, line, ring, ruled, type Sheet, sheet } from './ink.ts'

/** Pictures of the posts on cloud. Each is composed for its post: see the post's `imageAlt`. */

const cover = (ground: string, body: string) => sheet(1600, 1067, ground, body)

/** A ledger at a slight angle whose rows widen into stacked blocks; the longest are joined to a map of squares. */
function cloudBill(): Sheet {
  const s = schemes.teal
  const rows = [
    [210, 80],
    [330, 130],
    [150, 50, 60],
    [560, 150],
    [250, 40],
    [180, 90, 40],
    [480, 110],
    [140, 60],
    [300, 70],
  ] as const
  const tints = [s.strong, s.mid, '#9AD0C5']
  const map: Point[] = [
    [1240, 250],
    [1420, 330],
    [1280, 440],
    [1450, 560],
    [1290, 660],
    [1440, 790],
  ]
  const joins = [
    [0, 1],
    [0, 2],
    [1, 2],
    [2, 3],
    [2, 4],
    [3, 5],
    [4, 5],
    [4, 3],
  ] as const
  const p = (i: number) => map[i] ?? ([0, 0] as Point)
  // The sheet is turned by 7 degrees; this is where one of its points then lies in the picture.
  const turned = (x: number, y: number): Point => {
    const [a, b] = [Math.cos((-7 * Math.PI) / 180), Math.sin((-7 * Math.PI) / 180)]
    return [540 + (x - 540) * a - (y - 533) * b, 533 + (x - 540) * b + (y - 533) * a]
  }
  const end = (i: number) =>
    turned(330 + (rows[i] ?? []).reduce((sum: number, long) => sum + long, 0) + 8, 90 + i * 104 + 52)
  return cover(
    s.ground,
    `<g transform="rotate(-7 540 533)">${
      fill(box(90, -60, 760, 1200), s.soft) +
      ruled(90, 850, 90, 1026, 104, s.line, 0.5) +
      line('M290 -60V1140', s.line, { width: 1.5, opacity: 0.6 }) +
      rows
        .map((row, i) => {
          let x = 330
          return (
            fill(box(128, 134 + i * 104, [110, 84, 124, 96, 70, 118, 90, 104, 80][i] ?? 90, 18, 3), s.line, 0.8) +
            row
              .map((long, k) => {
                const bar = fill(
                  box(x, 112 + i * 104, long - 6, 60),
                  (i === 3 || i === 6) && k === 0 ? s.accent : (tints[k] ?? s.mid),
                )
                x += long
                return bar
              })
              .join('')
          )
        })
        .join('')
    }</g>` +
      line(joins.map(([a, b]) => polyline([p(a), p(b)])).join(''), s.line, { width: 2 }) +
      [3, 6]
        .map((i, k) => {
          const from = end(i)
          const to = p(k ? 4 : 0)
          return line(
            `M${f(from[0])} ${f(from[1])}C${f(from[0] + 140)} ${f(from[1] - 14)} ${f(to[0] - 160)} ${f(to[1])} ${f(to[0] - 58)} ${f(to[1])}`,
            s.accent,
            { width: 4 },
          )
        })
        .join('') +
      map
        .map(([x, y], i) => {
          const half = i === 0 || i === 4 ? 58 : 36
          return line(box(x - half, y - half, half * 2, half * 2, 6), s.strong, {
            width: 3,
            fill: i === 0 || i === 4 ? s.accent : i % 2 ? s.mid : s.ground,
          })
        })
        .join(''),
  )
}

/** Two enclosures, each with a stack of discs; copies go over by a solid arc and come back by a dashed one under a dial. */
function backup(): Sheet {
  const s = schemes.deep
  const stack = (x: number, tints: readonly string[]) =>
    tints
      .map((tint, i) =>
        drum(x, 800 - i * 78, 280, 62, {
          lid: i === tints.length - 1 ? s.strong : tint,
          side: tint,
          edge: s.ground,
          width: 3,
        }),
      )
      .join('')
  return cover(
    s.ground,
    fill(box(170, 500, 470, 430, 6), s.soft) +
      fill(box(960, 500, 470, 430, 6), s.soft) +
      line(box(140, 470, 470, 430, 6), s.line, { width: 2.5 }) +
      line(box(990, 470, 470, 430, 6), s.line, { width: 2.5, dash: '2 12' }) +
      stack(375, [s.mid, s.accent, s.mid, s.strong]) +
      stack(1225, [s.mid, s.accent, s.mid]) +
      line('M640 830H950', s.line, { width: 1.5, opacity: 0.5 }) +
      line(arc(800, 700, 470, 222, 313), s.strong, { width: 6 }) +
      fill(arrowHead(polar(800, 700, 470, 315.5), 42, 38), s.strong) +
      line('M978 640C900 560 700 560 634 628', s.accent, { width: 5, dash: '3 15' }) +
      fill(arrowHead([618, 646], 132, 34), s.accent) +
      ring(800, 400, 112, s.line, { width: 2.5, fill: s.ground }) +
      fill(sector(800, 400, 0.1, 92, -90, 40), s.accent) +
      line(
        Array.from({ length: 12 }, (_, i) =>
          polyline([polar(800, 400, 126, i * 30), polar(800, 400, i % 3 ? 136 : 148, i * 30)]),
        ).join(''),
        s.line,
        { width: 3 },
      ) +
      disc(800, 400, 9, s.strong),
  )
}

/** Five walled plots around an empty one, seen from above; single paths join each with the middle. */
function landingZone(): Sheet {
  const s = schemes.sand
  const wall = '#FBFAF6'
  const [x, y] = [812, 520]
  const plots = [
    [40, 60, 500, 340, s.strong],
    [640, -60, 400, 330, s.mid],
    [1170, 110, 520, 380, s.soft],
    [1010, 730, 460, 420, s.strong],
    [200, 650, 480, 360, s.mid],
  ] as const
  const rows = (u: number, v: number, wide: number, high: number, gap: number) => {
    let d = ''
    for (let at = v; at <= v + high; at += gap) d += `M${u} ${at}h${wide}`
    return d
  }
  const trees = (u: number, v: number, columns: number, lines: number) =>
    Array.from({ length: columns * lines }, (_, i): Point => [u + (i % columns) * 62, v + Math.floor(i / columns) * 62])
  return cover(
    s.ground,
    Array.from({ length: 6 }, (_, i) =>
      ring(x, y, 250 + i * 150, s.line, { width: 1.5, opacity: 0.2 - i * 0.02 }),
    ).join('') +
      line(`M${x} ${y}L523 383M${x} ${y}V270M${x} ${y}L1170 372M${x} ${y}L1068 730M${x} ${y}L610 650`, s.line, {
        width: 3,
      }) +
      plots
        .map(
          ([u, v, w, h, tint]) =>
            line(box(u, v, w, h, 70), s.line, { width: 3, fill: wall }) +
            fill(box(u + 26, v + 26, w - 52, h - 52, 46), tint),
        )
        .join('') +
      line(rows(120, 160, 250, 150, 50), s.ground, { width: 14 }) +
      disc(440, 240, 40, s.accent) +
      dots(trees(720, 44, 5, 3), s.strong, 26) +
      line(rows(1250, 200, 400, 200, 40), s.line, { width: 2, opacity: 0.6 }) +
      fill(box(1280, 232, 120, 126, 8) + box(1424, 232, 70, 126, 8), s.strong) +
      [0, 1, 2].map((i) => ring(1240, 940, 60 + i * 54, s.ground, { width: 3 })).join('') +
      disc(1240, 940, 26, s.ground) +
      line('M300 930V850M370 930V760M440 930V810M510 930V740M580 930V790', s.strong, { width: 34 }) +
      line(box(x - 130, y - 100, 260, 200, 64), s.line, { width: 3, fill: s.ground }) +
      line(box(x - 104, y - 74, 208, 148, 42), s.accent, { width: 5, dash: '2 14' }) +
      dots(
        [
          [523, 383],
          [x, 270],
          [1170, 372],
          [1068, 730],
          [610, 650],
        ],
        s.line,
        24,
      ),
  )
}

export const cloudPosts: Record<string, () => Sheet> = {
  'read-your-cloud-bill': cloudBill,
  'a-backup-you-have-not-restored': backup,
  'landing-zone-for-ten-people': landingZone,
}
