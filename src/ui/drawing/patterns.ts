import { disc, dots, fill, n, type Pattern, plateSides, points, rhombus, ring, stroke } from './shapes.ts'

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

/** A bundle of lines that narrows to a gate and fans out again. */
export const flow: Pattern = (r, s) => {
  const count = r.whole(11, 15)
  const gate = r.whole(38, 66) * 10
  const mid = r.whole(34, 46) * 10
  const bright = r.whole(2, count - 3)
  const radius = r.whole(17, 23) * 10
  const ends: [number, number][] = []
  let lines = ''
  let accent = ''
  for (let i = 0; i < count; i++) {
    const from = n(80 + (640 / (count - 1)) * i)
    const at = n(mid + (i - (count - 1) / 2) * 11)
    const to = n(400 + (i - (count - 1) / 2) * 44 + r.between(-12, 12))
    const stop = r.chance(45) ? r.whole(92, 112) * 10 : 1510
    const d = `M-310 ${from}H-10C${n(gate * 0.55)} ${from} ${n(gate * 0.6)} ${at} ${gate} ${at}S${gate + 190} ${to} ${gate + 330} ${to}H${stop}`
    if (i === bright) accent = stroke(d.replace(/H\d+$/, 'H1080'), s.accent, 7) + disc(1080, to, 17, s.accent)
    else lines += d
    if (stop < 1500 && i !== bright) ends.push([stop, to])
  }
  return (
    disc(gate, mid, radius, s.soft) +
    stroke(lines, s.line, 2) +
    points(ends, s.strong, 16) +
    accent +
    ring(gate, mid, radius, s.strong, 2)
  )
}

/** Arcs around a corner, as on a chart of ranges. */
export const arcs: Pattern = (r, s) => {
  const left = r.chance(50)
  const x = left ? 150 : 1050
  const y = r.pick([640, 700])
  const bright = r.whole(3, 6)
  let out = disc(x, y, r.whole(5, 7) * 100, s.soft)
  for (let i = 1; i < 12; i++) {
    const radius = i * 92 + 10
    const around = n(2 * Math.PI * radius)
    const start = (left ? 270 : 180) + r.whole(-2, 5) * 10
    const arc = (share: number) =>
      `stroke-dasharray="${n(around * share)} ${around}" transform="rotate(${start} ${x} ${y})"`
    if (i === bright) out += ring(x, y, radius, s.accent, 38, arc(0.16))
    else if (i % 3 === 1) out += ring(x, y, radius, s.line, 1.5, 'opacity=".6"')
    else out += ring(x, y, radius, i % 2 ? s.strong : s.mid, i % 2 ? 12 : 46, arc(r.between(0.09, 0.22)))
  }
  return out + disc(x, y, 62, s.strong)
}

/** Nodes and the lines between neighbours, some of them inside a boundary. */
export const mesh: Pattern = (r, s) => {
  const places: [number, number][] = []
  for (let row = 0; row < 5; row++)
    for (let column = 0; column < 7; column++)
      if (!r.chance(22))
        places.push([
          n(90 + column * 170 + (row % 2) * 70 + r.between(-44, 44)),
          n(100 + row * 150 + r.between(-36, 36)),
        ])
  const inner = places.filter(([u, v]) => Math.abs(u - 600) < 330 && Math.abs(v - 400) < 180)
  const heart = inner[r.whole(0, inner.length - 1)] ?? [600, 400]
  let edges = ''
  let near = ''
  places.forEach(([x, y], i) => {
    for (const [u, v] of places.slice(i + 1)) {
      const d = `M${x} ${y}L${u} ${v}`
      if (Math.hypot(u - x, v - y) > 215) continue
      if ((x === heart[0] && y === heart[1]) || (u === heart[0] && v === heart[1])) near += d
      else edges += d
    }
  })
  const big = places.filter(() => r.chance(20))
  return (
    disc(heart[0], heart[1], 270, s.soft) +
    stroke(edges, s.line, 1.5, 'opacity=".7"') +
    stroke(near, s.accent, 4) +
    points(places, s.strong, 18) +
    points(big, s.mid, 64) +
    points(big, s.strong, 18) +
    disc(heart[0], heart[1], 40, s.accent) +
    ring(heart[0], heart[1], 270, s.strong, 2, 'stroke-dasharray="2 12"')
  )
}

/** A field of dots in perspective, like rolling land under a low sun. */
export const field: Pattern = (r, s) => {
  const sun = r.whole(26, 94) * 10
  const phase = r.between(0, 6)
  let out =
    disc(sun, 330, 190, s.accent) +
    fill(`M-300 350H0C300 ${r.whole(26, 34) * 10} 800 ${r.whole(36, 44) * 10} 1200 340H1500V800H-300z`, s.soft)
  for (let i = 0; i < 11; i++) {
    const y = n(350 + i * i * 3.1 + i * 10)
    const lift = n((18 + i * 6) * Math.sin(phase + i * 0.55))
    out += dots(
      `M-640 ${y}q155 ${-lift} 310 0t310 0 310 0 310 0 310 0 310 0 310 0`,
      i % 4 === 1 ? s.strong : s.line,
      n(30 + i * 13) / 10,
      20 + i * 3,
    )
  }
  return out + stroke(`M-300 130H1500M${sun} 0V130`, s.line, 1.5, 'opacity=".5"')
}

/** Walls within walls, each with a gate. */
export const walls: Pattern = (r, s) => {
  const x = r.whole(48, 72) * 10
  const flip = r.pick([1, -1])
  let out = ''
  let route = `M${x - flip * 1100} 400`
  for (let i = 5; i >= 1; i--) {
    const wide = i * 104 + 16
    const high = i * 76 + 8
    const gate = i % 2 ? 400 : r.whole(0, 1) * 2 * high - high + 400
    // Odd walls open at the side, even ones at the top or bottom, so that the route passes every gate.
    const d =
      i % 2
        ? `M${x - flip * wide} 372V${400 - high}h${flip * wide * 2}v${high * 2}h${-flip * wide * 2}V428`
        : `M${x - 28} ${gate}h${28 - wide}V${800 - gate}h${wide * 2}V${gate}H${x + 28}`
    if (i === 4) out += fill(`M${x - wide} ${400 - high}h${wide * 2}v${high * 2}h${-wide * 2}z`, s.soft)
    if (i === 2) out += fill(`M${x - wide} ${400 - high}h${wide * 2}v${high * 2}h${-wide * 2}z`, s.mid)
    if (i % 2 && i > 1) route += `H${x - flip * (wide - 52)}`
    out += stroke(d, i === 3 ? s.strong : s.line, i === 3 ? 16 : 2)
    if (!(i % 2))
      route += `V${gate < 400 ? 400 - high - 38 : 400 + high + 38}H${x}V${gate < 400 ? 400 - high + 38 : 400 + high - 38}H${x - flip * (wide - 52)}V400`
  }
  return out + stroke(`${route}H${x}`, s.accent, 5) + disc(x, 400, 40, s.accent)
}
