import { points, roundStroke, stroke } from '#ui/drawing/shapes.ts'
import { box, type Motif, numbers, shape, textLines } from './pen.ts'

/** The screens of a product: a window with its parts, and a phone, or windows over each other. */
export const screens: Motif = (random, p) => {
  const phone = random.pick(['left', 'right', 'none'] as const)
  const aside = random.chance(50)
  const tiles = random.whole(2, 4)
  const behind = phone === 'none' ? random.whole(1, 2) : 0
  const [x, y, width, height] = phone === 'none' ? [56, 70, 300, 204] : [phone === 'left' ? 92 : 28, 40, 280, 212]
  const inside = aside ? x + 76 : x + 18
  const room = x + width - 18 - inside
  const tile = (room + 10) / tiles - 10
  const strong = random.whole(0, tiles - 1)
  const head = random.whole(1, 3)
  const tops = y + 58 + head * 16
  const bottom = y + height - 18
  const content = {
    tiles: () =>
      numbers(tiles)
        .map((n) => box(Math.round(inside + n * (tile + 10)), tops, Math.round(tile), bottom - tops, 5))
        .map((d, n) => shape(d, n === strong ? p.primary : p.soft, n === strong ? p.primary : p.ink))
        .join(''),
    table: () =>
      stroke([0, 24, 48, 72, 96].map((down) => `M${inside} ${tops + down}h${room}`).join(''), p.rule, 1.5) +
      roundStroke(textLines(random, inside + 4, tops + 12, 4, room / 2, 24), p.muted, 5) +
      stroke(`M${inside} ${tops + 12 + 24 * strong}h${room}`, p.primary, 20, 'opacity=".25"') +
      points(
        numbers(4).map((n) => [inside + room - 12, tops + 12 + n * 24]),
        p.primary,
        9,
      ),
    chart: () => {
      const points = numbers(6).map((n) => {
        const y = bottom - 12 - n * 8 - random.whole(0, 26)
        return `${Math.round(inside + 8 + ((room - 16) / 5) * n)} ${y}`
      })
      return (
        shape(box(inside, tops, room, bottom - tops, 5), p.soft, p.ink) +
        stroke(`M${points.join('L')}`, p.primary, 4, 'stroke-linejoin="round" stroke-linecap="round"')
      )
    },
  }[random.pick(['tiles', 'table', 'chart'] as const)]()
  const phoneX = phone === 'left' ? 34 : 272
  return (
    numbers(behind)
      .map((n) =>
        shape(box(x + 22 * (behind - n), y - 24 * (behind - n), width - 22 * behind, height, 8), p.soft, p.ink),
      )
      .join('') +
    shape(box(x, y, width, height, 8), p.raised, p.ink) +
    stroke(`M${x} ${y + 26}h${width}${aside ? `M${x + 60} ${y + 26}v${height - 26}` : ''}`, p.ink, 1.5) +
    points(
      [15, 27, 39].map((right) => [x + right, y + 13]),
      p.rule,
      6,
    ) +
    roundStroke(
      [
        ...textLines(random, inside, y + 46, head, Math.min(150, room), 16),
        ...(aside ? textLines(random, x + 14, y + 48, 6, 32, 18) : []),
      ],
      p.rule,
      5,
    ) +
    content +
    (phone === 'none'
      ? shape(box(x + width - 74, y + height - 30, 96, 34, 8), p.accent, p.accent)
      : shape(box(phoneX, 108, 94, 172, 14), p.raised, p.ink) +
        roundStroke(textLines(random, phoneX + 14, 138, random.whole(2, 4), 62, 15), p.rule, 5) +
        shape(box(phoneX + 12, 206, 70, 26, 5), p.soft, p.ink) +
        shape(box(phoneX + 12, 242, 70, 24, 6), p.accent, p.accent))
  )
}

/** Frames of one size with gaps of 12 units. */
const grid = (columns: number, rows: number, left = 28, across = 344) => {
  const width = (across + 12) / columns - 12
  const height = 264 / rows - 12
  return numbers(columns * rows).map(
    (n) => [left + (n % columns) * (width + 12), 24 + Math.floor(n / columns) * (height + 12), width, height] as const,
  )
}

/** Charts that agree: the same moment is marked in each. */
export const charts: Motif = (random, p) => {
  const layout = random.pick(['large', 'quarters', 'strips', 'halves'] as const)
  const frames = {
    large: [...grid(1, 1, 28, 226), ...grid(1, 2, 266, 106)],
    quarters: grid(2, 2),
    strips: grid(1, 3),
    halves: grid(2, 1),
  }[layout]
  const first = random.whole(0, 3)
  const moment = random.between(0.4, 0.8)
  return frames
    .map(([x, y, width, height], index) => {
      const count = Math.max(5, Math.round(width / 20))
      const at = (n: number) => Math.round(x + 14 + ((width - 28) / (count - 1)) * n)
      const base = y + height - 16
      const most = height - 38
      const rising = random.chance(60)
      const value = (n: number) =>
        Math.round(most * (0.16 + 0.6 * ((rising ? n : count - 1 - n) / (count - 1)) + 0.24 * random.between(0, 1)))
      const values = numbers(count).map(value)
      const marked = Math.round(moment * (count - 1))
      const line = values.map((v, n) => `${n ? 'L' : 'M'}${at(n)} ${base - v}`).join('')
      const top = base - (values[marked] ?? 0)
      const bars = (list: number[]) => list.map((n) => `M${at(n)} ${base}v-${values[n]}`)
      const all = numbers(count).filter((n) => n !== marked)
      const mark = points([[at(marked), top]], p.accent, 13)
      const tops = all.map((n) => [at(n), base - (values[n] ?? 0)] as const)
      const kinds = [
        () => stroke(line, p.primary, 3, 'stroke-linejoin="round"') + mark,
        () => stroke(bars(all), p.primary, 8, 'opacity=".5"') + stroke(bars([marked]), p.accent, 9),
        () =>
          shape(`${line}V${base}H${at(0)}z`, p.soft, p.primary) +
          stroke(`M${at(marked)} ${base}V${top}`, p.accent, 2.5) +
          mark,
        () => points(tops, p.primary, 8) + mark,
      ]
      return (
        shape(box(x, y, width, height, 8), p.raised, p.ink) +
        stroke(`M${x + 14} ${base}h${width - 28}`, p.rule, 1.5) +
        kinds[(first + index) % kinds.length]?.()
      )
    })
    .join('')
}
