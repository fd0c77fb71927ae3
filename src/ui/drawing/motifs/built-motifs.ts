import { plateSides, points, type Random, rhombus, roundStroke, stroke } from '#ui/drawing/shapes.ts'
import { box, type Motif, numbers, shape, textLines } from './pen.ts'

/** Blocks on a plate, and one that is being set: a town, stairs, a wall around a yard, or towers. */
export const blocks: Motif = (random, p) => {
  const side = random.whole(3, 5)
  const half = 168 / side
  const profile = random.pick(['town', 'stairs', 'yard', 'towers'] as const)
  const turned = random.chance(50)
  const place = (i: number, j: number) => [200 + (i - j) * half, 206 + ((i + j + 1 - side) * half) / 2] as const
  const height = (i: number, j: number) => {
    const edge = i === 0 || j === 0 || i === side - 1 || j === side - 1
    if (profile === 'stairs') return ((turned ? side - 1 - i : side - 1 - j) / (side - 1)) * 92
    if (profile === 'yard') return edge && !(turned ? j === side - 1 : i === side - 1) ? 34 : 0
    if (profile === 'towers') return random.chance(42) ? random.pick([52, 78, 104]) : 0
    return random.pick([0, 14, 26, 40, 60])
  }
  const free = random.whole(0, side * side - 1)
  const strong = (free + random.whole(1, side * side - 1)) % (side * side)
  const edges = numbers(side - 1).map((n) => {
    const [away, y] = [168 - (n + 1) * half, 206 + ((n + 1) * half) / 2]
    return `M${200 - away} ${y}l168 -84M${200 + away} ${y}l-168-84`
  })
  const [hangX, hangY] = place(Math.floor(free / side), free % side)
  const top = Math.max(30, hangY - 128)
  const block = (x: number, y: number, tall: number, face: string, sides: string, outline = p.ink) =>
    shape(plateSides(x, y - tall, half * 0.8, Math.round(tall)), sides, outline) +
    shape(rhombus(x, y - tall, half * 0.8), face, outline)
  const standing = numbers(side * side)
    .sort((a, b) => Math.floor(a / side) + (a % side) - Math.floor(b / side) - (b % side))
    .map((number) => {
      const [i, j] = [Math.floor(number / side), number % side]
      const [x, y] = place(i, j)
      const tall = number === strong ? Math.max(height(i, j), 48) : height(i, j)
      if (tall === 0 || number === free) return ''
      return block(x, y, tall, number === strong ? p.primary : p.raised, number === strong ? p.primary : p.soft)
    })
  return (
    shape(plateSides(200, 206, 168, 12), p.soft, p.ink) +
    shape(rhombus(200, 206, 168), p.raised, p.ink) +
    stroke(edges, p.rule, 1.5) +
    standing.join('') +
    stroke(`M${Math.round(hangX)} ${Math.round(hangY)}V${Math.round(top)}`, p.accent, 1.5, 'stroke-dasharray="2 6"') +
    block(hangX, top + 24, 24, p.raised, p.accent, p.accent)
  )
}

/** Zones of a network with their servers, and one server that moves in from below. */
export const zones: Motif = (random, p) => {
  const split = random.pick(['columns', 'rows', 'corner'] as const)
  const count = random.whole(2, 3)
  const areas: [number, number, number, number][] =
    split === 'columns'
      ? numbers(count).map((n) => [44 + (n * 312) / count, 36, 312 / count - 12, 156])
      : split === 'rows'
        ? numbers(count).map((n) => [44, 36 + (n * 168) / count, 300, 168 / count - 12])
        : [
            [44, 36, 176, 156],
            [232, 36, 112, 72],
            [232, 120, 112, 72],
          ]
  const boxes: [number, number][] = areas.flatMap(([x, y, width, height]) => {
    const across = Math.max(1, Math.floor((width - 12) / 34))
    const down = Math.max(1, Math.floor((height - 10) / 34))
    return numbers(across * down)
      .filter(() => random.chance(62))
      .map((n): [number, number] => [x + 12 + (n % across) * 34, y + 10 + Math.floor(n / across) * 34])
  })
  const strong = random.whole(0, boxes.length - 1)
  const [toX, toY] = boxes[(strong + 1 + random.whole(0, Math.max(0, boxes.length - 2))) % boxes.length] ?? [60, 60]
  const from = random.whole(2, 8) * 36 + 8
  const rack = numbers(random.whole(2, 4)).map((n) => 284 - 18 * (n + 1))
  const units = rack.map((y) => box(from - 30, y, 60, 14, 3))
  const lamps = rack.map((y) => [from + 20, y + 7] as const)
  const fences = areas.map((area) => box(...area, 8))
  const servers = boxes.map(([x, y]) => box(x, y, 24, 24, 4))
  return (
    shape(box(28, 20, 344, 188, 14), p.soft, p.ink) +
    shape(fences, p.raised, p.rule) +
    shape(servers.toSpliced(strong, 1), p.soft, p.ink) +
    shape(servers[strong] ?? '', p.primary, p.primary) +
    stroke('M28 232H372', p.rule, 1.5) +
    shape(units, p.raised, p.ink) +
    points(lamps, p.muted, 5) +
    stroke(
      `M${from} ${284 - 18 * rack.length - 6}C${from} 200 ${toX + 12} 214 ${toX + 12} ${toY + 30}`,
      p.accent,
      2.5,
      'stroke-dasharray="3 6"',
    ) +
    shape(box(toX, toY, 24, 24, 4), p.accent, p.accent)
  )
}

/** A road with stops: those that are behind, the one that is next, and those ahead. */
export const path: Motif = (random, p) => {
  const { road, stops: exact } = random.chance(40) ? ringRoad(random) : windingRoad(random)
  const stops = exact.map(([x, y]): [number, number] => [Math.round(x), Math.round(y)])
  const next = random.whole(1, stops.length - 1)
  const [nextX, nextY] = stops[next] ?? [200, 150]
  const behind = stops.slice(0, next)
  const ahead = stops.slice(next + 1)
  const flags = [...behind, ...ahead].map(([x, y]) => `M${x} ${y}v-34`)
  const cloths = behind.map(([x, y]) => shape(`M${x} ${y - 34}h${random.whole(20, 34)}v14h-20z`, p.primary, p.primary))
  return (
    roundStroke(road, p.ink, 30) +
    roundStroke(road, p.soft, 27) +
    stroke(road, p.rule, 1.5, 'stroke-dasharray="6 8"') +
    stroke(flags, p.ink, 1.5) +
    cloths.join('') +
    points(behind, p.primary, 14) +
    points(ahead, p.ink, 14) +
    points(ahead, p.raised, 11) +
    stroke(`M${nextX} ${nextY}v-48`, p.accent, 2.5) +
    shape(`M${nextX} ${nextY - 48}l40 11-40 11z`, p.accent, p.accent) +
    points([[nextX, nextY]], p.accent, 18)
  )
}

const windingRoad = (random: Random) => {
  const rows = random.whole(3, 5)
  const mirrored = random.chance(50)
  const gap = 200 / (rows - 1)
  const x = (at: number) => (mirrored ? 400 - at : at)
  const stops: [number, number][] = []
  let road = `M${x(20)} 256`
  for (let row = 0; row < rows; row++) {
    const forth = row % 2 === 0
    const last = row === rows - 1
    const count = random.whole(1, rows > 3 ? 2 : 3)
    for (const n of numbers(count)) {
      const at = 70 + ((n + 0.5) * 240) / count
      stops.push([x(forth ? at : 400 - at), 256 - row * gap])
    }
    road += `H${x(last ? (forth ? 372 : 28) : forth ? 318 : 82)}`
    if (!last) road += `a${gap / 2} ${gap / 2} 0 0 ${forth !== mirrored ? 0 : 1} 0 ${-gap}`
  }
  return { road, stops }
}

const ringRoad = (random: Random) => {
  const [wide, high] = random.pick([
    [160, 96],
    [150, 70],
    [112, 104],
  ])
  const count = random.whole(4, 7)
  const turn = random.between(0, 6)
  const stops = numbers(count).map((n): [number, number] => {
    const angle = turn + (n / count) * 2 * Math.PI
    return [200 + Math.cos(angle) * wide, 170 + Math.sin(angle) * high]
  })
  return { road: `M${200 - wide} 170a${wide} ${high} 0 1 0 ${2 * wide} 0 ${wide} ${high} 0 1 0 ${-2 * wide} 0z`, stops }
}

/** Steps with people on their way up, or rows of seats in front of a board. */
export const steps: Motif = (random, p) => {
  const mirrored = random.chance(50)
  if (random.chance(45)) return seats(random, p)
  const count = random.whole(4, 7)
  const wide = 344 / count
  const high = 190 / count
  const x = (at: number) => Math.round(mirrored ? 400 - at : at)
  const stair = numbers(count).map((n) => `V${Math.round(272 - high * (n + 1))}H${x(28 + wide * (n + 1))}`)
  const step = (n: number) => [x(28 + wide * (n + 0.5)), Math.round(272 - high * (n + 1))] as const
  const people = numbers(count - 1).filter((n) => n === 0 || random.chance(60))
  const bodies = (places: number[]) => places.map(step).map(([at, y]) => `M${at} ${y - 4}v-18`)
  const heads = (places: number[]) => places.map(step).map(([at, y]) => [at, y - 34] as const)
  const edges = numbers(count - 1).map((n) => `M${x(28 + wide * (n + 1))} ${Math.round(272 - high * (n + 1))}V272`)
  const marks = numbers(count).map((n) => `M${x(28 + wide * (n + 0.5)) - 9} ${Math.round(284 - high * (n + 1)) + 6}h18`)
  return (
    shape(`M${x(28)} 272${stair.join('')}V272z`, p.raised, p.ink) +
    stroke(edges, p.rule, 1.5) +
    roundStroke(marks, p.primary, 4) +
    roundStroke(bodies(people), p.ink, 12) +
    points(heads(people), p.primary, 17) +
    roundStroke(bodies([count - 1]), p.ink, 12) +
    points(heads([count - 1]), p.accent, 18)
  )
}

const seats: Motif = (random, p) => {
  const rows = random.whole(2, 4)
  const places = numbers(rows).flatMap((row) => {
    const count = 4 + row * 2 + random.whole(0, 1)
    const radius = 92 + (row + 1) * (132 / rows)
    return numbers(count).map((n): [number, number] => {
      const angle = Math.PI * (0.14 + (0.72 * n) / (count - 1))
      return [Math.round(200 - Math.cos(angle) * radius * 0.86), Math.round(46 + Math.sin(angle) * radius)]
    })
  })
  const asks = random.whole(0, places.length - 1)
  const strong = places.filter((_, index) => index !== asks && random.chance(30))
  return (
    shape(box(112, 22, 176, 92), p.raised, p.ink) +
    roundStroke(textLines(random, 128, 44, 4, 90, 16), p.rule, 4) +
    stroke(
      `M236 92v-${random.whole(20, 44)}M252 92v-${random.whole(20, 50)}M268 92v-${random.whole(20, 50)}`,
      p.primary,
      8,
    ) +
    points(places, p.ink, 27) +
    points(places, p.soft, 24) +
    points(strong, p.primary, 24) +
    points(places.slice(asks, asks + 1), p.accent, 27)
  )
}
