import type { ReactNode } from 'react'
import { type Random, randomFrom } from '#ui/drawing/seed.ts'
import { plateSides, rhombus } from '#ui/drawing/shapes.ts'

const ink = 'var(--color-ink)'
const muted = 'var(--color-muted)'
const rule = 'var(--color-edge)'
const primary = 'var(--color-primary)'
const soft = 'var(--color-primary-soft)'
const accent = 'var(--color-accent)'
const raised = 'var(--color-raised)'

/** The motif of a drawing: blocks set on a plate, a ledger of bars, a document that is read, or lines through one book. */
export type Motif = 'blocks' | 'ledger' | 'reader' | 'book'

const motifs: Record<Motif, (random: Random) => ReactNode> = { blocks, ledger, reader, book }

/** The strokes of a drawing: the motif depends on the category, and the name varies it. */
export default ({ motif, name }: { motif: Motif; name: string }) => motifs[motif](randomFrom(name))

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
/** Two different numbers below `count`. */
function two(random: Random, count: number): [number, number] {
  const first = random.whole(0, count - 1)
  return [first, (first + random.whole(1, count - 1)) % count]
}

/** Blocks on a plate of four by four places, and one that is being set. */
function blocks(random: Random) {
  const half = 42
  const place = (i: number, j: number) => [200 + (i - j) * half, 190 + ((i + j - 3) * half) / 2] as const
  const [hangs, strong] = two(random, 16)
  const [hangsX, hangsY] = place(hangs >> 2, hangs & 3)
  // From back to front.
  const places = numbers(16).sort((a, b) => (a >> 2) + (a & 3) - (b >> 2) - (b & 3))
  return (
    <>
      <path d={plateSides(200, 190, 4 * half, 12).join('')} fill={soft} />
      <path d={rhombus(200, 190, 4 * half)} fill={raised} />
      <path
        stroke={rule}
        d={[1, 2, 3]
          .map(
            (n) =>
              `M${200 + (n - 4) * half} ${190 + (n * half) / 2}l${4 * half} ${-2 * half}M${200 + (4 - n) * half} ${190 + (n * half) / 2}l${-4 * half} ${-2 * half}`,
          )
          .join('')}
      />
      {places.map((number) => {
        const [x, y] = place(number >> 2, number & 3)
        const high = random.pick([0, 0, 16, 28, 44, 64])
        if (number === hangs) return null
        if (high === 0 && number !== strong) return null
        const tall = number === strong ? 76 : high
        return (
          <g key={number}>
            <path d={plateSides(x, y - tall, half * 0.78, tall).join('')} fill={number === strong ? primary : soft} />
            <path d={rhombus(x, y - tall, half * 0.78)} fill={number === strong ? primary : raised} />
          </g>
        )
      })}
      <path d={`M${hangsX} ${hangsY}V72`} stroke={accent} strokeDasharray="2 6" />
      <path d={plateSides(hangsX, 44, half * 0.78, 26).join('')} fill={accent} stroke={accent} />
      <path d={rhombus(hangsX, 44, half * 0.78)} fill={raised} stroke={accent} />
    </>
  )
}

/** Rows of a ledger, one of them marked, whose former length is dashed. */
function ledger(random: Random) {
  const rows = numbers(7)
  const [marked, strong] = two(random, rows.length)
  const y = (row: number) => 62 + row * 32
  const bars = rows.map(() => Math.round(random.between(60, 210)))
  const bar = (row: number) => `M116 ${y(row)}h${bars[row]}`
  return (
    <>
      <rect x="28" y="28" width="344" height="250" rx="10" fill={raised} />
      <path
        stroke={rule}
        d={rows
          .map((row) => `M28 ${y(row) + 16}H372`)
          .slice(0, -1)
          .join('')}
      />
      <path stroke={rule} d="M98 28v250" />
      <path stroke={muted} strokeWidth="3" d={rows.map((row) => `M46 ${y(row)}h${random.whole(14, 34)}`).join('')} />
      <path
        stroke={primary}
        strokeWidth="10"
        strokeLinecap="butt"
        d={rows
          .filter((row) => row !== marked && row !== strong)
          .map(bar)
          .join('')}
        opacity=".45"
      />
      <path stroke={primary} strokeWidth="10" strokeLinecap="butt" d={bar(strong)} />
      <path stroke={accent} strokeDasharray="3 6" d={`M116 ${y(marked) - 6}H352v12H116`} />
      <path stroke={accent} strokeWidth="12" strokeLinecap="butt" d={`M116 ${y(marked)}h96`} />
    </>
  )
}

/** The lines of a document pass through a reader and become fields, one of which a person has to see. */
function reader(random: Random) {
  const lines = numbers(11)
  const fields = numbers(4)
  const doubtful = random.whole(0, 3)
  const y = (line: number) => 52 + line * 20
  const found = fields.map((field) => field * 3 + random.whole(0, 1))
  return (
    <>
      <path d="M28 22h104l22 22v234H28z" fill={raised} />
      <path d="M132 22v22h22" />
      <path stroke={rule} strokeWidth="4" d={lines.map((line) => `M46 ${y(line)}h${random.whole(30, 88)}`).join('')} />
      <path
        stroke={primary}
        strokeWidth="6"
        d={found.map((line) => `M46 ${y(line)}h${random.whole(26, 70)}`).join('')}
      />
      <path
        stroke={primary}
        d={fields
          .map(
            (field) =>
              `M136 ${y(found[field] ?? 0)}C176 ${y(found[field] ?? 0)} 176 150 208 150S240 ${58 + field * 61} 272 ${58 + field * 61}`,
          )
          .join('')}
      />
      <circle cx="208" cy="150" r="30" fill={soft} stroke={primary} strokeWidth="2" />
      <circle cx="208" cy="150" r="11" fill={primary} stroke="none" />
      {fields.map((field) => (
        <g key={field}>
          <rect
            x="272"
            y={38 + field * 61}
            width="100"
            height="40"
            rx="8"
            fill={raised}
            stroke={field === doubtful ? accent : ink}
            strokeWidth={field === doubtful ? 2.5 : 1.5}
          />
          <path
            stroke={field === doubtful ? accent : primary}
            strokeWidth="5"
            d={`M286 ${58 + field * 61}h${random.whole(24, 70)}`}
          />
        </g>
      ))}
    </>
  )
}

/** Lines from everywhere go through one open book and leave it as even rows. */
function book(random: Random) {
  const lines = numbers(9)
  const marked = random.whole(1, 7)
  const from = lines.map((line) => Math.round(24 + line * 31 + random.between(-16, 16)))
  const start = lines.map(() => random.whole(10, 66))
  const path = (line: number) => {
    const inside = 118 + line * 8
    const row = 62 + line * 22
    return `M${start[line]} ${from[line]}C110 ${from[line]} 100 ${inside} 158 ${inside}H232C262 ${inside} 258 ${row} 286 ${row}H${[388, 352, 370][(line + marked) % 3]}`
  }
  return (
    <>
      <path
        stroke={muted}
        d={lines
          .filter((line) => line !== marked)
          .map(path)
          .join('')}
      />
      <path stroke={accent} strokeWidth="3" d={path(marked)} />
      <path fill={raised} d="M195 92c-18-12-40-14-66-8v124c26-6 48-4 66 8 18-12 40-14 66-8V84c-26-6-48-4-66 8z" />
      <path d="M195 92v124" />
      <path
        stroke={rule}
        strokeWidth="3"
        d={numbers(6)
          .map((n) => `M142 ${104 + n * 16}h${random.whole(20, 40)}M208 ${104 + n * 16}h${random.whole(20, 40)}`)
          .join('')}
      />
      <path stroke={primary} strokeWidth="5" d={`M208 ${104 + (marked % 6) * 16}h36`} />
      <path
        stroke={primary}
        strokeWidth="8"
        d={lines
          .filter((line) => line !== marked)
          .map((line) => `M${start[line]} ${from[line]}h0`)
          .join('')}
      />
      <path stroke={accent} strokeWidth="10" d={`M${start[marked]} ${from[marked]}h0`} />
    </>
  )
}
