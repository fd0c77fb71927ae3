import { at, face, line, type Place, type Plate, sides } from './projection.ts'

const plate = (y: number): Plate => ({ x: 250, y, wide: 182, deep: 66 })
const [training, ai, data, cloud] = [plate(106), plate(234), plate(362), plate(490)]
/** From one plate's face to the next. */
const step = 128

/** Blocks on the Cloud plate, from back to front: their rearmost corner, their sides and height. */
const blocks = [
  [-0.8, -0.25, 0.4, 0.4, 30],
  [-0.25, -0.8, 0.4, 0.4, 34],
  [-0.8, 0.35, 0.4, 0.4, 54],
  [-0.2, -0.2, 0.4, 0.4, 22],
  [0.35, -0.8, 0.4, 0.4, 44],
  [-0.2, 0.4, 0.4, 0.4, 16],
  [0.4, -0.2, 0.4, 0.4, 30],
] as const
/** Rows of the Data plate along `u`: their `v` and where their bars end. Each is fed by a stream from outside. */
const rows = [
  [-0.75, 0.5],
  [-0.375, -0.2],
  [0, 0.72],
  [0.375, 0.1],
  [0.75, 0.45],
] as const
/** Nodes of the AI plate, and which are joined. */
const nodes: Place[] = [
  [-0.75, 0.1, 22],
  [-0.4, 0.75, 12],
  [0.02, -0.75, 16],
  [0.1, 0.1, 30],
  [0.3, 0.75, 14],
  [0.75, -0.6, 20],
  [0.8, 0.2, 10],
]
const edges: [number, number][] = [
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
const joined = edges.map(([a, b]) => line(ai, nodes[a] ?? [0, 0], nodes[b] ?? [0, 0])).join('')
/** Corners and inner places at which data climbs from plate to plate. */
const wait = (seconds: number) => ({ animationDelay: `${-seconds}s` })

function Slab({ of, name, fill = 'var(--color-raised)' }: { of: Plate; name: string; fill?: string }) {
  return (
    <>
      <path d={sides(of, -1, -1, 1, 1, 0, 10)} fill="var(--color-line)" />
      <path d={face(of)} fill={fill} />
      <path d={`M432 ${of.y}H556`} stroke="var(--color-muted)" />
      <text className="living-name" x="556" y={of.y - 10} textAnchor="end">
        {name}
      </text>
    </>
  )
}

/** A line that climbs from a place on one plate to the plate above, and the spark that travels on it. */
function Riser({ from, place, delay }: { from: Plate; place: Place; delay: number }) {
  const [x = '', y = ''] = at(from, place).split(' ')
  return (
    <>
      <path d={`M${x} ${y}v${-step}`} stroke="var(--color-primary)" />
      <path className="living-rise" style={wait(delay)} d={`M${x} ${Number(y) - step / 2}v-9`} />
    </>
  )
}

/** The hero's figure: what the company does as four plates, each standing on the one below, with data climbing through them. */
export function LivingDiagram({ className }: { className?: string }) {
  return (
    <svg
      role="img"
      aria-label="Four layers drawn as plates one above another: Cloud at the foot, then Data, then AI, then Training. Lines of data stream in and climb from each to the next."
      className={className && `living ${className}`}
      viewBox="0 0 560 600"
      fill="none"
      stroke="var(--color-ink)"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={`${face(cloud, -1.25, -1.25, 1.25, 1.25, -34)}`} stroke="var(--color-line)" />
      <Slab of={cloud} name="Cloud" fill="var(--color-primary)" />
      {blocks.map(([u, v, wide, deep, high]) => (
        <g key={`${u} ${v}`} fill="var(--color-raised)">
          <path d={sides(cloud, u, v, u + wide, v + deep, high, high)} fill="var(--color-line)" />
          <path d={face(cloud, u, v, u + wide, v + deep, high)} />
        </g>
      ))}
      <Riser from={cloud} place={[-0.6, 0.55, 54]} delay={1} />
      <Riser from={cloud} place={[0.55, -0.6, 44]} delay={5} />
      <Riser from={cloud} place={[1, 1]} delay={3} />

      <Slab of={data} name="Data" />
      <path d={rows.map(([v]) => line(data, [-3.6, v], [-0.8, v])).join('')} stroke="var(--color-primary)" />
      <path d={rows.map(([v, end]) => line(data, [-0.8, v], [end, v])).join('')} stroke="var(--color-primary)" strokeWidth="9" />
      {rows.map(([v], i) => (
        <path key={v} className="living-flow" style={wait(i * 3.7)} d={line(data, [-1.9, v], [-1.8, v])} />
      ))}
      <Riser from={data} place={[-0.8, 0.9]} delay={2} />
      <Riser from={data} place={[0.9, -0.8]} delay={4.5} />
      <Riser from={data} place={[1, 1]} delay={0} />

      <Slab of={ai} name="AI" />
      <path d={nodes.map((node) => `M${at(ai, node)}v${node[2]}`).join('')} stroke="var(--color-muted)" strokeDasharray="1 4" />
      <path d={joined} />
      {nodes.map((node, i) => {
        const [x, y] = at(ai, node).split(' ')
        return <circle key={`${node}`} cx={x} cy={y} r={i === 3 ? 13 : 7} fill={i === 3 ? 'var(--color-primary)' : 'var(--color-raised)'} />
      })}
      <Riser from={ai} place={[-0.9, 0.9]} delay={3.5} />
      <Riser from={ai} place={[0.9, -0.9]} delay={6} />
      <Riser from={ai} place={[1, 1]} delay={5} />

      <Slab of={training} name="Training" />
      {[0, 1, 2].map((i) => {
        const [rx, ry, y] = [116 - i * 36, 42 - i * 13, 106 - i * 10]
        return (
          <g key={i} fill="var(--color-raised)">
            <path d={`M${250 - rx} ${y - 10}v10a${rx} ${ry} 0 0 0 ${2 * rx} 0v-10`} fill="var(--color-line)" />
            <ellipse cx="250" cy={y - 10} rx={rx} ry={ry} />
            <ellipse cx="250" cy={y - 10} rx={rx - 14} ry={ry - 5} stroke="var(--color-primary)" strokeWidth="7" strokeDasharray="0 23" />
          </g>
        )
      })}
      <path d="M250 76V52" />
      <circle className="living-sun" cx="250" cy="34" r="19" fill="var(--color-accent)" />
    </svg>
  )
}
