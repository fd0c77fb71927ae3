/**
 * A low axonometric view, as in an exploded engineering drawing. A plate is the square from -1 to 1 in `u` (to the lower right) and
 * `v` (to the lower left); `z` is height in units of the picture. Everything is rounded to whole units, so that the markup stays small.
 */
export type Plate = { x: number; y: number; wide: number; deep: number }
export type Place = readonly [u: number, v: number, z?: number]

/** Where a place on the plate lies in the picture, as `x y`. */
export const at = ({ x, y, wide, deep }: Plate, [u, v, z = 0]: Place) =>
  `${Math.round(x + ((u - v) * wide) / 2)} ${Math.round(y + ((u + v) * deep) / 2 - z)}`

/** An open line through these places. */
export const line = (plate: Plate, ...places: Place[]) => `M${places.map((place) => at(plate, place)).join('L')}`

/** The outline of a rectangle on the plate (by default the whole plate). */
export const face = (plate: Plate, u = -1, v = -1, toU = 1, toV = 1, z = 0) =>
  `${line(plate, [u, v, z], [toU, v, z], [toU, toV, z], [u, toV, z])}z`

/** The two sides that show below a face, `drop` units high. */
export const sides = (plate: Plate, u: number, v: number, toU: number, toV: number, z: number, drop: number) =>
  `${line(plate, [u, toV, z], [toU, toV, z], [toU, v, z])}v${drop}L${at(plate, [toU, toV, z - drop])} ${at(plate, [u, toV, z - drop])}z`
