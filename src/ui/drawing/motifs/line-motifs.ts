import { points, roundStroke, stroke } from '#ui/drawing/shapes.ts'
import { box, type Motif, numbers, shape, textLines } from './pen.ts'

/** A folded map of an estate: its streets, the houses along them, and the one place that needs a look. */
export const map: Motif = (random, p) => {
  const panels = random.whole(3, 5)
  const wide = 344 / panels
  const deep = random.pick([16, 22])
  const up = random.chance(50)
  const fold = (x: number) => {
    const at = (x - 28) / wide
    const share = at - Math.floor(at)
    return deep * ((Math.floor(at) % 2 === 0) === up ? share : 1 - share)
  }
  const at = (x: number, y: number) => `${Math.round(x)} ${Math.round(y + fold(x))}`
  const creases = numbers(panels + 1).map((n) => Math.min(371.9, 28 + n * wide))
  const along = (y: (x: number) => number) => creases.map((x, n) => `${n ? 'L' : 'M'}${at(x, y(x))}`).join('')
  const sheets = numbers(panels).map((n) => {
    const [x, u] = [28 + n * wide + 0.01, 28 + (n + 1) * wide - 0.01]
    return shape(`M${at(x, 30)}L${at(u, 30)}L${at(u, 250)}L${at(x, 250)}z`, n % 2 ? p.soft : p.raised, p.ink)
  })
  const rows = numbers(random.whole(2, 4)).map((n, _, all) => 30 + ((n + 1) * 220) / (all.length + 1))
  const streets = numbers(random.whole(3, 6)).map(() => random.whole(48, 352))
  const slope = random.between(-0.12, 0.12)
  const houses = rows.flatMap((y) =>
    numbers(9)
      .map((n) => 50 + n * 36 + random.whole(-6, 6))
      .filter(() => random.chance(58))
      .map((x): [number, number] => [x, y + slope * (x - 200) + random.pick([-18, 18])]),
  )
  const chosen = random.whole(0, houses.length - 1)
  const [pinX, pinY] = houses[chosen] ?? [200, 140]
  const near = houses
    .filter((_, index) => index !== chosen)
    .sort(([a], [b]) => Math.abs(a - pinX) - Math.abs(b - pinX))
    .slice(1, random.whole(4, 6))
  const roofs = (list: [number, number][]) => list.map(([x, y]) => `M${at(x - 7, y - 7)}h14v14h-14z`)
  const pin = at(pinX, pinY)
  const ways = [
    ...rows.map((row) => along((x) => row + slope * (x - 200))),
    ...streets.map((x) => `M${at(x, 30)}V${Math.round(250 + fold(x))}`),
  ]
  const river = random.whole(90, 310)
  return (
    sheets.join('') +
    stroke(
      `M${at(river, 30)}C${at(river + 60, 100)} ${at(river - 90, 170)} ${at(river - 20, 250)}`,
      p.rule,
      9,
      'opacity=".6"',
    ) +
    stroke(ways, p.muted, 1.5) +
    shape(roofs(houses), p.raised, p.ink) +
    stroke(near.map(([x, y]) => `M${pin}L${at(x, y)}`).join(''), p.primary, 2.5) +
    shape(roofs(near), p.primary, p.primary) +
    shape(`M${pin}c-4-16-19-22-19-37a19 19 0 0 1 38 0c0 15-15 21-19 37z`, p.accent, p.accent) +
    points([[pinX, pinY + fold(pinX) - 37]], p.raised, 13)
  )
}

/** Sources flow through tests into one store; one of them is stopped at a gate. */
export const pipes: Motif = (random, p) => {
  const count = random.whole(3, 6)
  const gates = numbers(random.whole(1, 3)).map((n, _, all) => Math.round(120 + ((n + 0.5) * 150) / all.length))
  const stopped = random.whole(0, count - 1)
  const mirrored = random.chance(40)
  const square = random.chance(50)
  const y = (n: number) => Math.round(24 + ((n + 0.5) * 252) / count)
  const into = (n: number) => Math.round(150 + (n - (count - 1) / 2) * 14)
  const gate = gates[random.whole(0, gates.length - 1)] ?? 160
  const bend = gates[0] ?? 160
  const pipe = (n: number) =>
    square
      ? `M62 ${y(n)}H${bend - 24 - Math.abs(n - (count - 1) / 2) * 8}V${into(n)}H318`
      : `M62 ${y(n)}C${bend - 40} ${y(n)} ${bend - 50} ${into(n)} ${bend} ${into(n)}H318`
  const source = (n: number) =>
    n % 2 ? box(28, y(n) - 13, 36, 26, 4) : `M28 ${y(n)}a18 15 0 1 0 36 0 18 15 0 1 0-36 0`
  const top = 150 - count * 9 - 22
  const tall = 300 - 2 * top
  const running = numbers(count).filter((n) => n !== stopped)
  const valves = gates.flatMap((x) => (x === gate ? running : numbers(count)).map((n) => [x, into(n)] as const))
  const drawing =
    stroke(running.map(pipe), p.primary, 4, 'stroke-linejoin="round"') +
    stroke(pipe(stopped).replace(/H318$/, `H${gate}`), p.accent, 4, 'stroke-linejoin="round"') +
    stroke(`M${gate} ${into(stopped)}H318`, p.rule, 2, 'stroke-dasharray="2 6"') +
    shape(numbers(count).map(source), p.raised, p.ink) +
    shape(gates.map((x) => box(x - 9, top, 18, tall, 5)).join(''), p.soft, p.ink) +
    points(valves, p.primary, 8) +
    points([[gate, into(stopped)]], p.accent, 15) +
    shape('M306 96v108c0 12 16 20 34 20s34-8 34-20V96z', p.raised, p.ink) +
    shape('M306 96c0-12 16-20 34-20s34 8 34 20-16 20-34 20-34-8-34-20z', p.primary, p.primary) +
    stroke('M306 132c0 12 16 20 34 20s34-8 34-20M306 168c0 12 16 20 34 20s34-8 34-20', p.ink, 1.5)
  return mirrored ? `<g transform="matrix(-1 0 0 1 400 0)">${drawing}</g>` : drawing
}

/** Layers of a model: one way through them is strong, and it leads to one answer. */
export const net: Motif = (random, p) => {
  const ring = random.chance(35)
  const layers = ring
    ? [1, random.whole(4, 6), random.whole(8, 11)]
    : [random.whole(3, 6), ...numbers(random.whole(1, 2)).map(() => random.whole(3, 7)), random.whole(1, 3)]
  const down = random.chance(50)
  const at = (layer: number, n: number): [number, number] => {
    const count = layers[layer] ?? 1
    if (ring) {
      const angle = ((n + layer * 0.5) / count) * 2 * Math.PI + (layers[1] ?? 0)
      return [Math.round(200 + Math.cos(angle) * layer * 82), Math.round(150 + Math.sin(angle) * layer * 62)]
    }
    const across = (n + 0.5) / count
    const along = layer / (layers.length - 1)
    return down
      ? [Math.round(24 + across * 352), Math.round(36 + along * 228)]
      : [Math.round(46 + along * 308), Math.round(16 + across * 268)]
  }
  const way = layers.map((count) => random.whole(0, count - 1))
  const edges = layers.slice(1).flatMap((count, index) =>
    numbers(layers[index] ?? 0).flatMap((from) =>
      numbers(count)
        .filter((to) => !ring || Math.abs(to / count - from / (layers[index] ?? 1)) < 0.2 || index === 0)
        .map((to) => `M${at(index, from).join(' ')}L${at(index + 1, to).join(' ')}`),
    ),
  )
  const nodes = layers.flatMap((count, layer) => numbers(count).map((n) => at(layer, n)))
  const strong = way.map((n, layer) => at(layer, n))
  const answer = ring ? strong.at(0) : strong.at(-1)
  return (
    stroke(edges, p.muted, 1.5, 'opacity=".55"') +
    stroke(strong.map(([x, y], n) => `${n ? 'L' : 'M'}${x} ${y}`).join(''), p.primary, 4) +
    points(nodes, p.ink, 29) +
    points(nodes, p.raised, 26) +
    points(strong, p.primary, 29) +
    points(answer ? [answer] : [], p.accent, 36)
  )
}

/** A conversation, with the source of its answer. */
export const dialogue: Motif = (random, p) => {
  const count = random.whole(2, 4)
  const first = random.chance(50) ? 0 : 1
  const paper = random.pick(['left', 'right'] as const)
  const space = 248 / count
  const [from, to] = paper === 'right' ? [24, 268] : [132, 376]
  const answer = count - 1
  const height = Math.round(space - 18)
  const bubbles = numbers(count).map((n) => {
    const width = random.whole(120, 196)
    const mine = (n + first) % 2 === 0
    return { n, mine, x: mine ? from : to - width, y: Math.round(26 + n * space), width }
  })
  const last = bubbles[answer] ?? { x: 0, y: 0, width: 0 }
  const lines = Math.max(1, Math.min(3, Math.floor((height - 14) / 18)))
  const paperX = paper === 'right' ? 296 : 24
  const cited = random.whole(1, 5)
  const citedY = 74 + cited * 22
  const link =
    paper === 'right'
      ? `M${last.x + last.width} ${last.y + 20}C${last.x + last.width + 20} ${last.y + 20} 276 ${citedY} 306 ${citedY}`
      : `M${last.x} ${last.y + 20}C${last.x - 20} ${last.y + 20} 124 ${citedY} 94 ${citedY}`
  return (
    shape(`M${paperX} 44h58l22 22v184h-80z`, p.raised, p.ink) +
    roundStroke(textLines(random, paperX + 12, 74, 8, 54, 22), p.rule, 4) +
    roundStroke(`M${paperX + 12} ${citedY}h50`, p.accent, 7) +
    stroke(link, p.accent, 2.5) +
    bubbles
      .map(({ n, mine, x, y, width }) => {
        const tail = mine ? `M${x + 18} ${y + height}v14l18-14z` : `M${x + width - 18} ${y + height}v14l-18-14z`
        const bubble = tail + box(x, y, width, height, 10)
        const text = textLines(random, x + 18, Math.round(y + height / 2 - (lines - 1) * 9), lines, width - 40, 18)
        return n === answer
          ? shape(bubble, p.soft, p.primary, 2.5) + roundStroke(text, p.primary, 5)
          : shape(bubble, p.raised, p.ink) + roundStroke(text, p.rule, 5)
      })
      .join('')
  )
}

/** Systems that are watched: the hours of a day around a dial, a pulse, or days in rows. */
export const watch: Motif = (random, p) => {
  const layout = random.pick(['dial', 'pulse', 'days'] as const)
  if (layout === 'days') {
    const rows = random.whole(3, 6)
    const gap = 240 / rows
    const bad = [random.whole(0, rows - 1), random.whole(6, 24)] as const
    const tick = (row: number, n: number) =>
      `M${Math.round(62 + n * 10.6)} ${Math.round(30 + gap * (row + 0.5) - gap * 0.26)}v${Math.round(gap * 0.52)}`
    const all = numbers(rows).flatMap((row) => numbers(29).map((n) => [row, n] as const))
    const strong = all.filter(([row, n]) => !(row === bad[0] && n === bad[1])).map((at) => tick(...at))
    const heads = numbers(rows).map((row) => [45, 30 + gap * (row + 0.5)] as const)
    return (
      shape(box(28, 24, 344, 252, 10), p.raised, p.ink) +
      points(heads, p.primary, 10) +
      stroke(strong, p.primary, 5, 'opacity=".55"') +
      stroke(tick(...bad), p.accent, 8)
    )
  }
  if (layout === 'pulse') {
    const lines = random.whole(1, 3)
    const room = 236 / lines
    const bad = random.whole(0, lines - 1)
    const pulses = numbers(lines).map((n) => {
      const y = Math.round(32 + room * (n + 0.5))
      const beats = random.whole(2, 4)
      const high = (share: number) => Math.round(room * share * random.between(0.7, 1))
      const beat = (at: number) =>
        `H${Math.round(62 + (at * 290) / beats)}l8-${high(0.34)} 10 ${high(0.7)} 10-${high(0.5)} 6 ${high(0.14)}L${Math.round(100 + (at * 290) / beats)} ${y}`
      return { y, line: `M28 ${y}${numbers(beats).map(beat).join('')}H372` }
    })
    const marked = pulses[bad]?.y ?? 150
    const hours = numbers(7).map((n) => `M${72 + n * 43} 24v252`)
    return (
      shape(box(28, 24, 344, 252, 10), p.raised, p.ink) +
      stroke(hours, p.rule, 1.5, 'opacity=".6"') +
      stroke(pulses.map(({ line }) => line).join(''), p.primary, 3, 'stroke-linejoin="round"') +
      roundStroke(`M372 ${marked}h-28`, p.accent, 4) +
      points([[344, marked]], p.accent, 18)
    )
  }
  const shifts = random.whole(2, 5)
  const turn = random.between(0, 6)
  const point = (share: number, radius: number): [number, number] => {
    const angle = share * 2 * Math.PI + turn
    return [Math.round(200 + Math.cos(angle) * radius), Math.round(150 + Math.sin(angle) * radius)]
  }
  const at = (share: number, radius: number) => point(share, radius).join(' ')
  const hours = numbers(24).map((n) => `M${at(n / 24, 110)}L${at(n / 24, n % 6 ? 103 : 96)}`)
  const arcs = numbers(shifts).map((n) => {
    const radius = 78 - (n % 2) * 20
    return `M${at(n / shifts + 0.015, radius)}A${radius} ${radius} 0 0 1 ${at((n + 1) / shifts - 0.015, radius)}`
  })
  const incident = random.between(0, 1)
  return (
    shape('M80 150a120 120 0 1 0 240 0 120 120 0 1 0-240 0', p.raised, p.ink) +
    stroke(hours, p.muted, 1.5) +
    arcs.map((arc, n) => stroke(arc, n % 2 ? p.soft : p.primary, 16)).join('') +
    stroke(arcs, p.ink, 1) +
    stroke(`M200 150L${at(incident, 90)}`, p.accent, 3) +
    points([point(incident, 120)], p.accent, 20) +
    points([[200, 150]], p.ink, 12)
  )
}
