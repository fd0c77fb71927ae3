import { f, type isometric, type Point } from './geometry.ts'

/** How shapes are put on the sheet: each function returns a piece of SVG. */

type Line = { width?: number; dash?: string; opacity?: number; fill?: string }

export const fill = (d: string, colour: string, opacity = 1) =>
  `<path d="${d}" fill="${colour}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`

export const line = (d: string, colour: string, { width = 2, dash, opacity, fill: inside = 'none' }: Line = {}) =>
  `<path d="${d}" fill="${inside}" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"` +
  `${dash ? ` stroke-dasharray="${dash}"` : ''}${opacity ? ` opacity="${opacity}"` : ''}/>`

export const disc = (x: number, y: number, radius: number, colour: string, opacity = 1) =>
  `<circle cx="${f(x)}" cy="${f(y)}" r="${f(radius)}" fill="${colour}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`

export const ring = (
  x: number,
  y: number,
  radius: number,
  colour: string,
  { width = 2, dash, opacity, fill: inside = 'none' }: Line = {},
) =>
  `<circle cx="${f(x)}" cy="${f(y)}" r="${f(radius)}" fill="${inside}" stroke="${colour}" stroke-width="${width}"` +
  `${dash ? ` stroke-dasharray="${dash}" stroke-linecap="round"` : ''}${opacity ? ` opacity="${opacity}"` : ''}/>`

/** Dots of one size at these places. */
export const dots = (places: readonly Point[], colour: string, size: number, opacity = 1) =>
  line(places.map(([x, y]) => `M${f(x)} ${f(y)}h0`).join(''), colour, { width: size, ...(opacity < 1 && { opacity }) })

/** Level hairlines from `y` to `toY`, `gap` apart. */
export const ruled = (
  x: number,
  toX: number,
  y: number,
  toY: number,
  gap: number,
  colour: string,
  opacity = 0.4,
  width = 1.5,
) => {
  let d = ''
  for (let at = y; at <= toY + 0.1; at += gap) d += `M${f(x)} ${f(at)}H${f(toX)}`
  return line(d, colour, { width, opacity })
}

/** A square grid of hairlines over the rectangle. */
export const grid = (x: number, y: number, wide: number, high: number, gap: number, colour: string, opacity = 0.3) => {
  let d = ''
  for (let at = x; at <= x + wide + 0.1; at += gap) d += `M${f(at)} ${f(y)}v${f(high)}`
  for (let at = y; at <= y + high + 0.1; at += gap) d += `M${f(x)} ${f(at)}h${f(wide)}`
  return line(d, colour, { width: 1.5, opacity })
}

export type Faces = { top: string; left: string; right: string; edge?: string; width?: number }

/** A block in an isometric view, its three faces coloured. */
export function block(
  view: ReturnType<typeof isometric>,
  place: readonly [x: number, y: number, z: number],
  size: readonly [number, number, number],
  faces: Faces,
) {
  const { top, left, right } = view.block(...place, ...size)
  const body = fill(left, faces.left) + fill(right, faces.right) + fill(top, faces.top)
  return faces.edge ? body + line(left + right + top, faces.edge, { width: faces.width ?? 2 }) : body
}

/** An upright cylinder seen from above: the sign for stored data. `y` is the middle of its lid. */
export function drum(
  x: number,
  y: number,
  wide: number,
  high: number,
  faces: { lid: string; side: string; edge: string; width?: number },
) {
  const [rx, ry] = [wide / 2, wide / 6.5]
  const body = `M${f(x - rx)} ${f(y)}v${f(high)}a${f(rx)} ${f(ry)} 0 0 0 ${f(wide)} 0v${f(-high)}`
  return (
    line(body, faces.edge, { width: faces.width ?? 2, fill: faces.side }) +
    `<ellipse cx="${f(x)}" cy="${f(y)}" rx="${f(rx)}" ry="${f(ry)}" fill="${faces.lid}" stroke="${faces.edge}" stroke-width="${faces.width ?? 2}"/>`
  )
}

/** A whole picture: its ground and what is drawn on it. */
export const sheet = (width: number, height: number, ground: string, body: string) => ({
  width,
  height,
  body: `${fill(`M0 0h${width}v${height}H0z`, ground)}${body}`,
})
export type Sheet = ReturnType<typeof sheet>
