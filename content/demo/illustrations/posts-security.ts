import { schemes } from '../../../src/ui/drawing/palette.ts'
import { arc, arrowHead, box, f, type Point, polar, polyline, sector } from './geometry.ts'
import { disc, fill, line, ring, type Sheet, sheet } from './ink.ts'

/** Pictures of the posts on security. Each is composed for its post: see the post's `imageAlt`. */

const cover = (ground: string, body: string) => sheet(1600, 1067, ground, body)

/** Record cards around an arch shaped like a padlock; some are crossed out; a dial of twelve surrounds them. */
function dataProtection(): Sheet {
  const s = schemes.night
  const [x, y] = [800, 533]
  const angles = Array.from({ length: 12 }, (_, i) => i * 30 - 90)
  const gone = [2, 7, 8]
  return cover(
    s.ground,
    angles
      .map((a, i) => fill(sector(x, y, 470, 504, a + 1.2, a + 28.8), i < 7 ? s.mid : i === 7 ? s.accent : s.soft))
      .join('') +
      line(
        Array.from({ length: 60 }, (_, i) =>
          polyline([polar(x, y, 520, i * 6), polar(x, y, i % 5 ? 532 : 552, i * 6)]),
        ).join(''),
        s.line,
        { width: 2, opacity: 0.7 },
      ) +
      disc(x, y, 440, s.soft) +
      line(
        angles.map((a, i) => (gone.includes(i) ? '' : polyline([polar(x, y, 190, a), polar(x, y, 298, a)]))).join(''),
        s.line,
        {
          width: 2,
        },
      ) +
      line(
        angles.map((a, i) => (gone.includes(i) ? polyline([polar(x, y, 190, a), polar(x, y, 298, a)]) : '')).join(''),
        s.line,
        {
          width: 2,
          dash: '1 10',
        },
      ) +
      angles
        .map((a, i) => {
          const [u, v] = polar(x, y, 356, a)
          const cut = gone.includes(i)
          return (
            line(box(u - 60, v - 38, 120, 76, 6), cut ? s.mid : s.strong, {
              width: 2.5,
              fill: cut ? s.ground : i % 3 === 1 ? s.mid : s.ground,
            }) +
            (cut
              ? line(
                  `M${f(u - 52)} ${f(v - 32)}L${f(u + 52)} ${f(v + 32)}M${f(u + 52)} ${f(v - 32)}L${f(u - 52)} ${f(v + 32)}`,
                  s.accent,
                  {
                    width: 4,
                  },
                )
              : line(
                  `M${f(u - 40)} ${f(v - 12)}h${[48, 66, 36][i % 3]}M${f(u - 40)} ${f(v + 12)}h${[70, 40, 58][i % 3]}`,
                  i % 3 === 1 ? s.strong : s.line,
                  { width: 7 },
                ))
          )
        })
        .join('') +
      ring(x, y, 182, s.line, { width: 1.5, dash: '2 12' }) +
      line(`M${x - 62} ${y - 14}v-52a62 62 0 0 1 124 0v52`, s.strong, { width: 30 }) +
      fill(box(x - 106, y - 18, 212, 148, 12), s.accent) +
      line(
        [34, 58, 82].map((r) => `M${x - r} ${y + 130}V${y + 78}a${r} ${r} 0 0 1 ${2 * r} 0V${y + 130}`).join(''),
        s.ground,
        {
          width: 3,
        },
      ) +
      fill(`M${x - 14} ${y + 130}V${y + 80}a14 14 0 0 1 28 0V${y + 130}z`, s.ground),
  )
}

/** Two halves of a circle that fit as key and lock; an empty phone on one; a narrow stepped way round to the other. */
function passkeys(): Sheet {
  const s = schemes.marigold
  const steps: Point[] = [[392, 812]]
  for (let i = 0; i < 13; i++) steps.push([392 + (i + 1) * 62, 812 + 130 * Math.sin(((i + 0.5) / 13) * Math.PI)])
  const treads = steps
    .slice(0, -1)
    .map(([x], i) => `M${f(x)} ${f(steps[i + 1]?.[1] ?? 0)}h40`)
    .join('')
  // Both halves share one jagged edge, so that they would close without a gap.
  return cover(
    s.ground,
    disc(830, 470, 420, s.soft) +
      fill('M690 130A340 340 0 0 0 690 810V590H770V470A60 60 0 0 0 770 350H690z', s.strong) +
      fill('M930 130A340 340 0 0 1 930 810V590H1010V470A60 60 0 0 0 1010 350H930z', s.accent) +
      line('M930 130A340 340 0 0 1 930 810V590H1010V470A60 60 0 0 0 1010 350H930z', s.line, { width: 3 }) +
      line('M836 410H1060M700 240H920M700 700H920', s.line, { width: 3, dash: '1 13' }) +
      line(box(462, 340, 136, 260, 22), s.mid, { width: 5, dash: '2 13' }) +
      line('M512 368h36', s.mid, { width: 5 }) +
      disc(1110, 410, 44, s.strong) +
      fill('M1098 430h24l14 92h-52z', s.strong) +
      line(treads, s.line, { width: 9 }) +
      line('M360 812h-20M1198 812H1232Q1262 812 1262 782V716', s.line, { width: 4 }) +
      fill(arrowHead([1262, 694], -90, 32), s.line) +
      disc(340, 812, 17, s.accent),
  )
}

/** A clock of concentric arcs: a long pale one, ended by a short bright one; figures of two circles queue around the rim. */
function incident(): Sheet {
  const s = schemes.night
  const [x, y] = [640, 533]
  const queue = Array.from({ length: 18 }, (_, i) => polar(x, y, 476, -72 + i * 11.4))
  const flat = (d: string, colour: string) =>
    line(d, colour, { width: 52 }).replace('"round" stroke-linejoin', '"butt" stroke-linejoin')
  return cover(
    s.ground,
    [620, 780, 960].map((r, i) => ring(x, y, r, s.line, { width: 1.5, opacity: 0.3 - i * 0.08 })).join('') +
      disc(x, y, 410, s.soft) +
      line(
        Array.from({ length: 60 }, (_, i) =>
          polyline([polar(x, y, i % 5 ? 388 : 372, i * 6), polar(x, y, 400, i * 6)]),
        ).join(''),
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

export const securityPosts: Record<string, () => Sheet> = {
  'dpdp-act-for-engineers': dataProtection,
  'passkeys-and-the-lost-phone': passkeys,
  'the-incident-nobody-rehearsed': incident,
}
