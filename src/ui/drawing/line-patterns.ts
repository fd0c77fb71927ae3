import { disc, dots, fill, n, type Pattern, points, ring, stroke } from './shapes.ts'

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
