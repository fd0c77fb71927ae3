import { points, type Random, roundStroke, stroke } from '#ui/drawing/shapes.ts'
import { box, type Inks, type Motif, numbers, shape, textLines } from './pen.ts'

/** An account of amounts, one of them cut: rows, columns, or what came in against what went out. */
export const ledger: Motif = (random, p) => {
  const layout = random.pick(['rows', 'columns', 'sides'] as const)
  const count = random.whole(5, layout === 'columns' ? 9 : 8)
  const cut = random.whole(1, count - 1)
  const strong = (cut + random.whole(1, count - 2)) % count
  const sheet = shape(box(28, 24, 344, 252, 10), p.raised, p.ink)
  const others = numbers(count).filter((n) => n !== cut && n !== strong)
  if (layout === 'columns') {
    const wide = 300 / count
    const x = (n: number) => Math.round(50 + wide * (n + 0.5))
    const heights = numbers(count).map(() => random.whole(50, 180))
    const bar = (n: number) => `M${x(n)} 250v-${heights[n]}`
    const pen = Math.round(Math.min(24, wide * 0.55))
    return (
      sheet +
      stroke('M50 70H350M50 130H350M50 190H350', p.rule, 1.5) +
      stroke(others.map(bar), p.primary, pen, 'opacity=".45"') +
      stroke(bar(strong), p.primary, pen) +
      stroke(box(x(cut) - pen / 2, 54, pen, 196, 1), p.accent, 1.5, 'stroke-dasharray="3 6"') +
      stroke(`M${x(cut)} 250v-${random.whole(40, 84)}`, p.accent, pen) +
      stroke('M40 250H360', p.ink, 1.5)
    )
  }
  const high = 236 / count
  const y = (n: number) => Math.round(34 + high * (n + 0.5))
  const from = layout === 'sides' ? random.whole(170, 230) : 116
  const lengths = numbers(count).map(() => random.whole(40, layout === 'sides' ? 120 : 210))
  const way = (n: number) => (layout === 'sides' && n % 2 === 1 ? -1 : 1)
  const bar = (n: number) => `M${from} ${y(n)}h${way(n) * (lengths[n] ?? 60)}`
  const pen = Math.round(Math.min(14, high * 0.42))
  const end = layout === 'sides' && way(cut) < 0 ? 56 : 350
  const rules = numbers(count - 1).map((n) => `M28 ${Math.round(34 + high * (n + 1))}H372`)
  return (
    sheet +
    stroke(layout === 'rows' ? [...rules, 'M98 24v252'] : rules, p.rule, 1.5) +
    (layout === 'rows'
      ? roundStroke(
          numbers(count)
            .map((n) => `M46 ${y(n)}h${random.whole(14, 36)}`)
            .join(''),
          p.muted,
          3,
        )
      : stroke(`M${from} 24v252`, p.ink, 1.5)) +
    stroke(others.map(bar), p.primary, pen, 'opacity=".45"') +
    stroke(bar(strong), p.primary, pen) +
    stroke(`M${from} ${y(cut) - pen / 2}H${end}v${pen}H${from}`, p.accent, 1.5, 'stroke-dasharray="3 6"') +
    stroke(`M${from} ${y(cut)}h${way(cut) * random.whole(30, 70)}`, p.accent, pen)
  )
}

/** A paper whose lines become fields, one of which a person has to see: next to it, around it, or under a reading line. */
export const reader: Motif = (random, p) => {
  const layout = random.pick(['right', 'around', 'scan'] as const)
  const count = random.whole(3, 5)
  const doubtful = random.whole(0, count - 1)
  const x = layout === 'right' ? 28 : layout === 'around' ? 136 : random.pick([34, 210])
  const width = layout === 'scan' ? 156 : 128
  const paper =
    shape(`M${x} 22h${width - 24}l24 24v232h-${width}z`, p.raised, p.ink) +
    stroke(`M${x + width - 24} 22v24h24`, p.ink, 1.5) +
    roundStroke(textLines(random, x + 18, 60, 11, width - 40, 20), p.rule, 4)
  const y = (n: number) => Math.round(24 + (252 / count) * (n + 0.5))
  const fields = (at: (n: number) => number) =>
    numbers(count)
      .map((n) => {
        const outline = box(at(n), y(n) - 19, 96, 38, 8)
        const text = `M${at(n) + 16} ${y(n)}h${random.whole(24, 62)}`
        return n === doubtful
          ? shape(outline, p.raised, p.accent, 2.5) + roundStroke(text, p.accent, 5)
          : shape(outline, p.raised, p.ink) + roundStroke(text, p.primary, 5)
      })
      .join('')
  const line = (n: number) => 60 + 20 * Math.round((10 / (count - 1)) * n)
  const marks = (list: number[]) =>
    roundStroke(list.map((n) => `M${x + 18} ${line(n)}h${random.whole(30, width - 44)}`).join(''), p.primary, 6)
  if (layout === 'right') {
    const links = numbers(count).map(
      (n) => `M${x + width - 16} ${line(n)}C180 ${line(n)} 176 150 206 150S236 ${y(n)} 272 ${y(n)}`,
    )
    return (
      paper +
      marks(numbers(count)) +
      stroke(links, p.primary, 1.5) +
      shape('M176 150a30 30 0 1 0 60 0 30 30 0 1 0-60 0', p.soft, p.primary, 2) +
      points([[206, 150]], p.primary, 22) +
      fields(() => 272)
    )
  }
  if (layout === 'around') {
    const links = numbers(count).map((n) =>
      n % 2 ? `M${x + width} ${line(n)}L292 ${y(n)}` : `M${x} ${line(n)}L108 ${y(n)}`,
    )
    return stroke(links, p.primary, 1.5) + paper + marks(numbers(count)) + fields((n) => (n % 2 ? 292 : 12))
  }
  const at = line(random.whole(1, count - 2))
  const left = x < 100
  const out = left ? 262 : 36
  const link = left
    ? `M${x + width + 14} ${at}C236 ${at} 230 ${y(doubtful)} 262 ${y(doubtful)}`
    : `M${x - 14} ${at}C170 ${at} 176 ${y(doubtful)} 132 ${y(doubtful)}`
  return (
    paper +
    marks(numbers(count).filter((n) => line(n) < at)) +
    shape(box(x - 14, at - 14, width + 28, 28, 14), p.soft, p.primary, 2) +
    roundStroke(`M${x + 18} ${at}h${width - 50}`, p.primary, 6) +
    stroke(link, p.accent, 2.5) +
    fields(() => out)
  )
}

/** Lines from everywhere through one open book, or a shelf from which one volume is drawn. */
export const book: Motif = (random, p) => {
  if (random.chance(40)) return shelf(random, p)
  const count = random.whole(5, 10)
  const marked = random.whole(1, count - 2)
  const one = random.chance(50)
  const from = numbers(count).map((n) => Math.round(24 + ((n + 0.5) * 252) / count + random.between(-14, 14)))
  const start = numbers(count).map(() => random.whole(10, 60))
  const line = (n: number) => {
    const inside = Math.round(118 + (n * 64) / count)
    const row = one ? 150 : Math.round(56 + ((n + 0.5) * 196) / count)
    return `M${start[n]} ${from[n]}C110 ${from[n]} 100 ${inside} 158 ${inside}H232C262 ${inside} 258 ${row} 292 ${row}H${[388, 356, 372][(n + marked) % 3]}`
  }
  const others = numbers(count).filter((n) => n !== marked)
  const source = (n: number) => [start[n] ?? 0, from[n] ?? 0] as const
  return (
    stroke(others.map(line), p.muted, 1.5) +
    stroke(line(marked), p.accent, 3) +
    shape('M195 92c-18-12-40-14-66-8v124c26-6 48-4 66 8 18-12 40-14 66-8V84c-26-6-48-4-66 8z', p.raised, p.ink) +
    stroke('M195 92v124', p.ink, 1.5) +
    roundStroke([142, 208].flatMap((x) => textLines(random, x, 108, 6, 38, 16)).join(''), p.rule, 3) +
    roundStroke(`M208 ${108 + (marked % 6) * 16}h36`, p.primary, 5) +
    points(others.map(source), p.primary, 9) +
    points([source(marked)], p.accent, 12) +
    (one ? shape(box(292, 122, 84, 56, 8), p.raised, p.ink) + roundStroke('M310 150h46', p.primary, 8) : '')
  )
}

const shelf = (random: Random, p: Inks) => {
  const shelves = random.whole(1, 2)
  const drawn = random.whole(2, 4)
  const picked = random.whole(0, shelves - 1)
  return numbers(shelves)
    .map((row) => {
      const floor = shelves === 1 ? 256 : 140 + row * 132
      const most = shelves === 1 ? 190 : 100
      let out = ''
      let x = 40
      for (let n = 0; x < 340; n++) {
        const wide = random.pick([18, 24, 30, 40])
        const high = Math.round(most * random.between(0.62, 1))
        const chosen = row === picked && n === drawn
        const colour = chosen ? p.accent : random.pick([p.raised, p.soft, p.raised, p.primary])
        const top = floor - high - (chosen ? 22 : 0)
        out += shape(`M${x} ${top}h${wide}v${high}h-${wide}z`, colour, chosen ? p.accent : p.ink)
        if (colour !== p.primary && wide > 18)
          out += roundStroke(`M${x + wide / 2} ${top + 16}v${Math.round(high * 0.3)}`, chosen ? p.raised : p.rule, 4)
        x += wide + (random.chance(12) ? 22 : 0)
      }
      return out + stroke(`M24 ${floor}H376`, p.ink, 3)
    })
    .join('')
}

/** Options that branch, with the one that we would choose: from the left, or from above. */
export const branches: Motif = (random, p) => {
  const down = random.chance(50)
  const levels = random.pick<readonly number[]>([
    [1, 2, 4],
    [1, 3, 5],
    [1, 2, 3, 5],
    [1, 3],
    [1, 2, 6],
  ] as const)
  const deep = levels.length
  const along = (level: number) => Math.round((down ? 50 : 56) + ((down ? 190 : 262) / (deep - 1)) * level)
  const across = (level: number, n: number) =>
    Math.round(((n + 0.5) * (down ? 360 : 264)) / (levels[level] ?? 1) + (down ? 20 : 18))
  const at = (level: number, n: number): [number, number] =>
    down ? [across(level, n), along(level)] : [along(level), across(level, n)]
  const chosen = [random.whole(0, (levels.at(-1) ?? 1) - 1)]
  for (let level = deep - 2; level >= 0; level--)
    chosen.unshift(Math.floor(((chosen[0] ?? 0) * (levels[level] ?? 1)) / (levels[level + 1] ?? 1)))
  const edge = (level: number, n: number) => {
    const parent = Math.floor((n * (levels[level - 1] ?? 1)) / (levels[level] ?? 1))
    const [x, y] = at(level - 1, parent)
    const [u, v] = at(level, n)
    const middle = down ? (y + v) / 2 : (x + u) / 2
    return down
      ? `M${x} ${y}C${x} ${middle} ${u} ${middle} ${u} ${v}`
      : `M${x} ${y}C${middle} ${y} ${middle} ${v} ${u} ${v}`
  }
  const all = levels.flatMap((count, level) => numbers(count).map((n) => ({ level, n, on: chosen[level] === n })))
  const edges = (strong: boolean) =>
    all.filter(({ level, on }) => level > 0 && on === strong).map(({ level, n }) => edge(level, n))
  const ends = levels.at(-1) ?? 1
  const wide = down ? Math.min(64, 330 / ends) : 84
  const high = down ? 44 : Math.min(44, 236 / ends)
  return (
    stroke(edges(false), p.muted, 1.5, 'stroke-dasharray="4 5"') +
    stroke(edges(true), p.primary, 4) +
    all
      .map(({ level, n, on }) => {
        const [x, y] = at(level, n)
        if (level < deep - 1)
          return shape(`M${x - 15} ${y}l15-15 15 15-15 15z`, on ? p.primary : p.raised, on ? p.primary : p.ink)
        const [left, top] = [Math.round(x - (down ? wide / 2 : 20)), Math.round(y - high / 2)]
        return (
          shape(box(left, top, Math.round(wide), Math.round(high), 6), p.raised, on ? p.accent : p.ink, on ? 3 : 1.5) +
          roundStroke(`M${left + 11} ${y}h${random.whole(14, Math.round(wide) - 22)}`, on ? p.accent : p.rule, 5)
        )
      })
      .join('')
  )
}
