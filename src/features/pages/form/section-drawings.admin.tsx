import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'

/** A line of text. */
const line = (x: number, y: number, width: number) => <path key={`l${x} ${y}`} d={`M${x} ${y}h${width}`} />
/** The title of a part: thicker than a line of text. */
const title = (x: number, y: number, width: number) => (
  <path key={`t${x} ${y}`} d={`M${x} ${y}h${width}`} strokeWidth={3} />
)
const box = (x: number, y: number, width: number, height: number, filled = false) => (
  <rect
    key={`b${x} ${y}`}
    x={x}
    y={y}
    width={width}
    height={height}
    rx={2}
    fill={filled ? 'currentColor' : 'none'}
    fillOpacity={0.14}
  />
)
const dot = (x: number, y: number, radius: number) => (
  <circle key={`c${x} ${y}`} cx={x} cy={y} r={radius} fill="currentColor" fillOpacity={0.14} />
)
const button = (x: number, y: number) => (
  <rect key={`a${x} ${y}`} x={x} y={y} width={16} height={6} rx={3} fill="currentColor" stroke="none" />
)
const hills = (x: number, y: number, width: number, height: number) => [
  box(x, y, width, height, true),
  <path
    key={`h${x} ${y}`}
    d={`M${x + 2} ${y + height - 3}l${width * 0.28}-${height * 0.4} ${width * 0.2} ${height * 0.22} ${width * 0.16}-${height * 0.3} ${width * 0.26} ${height * 0.46}`}
  />,
]
const each = (places: number[], draw: (place: number) => ReactNode) => places.map(draw)

const plain = [title(10, 12, 28), line(10, 24, 64), line(10, 33, 64), line(10, 42, 44)]

/** A drawing for each kind of section. One without gets lines of text. */
const drawings: Record<string, ReactNode> = {
  opening: [title(8, 17, 30), title(8, 24, 22), line(8, 33, 28), button(8, 39), hills(48, 10, 28, 36)],
  text: [title(18, 11, 26), line(18, 20, 48), line(18, 26, 48), line(18, 32, 40), line(18, 41, 48), line(18, 47, 30)],
  cards: each([6, 31, 56], (x) => [box(x, 12, 22, 32), title(x + 4, 20, 10), line(x + 4, 28, 14), line(x + 4, 34, 10)]),
  numbers: each([8, 34, 60], (x) => [<path key={x} d={`M${x} 36l6-16 3 7 5-9`} strokeWidth={2.5} />, line(x, 43, 14)]),
  picture: [hills(12, 8, 60, 34), line(12, 48, 30)],
  gallery: [...each([8, 44], (x) => hills(x, 6, 32, 20)), ...each([8, 44], (x) => hills(x, 30, 32, 20))],
  video: [box(12, 8, 60, 40, true), <path key="play" d="M38 21v14l12-7z" fill="currentColor" />],
  testimonial: [
    <path key="q" d="M14 14h6v6q0 5-6 6M26 14h6v6q0 5-6 6" />,
    line(14, 33, 56),
    line(14, 39, 40),
    dot(17, 48, 3),
    line(24, 48, 18),
  ],
  cases: each([6, 44], (x) => [hills(x, 8, 34, 22), title(x, 37, 20), line(x, 44, 30)]),
  questions: each([14, 28, 42], (y) => [
    line(10, y, 44),
    <path key={`v${y}`} d={`M68 ${y - 2}l3 3 3-3`} />,
    <path key={`r${y}`} d={`M10 ${y + 7}h64`} strokeOpacity={0.4} />,
  ]),
  courses: each([6, 31, 56], (x) => [
    box(x, 10, 22, 36),
    box(x, 10, 22, 10, true),
    title(x + 4, 27, 12),
    line(x + 4, 33, 14),
    line(x + 4, 40, 8),
  ]),
  articles: each([6, 31, 56], (x) => [hills(x, 10, 22, 16), title(x, 33, 18), line(x, 39, 22), line(x, 45, 14)]),
  people: each([16, 42, 68], (x) => [dot(x, 20, 8), title(x - 7, 36, 14), line(x - 9, 43, 18)]),
  logos: each([6, 26, 46, 66], (x) => [dot(x + 3, 28, 3), line(x + 8, 28, 7)]),
  steps: each([16, 42, 68], (x) => [
    dot(x, 18, 6),
    x < 68 && <path key={`s${x}`} d={`M${x + 8} 18h10`} strokeDasharray="2 2" />,
    title(x - 8, 33, 14),
    line(x - 8, 40, 16),
  ]),
  files: each([10, 26, 42], (y) => [
    <path key={y} d={`M10 ${y - 4}h6l3 3v8h-9z`} />,
    line(26, y + 1, 34),
    <path key={`d${y}`} d={`M72 ${y - 3}v6m-3-3l3 3 3-3`} />,
  ]),
  event: [
    box(8, 12, 24, 30),
    <path key="cal" d="M8 20h24M14 9v6M26 9v6" />,
    title(14, 31, 12),
    title(40, 16, 30),
    line(40, 25, 24),
    button(40, 36),
  ],
  form: [box(12, 8, 60, 9), box(12, 21, 60, 9), box(12, 34, 60, 5), button(12, 43)],
  action: [box(6, 12, 72, 32, true), title(14, 24, 30), line(14, 32, 24), button(54, 25)],
}

/** A small drawing of a kind of section, in the colour of the text around it. */
export const SectionDrawing = ({ kind, className }: { kind: string; className?: string }) => (
  <svg
    viewBox="0 0 84 56"
    aria-hidden="true"
    className={classNames('rounded-mark border border-line bg-paper text-muted', className)}
    fill="none"
    stroke="currentColor"
    strokeWidth={1.5}
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {Object.hasOwn(drawings, kind) ? drawings[kind] : plain}
  </svg>
)
