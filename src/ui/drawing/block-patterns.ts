import { disc, dots, fill, n, type Pattern, plateSides, points, rhombus, stroke } from './shapes.ts'

/** Plates of an engineering drawing, pulled apart along their corners. */
export const layers: Pattern = (r, s) => {
  const x = r.whole(50, 72) * 10
  const a = r.whole(34, 42) * 10
  const count = r.whole(3, 5)
  const gap = n(400 / count)
  const bright = r.whole(0, count - 1)
  const top = 400 - (gap * (count - 1)) / 2 - 20
  const bottom = top + gap * (count - 1)
  const rules = [-a, 0, a]
    .map((dx) => `M${x + dx} ${dx ? top - 160 : top + a / 2}V${dx ? bottom + 190 : bottom + a / 2 + 120}`)
    .join('')
  let out = fill(rhombus(x + 140, bottom + 70, a + 260), s.soft) + stroke(rules, s.line, 1.5, 'opacity=".5"')
  for (let i = count - 1; i >= 0; i--) {
    const y = top + i * gap
    const face = i === bright ? s.accent : i === (bright + 2) % count ? s.strong : s.mid
    const [left, right] = plateSides(x, y, a, 22)
    out += fill(left, s.ground) + fill(right, s.soft) + fill(rhombus(x, y, a), face) + stroke(left + right, s.line, 1.5)
    if (i === bright) out += stroke(rhombus(x, y, a * 0.72) + rhombus(x, y, a * 0.44), s.ground, 1.5)
  }
  return out + dots(`M${x - a} ${top - 160}V${bottom + 190}`, s.accent, 9, gap)
}

/** The rows of an account book with a bar in each. */
export const ledger: Pattern = (r, s) => {
  const left = r.whole(20, 34) * 10
  const bright = r.whole(2, 6)
  const places: [number, number][] = []
  let rows = ''
  let bars = ''
  let quiet = ''
  let accent = ''
  for (let i = 0; i < 9; i++) {
    const y = 96 + i * 76
    const length = n((0.25 + 0.75 * Math.abs(Math.sin(i * 0.9 + left))) * r.between(260, 620))
    rows += `M-300 ${y + 38}H1500`
    places.push([left - 70, y])
    if (i === bright) accent = `M${left} ${y}h${length + 160}`
    else bars += `M${left} ${y}h${length}`
    quiet += `M${left + length + 14} ${y}h${r.whole(6, 22) * 10}`
  }
  return (
    fill(`M${left + 460} 0H1500V800H${left + 460}z`, s.soft) +
    stroke(`${rows}M${left - 30} 0V800M${left + 460} 0V800`, s.line, 1.5, 'opacity=".45"') +
    stroke(quiet, s.mid, 30) +
    stroke(bars, s.strong, 30) +
    stroke(accent, s.accent, 30) +
    points(places, s.line, 14)
  )
}

/** Modular tiles: quarter discs, discs and rules on a grid of 200. */
export const tiles: Pattern = (r, s) => {
  const quarter = (x: number, y: number, turn: number, size: number) =>
    [
      `M${x} ${y}h${size}a${size} ${size} 0 0 1-${size} ${size}z`,
      `M${x + 200} ${y}v${size}a${size} ${size} 0 0 1-${size}-${size}z`,
      `M${x + 200} ${y + 200}h-${size}a${size} ${size} 0 0 1 ${size}-${size}z`,
      `M${x} ${y + 200}v-${size}a${size} ${size} 0 0 1 ${size} ${size}z`,
    ][turn] ?? ''
  const parts = { soft: '', mid: '', strong: '', line: '' }
  const slope = r.pick([1, -1])
  const bright = r.whole(1, 4)
  let accent = ''
  for (let row = 0; row < 4; row++)
    for (let column = 0; column < 6; column++) {
      const x = column * 200
      const y = row * 200
      const turn = r.whole(0, 3)
      const depth = slope > 0 ? column - row : 5 - column - row
      if (column === bright && row === (bright % 2) + 1) accent = disc(x + 100, y + 100, 100, s.accent)
      else if (depth < 0 || r.chance(18))
        parts.line += depth < -1 ? '' : quarter(x, y, turn, 200) + quarter(x, y, turn, 130) + quarter(x, y, turn, 60)
      else if (r.chance(22)) parts.soft += `M${x} ${y}h200v200h-200z`
      else parts[r.chance(45) ? 'strong' : 'mid'] += quarter(x, y, turn, 200)
    }
  return (
    fill(parts.soft, s.soft) +
    fill(parts.mid, s.mid) +
    fill(parts.strong, s.strong) +
    accent +
    stroke(parts.line, s.line, 1.5)
  )
}

/** Columns that climb in steps, sampled from a curve. */
export const columns: Pattern = (r, s) => {
  const phase = r.between(0, 5)
  const bright = r.whole(5, 13)
  const rise = r.pick([1, -1])
  let tall = ''
  let low = ''
  let caps = ''
  let accent = ''
  for (let i = 0; i < 18; i++) {
    const x = 66 + i * 63
    const slope = rise > 0 ? i : 17 - i
    const top = n(600 - slope * 22 - 70 * Math.sin(phase + i * 0.5) - r.between(0, 30))
    if (i === bright) accent = `M${x} 800V${top - 40}`
    else tall += `M${x} 800V${top}`
    low += `M${x} 800V${n(top + (800 - top) * r.between(0.25, 0.6))}`
    caps += `${i ? 'L' : 'M'}${x} ${top - (i === bright ? 110 : 70)}`
  }
  return (
    disc(rise > 0 ? 300 : 900, 330, 250, s.soft) +
    stroke('M-300 200H1500M-300 400H1500M-300 600H1500', s.line, 1.5, 'opacity=".35"') +
    stroke(tall, s.mid, 40) +
    stroke(low, s.strong, 40) +
    stroke(accent, s.accent, 40) +
    stroke(caps, s.line, 2.5)
  )
}
