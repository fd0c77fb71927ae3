/** The constructions that the illustrations are made of. All lengths are units of the picture, all angles degrees, clockwise from the right. */

export type Point = readonly [x: number, y: number]

/** One decimal is finer than any pixel we write. */
export const f = (value: number) => String(Math.round(value * 10) / 10)
const at = ([x, y]: Point) => `${f(x)} ${f(y)}`

export const polar = (x: number, y: number, radius: number, angle: number): Point => [
  x + radius * Math.cos((angle * Math.PI) / 180),
  y + radius * Math.sin((angle * Math.PI) / 180),
]

const polygon = (points: readonly Point[]) => `M${points.map(at).join('L')}z`
export const polyline = (points: readonly Point[]) => `M${points.map(at).join('L')}`

/** A part of a circle's edge, clockwise from one angle to the other. */
export function arc(x: number, y: number, radius: number, from: number, to: number) {
  const large = to - from > 180 ? 1 : 0
  return `M${at(polar(x, y, radius, from))}A${f(radius)} ${f(radius)} 0 ${large} 1 ${at(polar(x, y, radius, to))}`
}

/** A part of a ring, `inner` to `outer`. */
export function sector(x: number, y: number, inner: number, outer: number, from: number, to: number) {
  const large = to - from > 180 ? 1 : 0
  return (
    `${arc(x, y, outer, from, to)}L${at(polar(x, y, inner, to))}` +
    `A${f(inner)} ${f(inner)} 0 ${large} 0 ${at(polar(x, y, inner, from))}z`
  )
}

/** A soft curve through all the points. */
export function smooth(points: readonly Point[]) {
  let d = `M${at(points[0] ?? [0, 0])}`
  for (let i = 0; i < points.length - 1; i++) {
    const [a, b, c, e] = [points[i - 1] ?? points[i], points[i], points[i + 1], points[i + 2] ?? points[i + 1]] as [
      Point,
      Point,
      Point,
      Point,
    ]
    d += `C${f(b[0] + (c[0] - a[0]) / 6)} ${f(b[1] + (c[1] - a[1]) / 6)} ${f(c[0] - (e[0] - b[0]) / 6)} ${f(c[1] - (e[1] - b[1]) / 6)} ${at(c)}`
  }
  return d
}

/** A line that turns at right angles (or any other) with rounded corners, as a cable is laid. */
export function route(points: readonly Point[], radius = 24) {
  let d = `M${at(points[0] ?? [0, 0])}`
  for (let i = 1; i < points.length - 1; i++) {
    const [before, corner, after] = [points[i - 1], points[i], points[i + 1]] as [Point, Point, Point]
    const toward = (target: Point): Point => {
      const far = Math.hypot(target[0] - corner[0], target[1] - corner[1])
      const part = Math.min(radius, far / 2) / far
      return [corner[0] + (target[0] - corner[0]) * part, corner[1] + (target[1] - corner[1]) * part]
    }
    d += `L${at(toward(before))}Q${at(corner)} ${at(toward(after))}`
  }
  return `${d}L${at(points[points.length - 1] ?? [0, 0])}`
}

/** A curve that leaves and arrives level, as wires between columns do. */
export const wire = (from: Point, to: Point, bend = 0.5) => {
  const reach = (to[0] - from[0]) * bend
  return `M${at(from)}C${f(from[0] + reach)} ${f(from[1])} ${f(to[0] - reach)} ${f(to[1])} ${at(to)}`
}

/** The head of an arrow whose tip is here. */
export const arrowHead = (tip: Point, angle: number, size = 18) =>
  polygon([tip, polar(tip[0], tip[1], size, angle + 155), polar(tip[0], tip[1], size, angle - 155)])

export const hexagon = (x: number, y: number, radius: number) =>
  polygon([0, 60, 120, 180, 240, 300].map((angle) => polar(x, y, radius, angle + 30)))

/** A rectangle with rounded corners. */
export const box = (x: number, y: number, wide: number, high: number, r = 0) =>
  r
    ? `M${f(x + r)} ${f(y)}h${f(wide - 2 * r)}a${r} ${r} 0 0 1 ${r} ${r}v${f(high - 2 * r)}a${r} ${r} 0 0 1-${r} ${r}h${f(2 * r - wide)}a${r} ${r} 0 0 1-${r}-${r}v${f(2 * r - high)}a${r} ${r} 0 0 1 ${r}-${r}z`
    : `M${f(x)} ${f(y)}h${f(wide)}v${f(high)}h${f(-wide)}z`

/** An isometric view: `x` runs to the lower right, `y` to the lower left, `z` up; one unit of them is `scale` units of the picture. */
export function isometric(originX: number, originY: number, scale: number) {
  const p = (x: number, y: number, z = 0): Point => [
    originX + (x - y) * scale,
    originY + ((x + y) * scale) / 2 - z * scale,
  ]
  return {
    p,
    /** The outline of a level rectangle. */
    level: (x: number, y: number, wide: number, deep: number, z = 0) =>
      polygon([p(x, y, z), p(x + wide, y, z), p(x + wide, y + deep, z), p(x, y + deep, z)]),
    /** The visible faces of a block standing on `z`. */
    block: (x: number, y: number, z: number, wide: number, deep: number, high: number) => ({
      top: polygon([
        p(x, y, z + high),
        p(x + wide, y, z + high),
        p(x + wide, y + deep, z + high),
        p(x, y + deep, z + high),
      ]),
      left: polygon([
        p(x, y + deep, z),
        p(x, y + deep, z + high),
        p(x + wide, y + deep, z + high),
        p(x + wide, y + deep, z),
      ]),
      right: polygon([
        p(x + wide, y, z),
        p(x + wide, y, z + high),
        p(x + wide, y + deep, z + high),
        p(x + wide, y + deep, z),
      ]),
    }),
  }
}
