import type { ReactNode } from 'react'

const ink = 'var(--color-ink)'
const muted = 'var(--color-muted)'
const rule = 'var(--color-line)'
const primary = 'var(--color-primary)'
const accent = 'var(--color-accent)'
const raised = 'var(--color-raised)'

type Props = { className?: string }

function Panel({ className, children }: Props & { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      className={className}
      viewBox="0 0 320 180"
      fill="none"
      stroke={ink}
      strokeWidth="1.25"
      strokeLinecap="round"
    >
      {children}
    </svg>
  )
}

/** Three zones of a region with one entrance: the load is distributed, and one zone may fail. */
export function CloudDrawing({ className }: Props) {
  const zones = [134, 198, 262]
  return (
    <Panel className={className}>
      <path d="M0 90H104M0 30H320M0 150H320" stroke={rule} />
      <rect x="104" y="8" width="208" height="164" rx="10" stroke={muted} strokeDasharray="1 5" />
      <path d={zones.map((x) => `M${x + 18} 90V150`).join('')} stroke={rule} />
      <path d="M0 90H60a14 14 0 0 0 14-14V44a14 14 0 0 1 14-14H280" stroke={primary} strokeWidth="2" />
      <path d={zones.map((x) => `M${x + 18} 30v24`).join('')} stroke={primary} strokeWidth="2" />
      {zones.map((x, zone) => (
        <g key={x}>
          <rect x={x - 12} y="54" width="52" height="106" rx="6" fill={zone === 1 ? primary : raised} />
          <path
            d={[0, 1, 2, 3, 4]
              .map(
                (i) =>
                  `M${x - 2} ${72 + i * 17}h${
                    [
                      [20, 32, 14, 26, 32],
                      [32, 18, 32, 24, 12],
                      [14, 32, 22, 32, 18],
                    ][zone]?.[i]
                  }`,
              )
              .join('')}
            stroke={zone === 1 ? raised : primary}
            strokeWidth="5"
          />
        </g>
      ))}
      <path d={zones.map((x) => `M${x + 18} 30h0`).join('')} strokeWidth="8" stroke={primary} />
      <circle cx="32" cy="90" r="10" fill={accent} />
    </Panel>
  )
}

/** From scattered to ordered: many sources flow together and leave as even rows. */
export function DataDrawing({ className }: Props) {
  const sources = [14, 38, 57, 92, 118, 139, 168]
  const row = (i: number) => 30 + i * 20
  const lengths = [86, 52, 110, 70, 96, 40, 64]
  return (
    <Panel className={className}>
      <path d={sources.map((_, i) => `M188 ${row(i) + 10}H320`).join('')} stroke={rule} />
      <path
        d={sources
          .map(
            (y, i) =>
              `M${10 + ((i * 37) % 50)} ${y}C90 ${y} 80 ${78 + i * 4} 122 ${78 + i * 4}S160 ${row(i)} 194 ${row(i)}`,
          )
          .join('')}
        stroke={muted}
      />
      <path d={`M194 ${row(0)}V${row(6)}`} stroke={ink} />
      <path
        d={lengths.map((long, i) => (i === 2 ? '' : `M206 ${row(i)}h${long - 10}`)).join('')}
        stroke={primary}
        strokeWidth="8"
        strokeLinecap="butt"
      />
      <path d={`M206 ${row(2)}h100`} stroke={accent} strokeWidth="8" strokeLinecap="butt" />
      <path d={sources.map((y, i) => `M${10 + ((i * 37) % 50)} ${y}h0`).join('')} stroke={primary} strokeWidth="9" />
      <circle cx="122" cy="90" r="26" fill={raised} fillOpacity=".5" />
    </Panel>
  )
}

/** A query among documents: the nearest ones are inside the ring. */
export function AiDrawing({ className }: Props) {
  // A sunflower spiral distributes the dots evenly without rows.
  const dots = Array.from({ length: 110 }, (_, i) => {
    const angle = i * 2.39996
    const far = 14.5 * Math.sqrt(i + 0.5)
    return [Math.round(150 + far * 1.5 * Math.cos(angle)), Math.round(92 + far * Math.sin(angle))] as const
  }).filter(([x, y]) => x > 4 && x < 316 && y > 4 && y < 176)
  const [askX, askY] = [206, 84]
  const from = (x: number, y: number) => Math.hypot(x - askX, y - askY)
  const near = dots.filter(([x, y]) => from(x, y) < 50 && from(x, y) > 20)
  const rest = dots.filter(([x, y]) => from(x, y) > 58)
  const marks = (places: readonly (readonly [number, number])[]) => places.map(([x, y]) => `M${x} ${y}h0`).join('')
  return (
    <Panel className={className}>
      <circle cx={askX} cy={askY} r="124" stroke={rule} />
      <circle cx={askX} cy={askY} r="90" stroke={rule} />
      <circle cx={askX} cy={askY} r="54" stroke={primary} strokeWidth="2" />
      <path d={marks(rest)} stroke={muted} strokeWidth="5" />
      <path d={near.map(([x, y]) => `M${askX} ${askY}L${x} ${y}`).join('')} />
      <path d={marks(near)} stroke={primary} strokeWidth="11" />
      <circle cx={askX} cy={askY} r="10" fill={accent} />
    </Panel>
  )
}
