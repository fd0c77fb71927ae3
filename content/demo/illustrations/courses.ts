import { schemes } from '../../../src/ui/drawing/palette.ts'
import { randomFrom } from '../../../src/ui/drawing/seed.ts'
import { arrowHead, box, f, hexagon, isometric, type Point, polar, polyline, smooth } from './geometry.ts'
import { block, disc, dots, drum, fill, grid, line, ring, ruled, type Sheet, sheet } from './ink.ts'

const cover = (ground: string, body: string) => sheet(1600, 1067, ground, body)

/** A row of small squares feeding a circle; an arc returns from it to a ruled card. */
function largeLanguageModels(): Sheet {
  const s = schemes.night
  const squares = Array.from({ length: 12 }, (_, i) => [132 + i * 70, 868] as const)
  const bright = [3, 7, 8]
  return cover(
    s.ground,
    ring(700, 420, 380, s.line, { width: 1.5, opacity: 0.35 }) +
      disc(700, 420, 262, s.soft) +
      squares
        .map(([x, y], i) =>
          line(
            `M${x + 22} ${y}C${x + 22} ${y - 150} ${f(700 + (i - 5.5) * 34)} 760 ${f(700 + (i - 5.5) * 17)} ${f(420 + Math.sqrt(Math.max(0, 262 ** 2 - ((i - 5.5) * 17) ** 2)) - 30)}`,
            bright.includes(i) ? s.accent : s.line,
            { width: bright.includes(i) ? 4 : 2, opacity: bright.includes(i) ? 1 : 0.8 },
          ),
        )
        .join('') +
      squares
        .map(([x, y], i) => fill(box(x, y, 44, 44, 4), bright.includes(i) ? s.accent : i % 4 === 1 ? s.strong : s.mid))
        .join('') +
      ring(700, 420, 262, s.strong, { width: 3 }) +
      [200, 144, 92]
        .map((r, i) => ring(700, 420, r, s.line, { width: 1.5, dash: i === 1 ? '2 12' : undefined, opacity: 0.8 }))
        .join('') +
      disc(700, 420, 44, s.strong) +
      line(`M884 234C980 130 1290 100 1342 262`, s.accent, { width: 5 }) +
      fill(arrowHead([1345, 282], 84, 30), s.accent) +
      fill(box(1130, 300, 360, 470, 10), s.strong) +
      ruled(1174, 1446, 372, 712, 68, s.ground, 0.25, 2) +
      [236, 176, 262, 120, 210]
        .map((w, i) => fill(box(1174, 392 + i * 68, w, 28, 3), i === 2 ? s.accent : '#1F6A61'))
        .join(''),
  )
}

/** Four flat layers joined by thin uprights, one bright square on the top one. */
function cloudFoundations(): Sheet {
  const s = schemes.teal
  const view = isometric(760, 150, 100)
  const layer = (z: number, top: string, extra = '') =>
    block(view, [0, 0, z], [4.4, 4.4, 0.16], { top, left: s.ground, right: '#084F49', edge: s.strong, width: 2.5 }) +
    extra
  const uprights = (z: number) =>
    line(
      [
        [0.5, 3.9],
        [3.9, 0.5],
        [3.9, 3.9],
        [2.2, 3.9],
        [3.9, 2.2],
      ]
        .map(([x = 0, y = 0]) => polyline([view.p(x, y, z), view.p(x, y, z + 1.36)]))
        .join(''),
      s.strong,
      { width: 2, opacity: 0.9 },
    )
  const cells = (z: number, list: number[][], colour: string) =>
    list.map(([x = 0, y = 0, w = 1, d = 1]) => fill(view.level(x, y, w, d, z + 0.16), colour)).join('')
  return cover(
    s.ground,
    fill(view.level(-0.6, -0.6, 6.2, 6.2, -4.75), s.soft) +
      layer(
        -4.2,
        s.soft,
        line(
          Array.from(
            { length: 7 },
            (_, i) =>
              polyline([view.p(0.55 * (i + 1), 0, -4.04), view.p(0.55 * (i + 1), 4.4, -4.04)]) +
              polyline([view.p(0, 0.55 * (i + 1), -4.04), view.p(4.4, 0.55 * (i + 1), -4.04)]),
          ).join(''),
          s.line,
          { width: 1.5, opacity: 0.6 },
        ),
      ) +
      uprights(-4.04) +
      layer(
        -2.7,
        s.mid,
        cells(
          -2.7,
          [
            [0.4, 3.1, 0.9, 0.9],
            [1.7, 3.1, 0.9, 0.9],
            [3, 3.1, 0.9, 0.9],
            [3.1, 0.4, 0.9, 0.9],
            [3.1, 1.7, 0.9, 0.9],
          ],
          s.ground,
        ),
      ) +
      uprights(-2.54) +
      layer(
        -1.2,
        s.strong,
        line(
          [2.6, 3, 3.4, 3.8].map((y) => polyline([view.p(0.4, y, -1.04), view.p(4, y, -1.04)])).join(''),
          '#0B6B63',
          {
            width: 5,
            opacity: 0.8,
          },
        ),
      ) +
      uprights(-1.04) +
      layer(
        0.3,
        s.mid,
        cells(0.3, [[1.5, 1.5, 1.4, 1.4]], s.accent) +
          line(view.level(0.9, 0.9, 2.6, 2.6, 0.46), s.strong, { width: 2, dash: '2 10' }),
      ),
  )
}

/** A browser window of nested rectangles on a grid; three lines run down from it to a short stack of discs. */
function fullStack(): Sheet {
  const s = schemes.sand
  return cover(
    s.ground,
    grid(0, -3, 1600, 1080, 80, s.line, 0.1) +
      // Small enough for the crop of a card.
      '<g transform="translate(112 60) scale(0.86)">' +
      fill(box(400, 157, 960, 560, 14), s.soft) +
      line(box(320, 77, 960, 560, 14), s.line, { width: 3, fill: '#FBFAF6' }) +
      line('M320 157H1280', s.line, { width: 3 }) +
      dots(
        [
          [360, 117],
          [394, 117],
          [428, 117],
        ],
        s.strong,
        16,
      ) +
      line(box(500, 101, 460, 32, 16), s.line, { width: 1.5, opacity: 0.5 }) +
      fill(box(360, 197, 200, 400), s.strong) +
      line('M392 250H500M392 290H470M392 330H512M392 370H456', s.ground, { width: 8 }) +
      fill(box(600, 197, 400, 240), s.mid) +
      line(box(640, 237, 320, 160) + box(680, 277, 240, 80), '#0A4A45', { width: 2.5 }) +
      fill(box(1040, 197, 200, 240), s.soft) +
      disc(1140, 317, 62, s.accent) +
      ruled(600, 1240, 477, 597, 40, s.line, 0.7, 2) +
      line('M600 497H860M600 537H760M600 577H920', s.strong, { width: 12 }) +
      line('M560 637V740Q560 790 610 790H700M800 637V768M1040 637V740Q1040 790 990 790H900', s.line, { width: 3 }) +
      dots(
        [
          [560, 637],
          [800, 637],
          [1040, 637],
        ],
        s.accent,
        22,
      ) +
      [0, 1, 2]
        .reverse()
        .map((i) =>
          drum(800, 800 + i * 74, 300, 56, {
            lid: i === 0 ? '#FBFAF6' : s.strong,
            side: i === 1 ? s.mid : s.strong,
            edge: s.line,
            width: 3,
          }),
        )
        .join('') +
      '</g>',
  )
}

/** Seven hexagons in a honeycomb joined by lines, the centre one filled, a dashed ring around all. */
function kubernetes(): Sheet {
  const s = schemes.deep
  const [x, y] = [850, 533]
  const around = [0, 60, 120, 180, 240, 300].map((angle) => polar(x, y, 268, angle))
  return cover(
    s.ground,
    disc(x, y, 470, s.soft) +
      ring(x, y, 470, s.strong, { width: 3, dash: '3 16' }) +
      ring(x, y, 620, s.line, { width: 1.5, opacity: 0.3 }) +
      ring(x, y, 780, s.line, { width: 1.5, opacity: 0.2 }) +
      line(polyline([...around, around[0] ?? [0, 0]]) + around.map((p) => polyline([[x, y], p])).join(''), s.line, {
        width: 3,
      }) +
      around
        .map(([u, v], i) =>
          line(hexagon(u, v, 112), s.strong, {
            width: 3,
            fill: [s.mid, s.ground, s.strong, s.ground, s.mid, s.ground][i],
          }),
        )
        .join('') +
      around
        .map(([u, v], i) =>
          [0, 1, 2]
            .map((k) =>
              fill(
                box(u - 42, v - 38 + k * 29, [84, 52, 70][(k + i) % 3] ?? 60, 15, 3),
                i === 2 ? s.ground : i === 0 || i === 4 ? s.strong : s.mid,
              ),
            )
            .join(''),
        )
        .join('') +
      fill(hexagon(x, y, 124), s.accent) +
      ring(x, y, 46, s.ground, { width: 5 }) +
      line(
        [0, 60, 120, 180, 240, 300]
          .map((angle) => polyline([polar(x, y, 46, angle + 30), polar(x, y, 78, angle + 30)]))
          .join(''),
        s.ground,
        { width: 5 },
      ) +
      line('M0 533H380M180 0V533', s.line, { width: 1.5, opacity: 0.5 }) +
      disc(180, 533, 14, s.accent),
  )
}

/** An upright device of tiles, joined by a dashed arc to a wide circle; two arrows run around the arc. */
function offlineFirst(): Sheet {
  const s = schemes.marigold
  const tiles = [
    [0, 0, 2, 1],
    [0, 1, 1, 1],
    [1, 1, 1, 2],
    [0, 2, 1, 2],
    [1, 3, 1, 1],
  ] as const
  const tints = [s.strong, '#0B6B63', s.mid, '#0B6B63', s.strong]
  return cover(
    s.ground,
    disc(1180, 660, 330, s.soft) +
      disc(1180, 660, 232, s.strong) +
      ring(1180, 660, 330, s.line, { width: 3 }) +
      ring(1180, 660, 160, s.mid, { width: 2, dash: '2 12' }) +
      [92, 0, -92]
        .map((dy) =>
          line(
            `M${f(1180 - Math.sqrt(232 ** 2 - dy ** 2))} ${660 + dy}H${f(1180 + Math.sqrt(232 ** 2 - dy ** 2))}`,
            s.mid,
            {
              width: 1.5,
              opacity: 0.5,
            },
          ),
        )
        .join('') +
      disc(1180, 660, 34, s.accent) +
      fill(box(268, 172, 420, 780, 56), s.soft) +
      line(box(230, 134, 420, 780, 56), s.line, { width: 5, fill: s.accent }) +
      line('M392 176H488', s.line, { width: 6 }) +
      tiles
        .map(([u, v, w, h], i) =>
          fill(box(266 + u * 178, 222 + v * 160, w * 178 - 10, h * 160 - 10, 8), tints[i] ?? s.mid),
        )
        .join('') +
      line('M650 360C760 120 1060 90 1150 326', s.line, { width: 4, dash: '4 16' }) +
      line('M700 330C790 170 980 150 1070 290', s.line, { width: 5 }) +
      fill(arrowHead([1082, 312], 60, 34), s.line) +
      line('M880 800C800 850 740 820 690 740', s.line, { width: 5 }) +
      fill(arrowHead([678, 720], 238, 34), s.line),
  )
}

/** Scattered dots divided by one smooth curve; a few stand ringed on the wrong side. */
function machineLearning(): Sheet {
  const s = schemes.sand
  const r = randomFrom('machine-learning')
  const edge = (x: number) => 560 + 210 * Math.sin((x - 240) / 260) - (x - 800) * 0.22
  const curve: Point[] = Array.from({ length: 21 }, (_, i) => [i * 84 - 40, edge(i * 84 - 40)])
  const above: Point[] = []
  const below: Point[] = []
  for (let row = 0; row < 9; row++)
    for (let column = 0; column < 14; column++) {
      const [x, y] = [56 + column * 116 + r.between(-40, 40), 50 + row * 122 + r.between(-40, 40)]
      const gap = y - edge(x)
      if (Math.abs(gap) < 46 || r.chance(16)) continue
      ;(gap < 0 ? above : below).push([x, y])
    }
  const stray = (list: Point[], low: number, high: number) =>
    list
      .filter(([x, y]) => Math.abs(y - edge(x)) < 150 && x > low && x < high)
      .filter((p, i, all) => all.slice(0, i).every((q) => Math.hypot(p[0] - q[0], p[1] - q[1]) > 120))
      .slice(0, 3)
  const [strayAbove, strayBelow] = [stray(above, 200, 1000), stray(below, 900, 1400)]
  return cover(
    s.ground,
    fill(`${smooth(curve)}L1640 1067H-40z`, s.soft) +
      grid(0, 0, 1600, 1067, 133, s.line, 0.13) +
      dots(
        above.filter((p) => !strayAbove.includes(p)),
        s.strong,
        26,
      ) +
      dots(
        below.filter((p) => !strayBelow.includes(p)),
        s.line,
        26,
      ) +
      line(smooth(curve), s.accent, { width: 9 }) +
      dots(strayAbove, s.line, 30) +
      dots(strayBelow, s.strong, 30) +
      [...strayAbove, ...strayBelow].map(([x, y]) => ring(x, y, 32, s.accent, { width: 4 })).join(''),
  )
}

export const courses: Record<string, () => Sheet> = {
  'building-with-large-language-models': largeLanguageModels,
  'cloud-foundations-on-aws': cloudFoundations,
  'full-stack-web-development-with-typescript': fullStack,
  'kubernetes-in-production': kubernetes,
  'offline-first-mobile-apps-with-flutter': offlineFirst,
  'practical-machine-learning-with-python': machineLearning,
}
