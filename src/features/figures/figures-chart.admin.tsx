import { useState } from 'react'
import { formatCount, formatNumber } from '#admin/format.ts'
import { dayAfter, formatDayOfYear, formatWeekday } from '#admin/zoned-time.ts'
import { topOf } from './figure-words.shared.admin.ts'

/** The size of the drawing, which is stretched to its frame. */
const [width, height] = [1_000, 200]

type FiguresChartProps = {
  noun: { one: string; many: string }
  /** The first day, YYYY-MM-DD. */
  from: string
  /** One number a day. */
  counts: number[]
  /** Those of the range before, which has as many days; empty if it is not known. */
  before: number[]
}

/** A number of each day as a line, over a quiet one with the range before. The pointer and the arrow keys choose a day, whose numbers are said above. */
export function FiguresChart({ noun, from, counts, before }: FiguresChartProps) {
  const [chosen, choose] = useState<number>()
  const days = counts.length
  const last = days - 1
  const top = topOf(Math.max(...counts, ...before))
  const xOf = (index: number) => (last === 0 ? width / 2 : (index / last) * width)
  const yOf = (count: number) => height - (count / top) * height
  const pathOf = (numbers: number[]) =>
    `M${numbers.map((count, index) => `${xOf(index).toFixed(1)} ${yOf(count).toFixed(1)}`).join('L')}`
  const countOn = (index: number) => formatCount(counts[index] ?? 0, noun.one, noun.many)
  const dayOf = (index: number) => dayAfter(from, index)
  const wordsOf = (index: number) =>
    `${formatWeekday(dayOf(index))}: ${countOn(index)}${
      before[index] === undefined
        ? ''
        : `, ${formatNumber(before[index])} on ${formatWeekday(dayAfter(dayOf(index), -days))}`
    }`
  const named = days > 2 ? [0, Math.floor(last / 2), last] : counts.map((_, index) => index)
  return (
    <div className="px-4 pt-3 pb-4">
      <p className="flex min-h-6 flex-wrap items-center gap-x-5 text-small text-muted tabular-nums">
        {chosen === undefined ? (
          <>
            <Key className="stroke-primary">{`${noun.many} per day`}</Key>
            {before.length > 0 && (
              <Key className="stroke-edge" dashed>
                the range before
              </Key>
            )}
          </>
        ) : (
          <span className="text-ink">{wordsOf(chosen)}</span>
        )}
      </p>
      <div className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-fine text-muted tabular-nums">
        <div aria-hidden="true" className="flex h-40 flex-col justify-between text-right leading-none sm:h-48">
          {[top, top / 2, 0].map((count) => (
            <span key={count} className="-my-[0.5em]">
              {formatNumber(count)}
            </span>
          ))}
        </div>
        <div className="relative h-40 rounded-mark outline-offset-4 sm:h-48 outline-primary has-[:focus-visible]:outline-2">
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
            className="absolute size-full overflow-visible fill-none *:[vector-effect:non-scaling-stroke]"
          >
            {[0, 0.5, 1].map((share) => (
              <path key={share} d={`M0 ${share * height}H${width}`} className="stroke-line" />
            ))}
            {before.length > 0 && <path d={pathOf(before)} className="stroke-edge" strokeDasharray="3 4" />}
            <path d={pathOf(counts)} className="stroke-primary" strokeWidth="2" strokeLinejoin="round" />
            {chosen !== undefined && <path d={`M${xOf(chosen)} 0V${height}`} className="stroke-accent" />}
          </svg>
          {(chosen ?? (last === 0 ? 0 : undefined)) !== undefined && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute size-2.5 -translate-1/2 rounded-full border-2 border-raised bg-primary"
              style={{
                left: `${(xOf(chosen ?? 0) / width) * 100}%`,
                top: `${(yOf(counts[chosen ?? 0] ?? 0) / height) * 100}%`,
              }}
            />
          )}
          {/* The arrow keys, Home, End and a finger work as in every slider. */}
          <input
            type="range"
            aria-label={`Day of the ${noun.many}`}
            aria-valuetext={wordsOf(chosen ?? last)}
            min={0}
            max={last}
            value={chosen ?? last}
            onChange={({ target }) => choose(Number(target.value))}
            onFocus={() => choose((index) => index ?? last)}
            onBlur={() => choose(undefined)}
            onPointerMove={({ currentTarget, clientX }) => {
              const { left, width } = currentTarget.getBoundingClientRect()
              choose(Math.min(last, Math.max(0, Math.round(((clientX - left) / width) * last))))
            }}
            onPointerLeave={() => choose(undefined)}
            className="absolute inset-0 size-full cursor-crosshair touch-pan-y opacity-0"
          />
        </div>
        <p aria-hidden="true" className="col-start-2 mt-2 flex justify-between">
          {named.map((index) => (
            <span key={index}>{formatDayOfYear(dayOf(index))}</span>
          ))}
        </p>
      </div>
    </div>
  )
}

const Key = ({ className, dashed, children }: { className: string; dashed?: boolean; children: string }) => (
  <span className="inline-flex items-center gap-2">
    <svg aria-hidden="true" viewBox="0 0 20 2" className="h-0.5 w-5">
      <path d="M0 1h20" strokeWidth="2" strokeDasharray={dashed ? '3 4' : undefined} className={className} />
    </svg>
    {children}
  </span>
)
