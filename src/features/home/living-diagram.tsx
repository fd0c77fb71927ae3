import type { ReactNode } from 'react'

/**
 * A low axonometric view, as in an exploded engineering drawing. A plate is the square from -1 to 1 in `u` (to the lower right) and
 * `v` (to the lower left); `z` is height in units of the picture. Everything is rounded to whole units, so that the markup stays small.
 */
type Plate = { x: number; y: number; wide: number; deep: number }
type Place = readonly [u: number, v: number, z?: number]

/** The position of a place on the plate in the picture, as `x y`. */
const at = ({ x, y, wide, deep }: Plate, [u, v, z = 0]: Place) =>
  `${Math.round(x + ((u - v) * wide) / 2)} ${Math.round(y + ((u + v) * deep) / 2 - z)}`
const line = (plate: Plate, ...places: Place[]) => `M${places.map((place) => at(plate, place)).join('L')}`

/** The outline of a rectangle on the plate (by default the whole plate). */
const face = (plate: Plate, u = -1, v = -1, toU = 1, toV = 1, z = 0) =>
  `${line(plate, [u, v, z], [toU, v, z], [toU, toV, z], [u, toV, z])}z`

/** The two sides that show below a face, `drop` units high. */
const sides = (plate: Plate, u: number, v: number, toU: number, toV: number, z: number, drop: number) =>
  `${line(plate, [u, toV, z], [toU, toV, z], [toU, v, z])}v${drop}L${at(plate, [toU, toV, z - drop])} ${at(plate, [u, toV, z - drop])}z`

const plate = (y: number): Plate => ({ x: 250, y, wide: 182, deep: 66 })
const plates = { training: plate(106), ai: plate(234), data: plate(362), cloud: plate(490) }
const { ai, data, cloud } = plates
export type PlateId = keyof typeof plates
/** The distance between the faces of two plates. */
const step = 128

/** Blocks on the Cloud plate from back to front: their rear corner and their height. */
const blocks = [
  [-0.8, -0.25, 30],
  [-0.25, -0.8, 34],
  [-0.8, 0.35, 54],
  [-0.2, -0.2, 22],
  [0.35, -0.8, 44],
  [-0.2, 0.4, 16],
  [0.4, -0.2, 30],
] as const
/** Rows of the Data plate: their `v`, the `u` where the stream that feeds them starts, and the end of their bar. */
const rows = [
  [-0.75, -3.3, 0.5],
  [-0.375, -2.7, -0.2],
  [0, -2.4, 0.72],
  [0.375, -2.2, 0.1],
  [0.75, -1.8, 0.45],
] as const
/** Nodes of the AI plate with their heights, and the pairs that are connected. */
const nodes: Place[] = [
  [-0.75, 0.1, 22],
  [-0.4, 0.75, 12],
  [0.02, -0.75, 16],
  [0.1, 0.1, 30],
  [0.3, 0.75, 14],
  [0.75, -0.6, 20],
  [0.8, 0.2, 10],
]
const pairs: [number, number][] = [
  [0, 1],
  [0, 3],
  [1, 3],
  [1, 4],
  [2, 3],
  [2, 5],
  [3, 4],
  [3, 5],
  [3, 6],
  [4, 6],
  [5, 6],
]
const edges = pairs.map(([a, b]) => line(ai, nodes[a] ?? [0, 0], nodes[b] ?? [0, 0])).join('')

/** The sparks set out one after the other. */
const after = (seconds: number) => ({ animationDelay: `${seconds}s` })

type LayerProps = { id: PlateId; name: string; risers?: ReactNode; children: ReactNode }

/**
 * A plate with its contents: a link to its chapter. `id` names the drawing, which the chapter repeats if the figure
 * does not stay next to it.
 */
function Layer({ id, name, risers, children }: LayerProps) {
  const plate = plates[id]
  return (
    <a href={`#${id}`} className={`layer layer-${id}`}>
      <g className="lift">
        <g id={`plate-${id}`} className="plate">
          <path className="side" d={sides(plate, -1, -1, 1, 1, 0, 10)} />
          <path className={id === 'cloud' ? 'ground' : 'face'} d={face(plate)} />
          {children}
        </g>
        <path d={`M432 ${plate.y}H556`} />
        <path className="in-turn" d={`M432 ${plate.y}H556`} />
        <text x="556" y={plate.y - 10}>
          {name}
        </text>
      </g>
      {risers}
    </a>
  )
}

/** From each plate, the places where lines rise to the plate above. */
const rises = {
  cloud: [
    [-0.6, 0.55, 54],
    [0.55, -0.6, 44],
  ],
  data: [
    [-0.8, 0.9],
    [0.9, -0.8],
  ],
  ai: [
    [-0.9, 0.9],
    [0.9, -0.9],
  ],
} satisfies Record<string, Place[]>

/** The lines that rise from a plate, with a spark on each. @param seconds when the first one sets out */
function Risers({ id, seconds }: { id: keyof typeof rises; seconds: number }) {
  const from = plates[id]
  const places: Place[] = rises[id]
  return (
    <g className="risers">
      <path className="stream" d={places.map((place) => `M${at(from, place)}v${(place[2] ?? 0) - step}`).join('')} />
      {places.map(([u, v, z = 0], i) => (
        <path
          key={u}
          className="spark"
          style={after(seconds + i * 0.3)}
          d={`M${at(from, [u, v, z / 2 + step / 2])}v-9`}
        />
      ))}
    </g>
  )
}
export function StillPlate({ id, className }: { id: PlateId; className?: string }) {
  const { y } = plates[id]
  return (
    <svg aria-hidden="true" className={`still-plate ${className ?? ''}`.trimEnd()} viewBox={`40 ${y - 96} 420 180`}>
      <use href={`#plate-${id}`} />
    </svg>
  )
}

/** The figure of the hero: the company's work as four stacked plates, with data that rises through them and comes to rest. */
export function LivingDiagram() {
  return (
    <div className="living mx-auto w-full max-w-[34rem] max-md:my-6 max-md:w-[calc(100%-2*var(--spacing-gutter))] print:max-w-72">
      <svg
        aria-label="Four layers drawn as plates one above another: Cloud at the foot, then Data, then AI, then Training. Lines of data stream in from the side and climb from each layer to the next."
        viewBox="0 0 560 584"
      >
        <Layer id="cloud" name="Cloud" risers={<Risers id="cloud" seconds={0} />}>
          {blocks.map(([u, v, high]) => (
            <g key={`${u}${v}`}>
              <path className="side" d={sides(cloud, u, v, u + 0.4, v + 0.4, high, high)} />
              <path className="face" d={face(cloud, u, v, u + 0.4, v + 0.4, high)} />
            </g>
          ))}
        </Layer>

        <Layer
          id="data"
          name="Data"
          risers={
            <>
              <g className="risers">
                <path className="stream" d={rows.map(([v, start]) => line(data, [start, v], [-0.8, v])).join('')} />
                <path className="dots" d={rows.map(([v, start]) => `${line(data, [start, v])}h0`).join('')} />
              </g>
              <Risers id="data" seconds={0.4} />
            </>
          }
        >
          <path className="bars" d={rows.map(([v, , end]) => line(data, [-0.8, v], [end, v])).join('')} />
        </Layer>

        <Layer id="ai" name="AI" risers={<Risers id="ai" seconds={0.8} />}>
          <path strokeDasharray="1 4" d={nodes.map((node) => `M${at(ai, node)}v${node[2]}`).join('')} />
          <path d={edges} />
          {nodes.map((node, i) => {
            const [x, y] = at(ai, node).split(' ')
            return <circle key={x} className={i === 3 ? 'ground' : 'face'} cx={x} cy={y} r={i === 3 ? 13 : 7} />
          })}
        </Layer>

        <Layer id="training" name="Training">
          {[98, 66, 34].map((wide, i) => {
            const y = 97 - i * 11
            const deep = Math.round(wide * 0.36)
            return (
              <g key={wide}>
                <path className="side" d={`M${250 - wide} ${y}v10a${wide} ${deep} 0 0 0 ${2 * wide} 0v-10`} />
                <ellipse className="face" cx="250" cy={y} rx={wide} ry={deep} />
                {i < 2 && <ellipse className="seats" cx="250" cy={y} rx={wide - 15} ry={deep - 5.5} />}
              </g>
            )
          })}
          <circle className="sun" cx="250" cy="54" r="21" />
        </Layer>
      </svg>
    </div>
  )
}
