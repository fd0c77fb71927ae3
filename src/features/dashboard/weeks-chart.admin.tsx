import { useId } from 'react'
import { formatNumber } from '#admin/format.ts'
import { formatDayOfYear } from '#admin/zoned-time.ts'

/** `week` is its Monday, YYYY-MM-DD. */
type Week = { week: string; count: number }

/** The size of the drawing. */
const [width, height] = [120, 40]

/** Computes the bars. @returns them, and the figure at the top of the chart: the smallest round number above all counts */
export function barsOf(weeks: Week[]) {
  const most = Math.max(0, ...weeks.map(({ count }) => count))
  const top = roundUp(most)
  const step = width / Math.max(1, weeks.length)
  const bars = weeks.map(({ week, count }, index) => {
    const tall = (count / top) * height
    return { week, count, x: index * step + step * 0.18, width: step * 0.64, y: height - tall, height: tall }
  })
  return { bars, top }
}

/** The next round number, at least 4. */
function roundUp(value: number): number {
  if (value <= 4) return 4
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((times) => times * power).find((round) => round >= value) ?? value
}

/** The numbers of the last weeks as bars, with the same figures as a table. */
export function WeeksChart({ title, weeks }: { title: string; weeks: Week[] }) {
  const id = useId()
  const total = weeks.reduce((sum, { count }) => sum + count, 0)
  const { bars, top } = barsOf(weeks)
  return (
    <figure aria-labelledby={id} className="flex min-w-0 flex-col">
      <figcaption id={id} className="flex items-baseline justify-between gap-2 text-small">
        <span className="font-[560]">{title}</span>
        <span className="text-muted tabular-nums">{formatNumber(total)} in 12 weeks</span>
      </figcaption>
      <div className="relative mt-5 min-h-24 flex-1">
        <span aria-hidden="true" className="absolute -top-4 right-0 text-[0.6875rem] text-muted tabular-nums">
          {top}
        </span>
        <svg
          viewBox="0 0 120 40"
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title}, week by week: ${weeks.map(({ count }) => count).join(', ')}`}
          className="absolute inset-0 size-full text-line"
        >
          <path
            d="M0 .25h120M0 20h120M0 39.75h120"
            stroke="currentColor"
            strokeWidth="1"
            vectorEffect="non-scaling-stroke"
            fill="none"
          />
          {bars.map(({ x, y, width, height, week, count }, index) => (
            <g key={week}>
              <rect
                x={x}
                y={y}
                width={width}
                height={height}
                className={index === bars.length - 1 ? 'fill-accent' : 'fill-primary'}
              />
              <rect x={x - 1} y={0} width={width + 2} height={40} fill="transparent">
                <title>{`Week of ${formatDayOfYear(week)}: ${count}`}</title>
              </rect>
            </g>
          ))}
        </svg>
      </div>
      <p aria-hidden="true" className="mt-1.5 flex justify-between text-[0.6875rem] text-muted">
        <span>{weeks[0] && formatDayOfYear(weeks[0].week)}</span>
        <span>{weeks.length > 0 && 'this week'}</span>
      </p>
      <details className="mt-1 text-small">
        <summary className="w-fit text-fine text-muted hover:text-ink">As a table</summary>
        <table className="mt-2 w-full tabular-nums">
          <thead>
            <tr className="text-left text-fine text-muted">
              <th scope="col">Week of</th>
              <th scope="col" className="text-right">
                {title}
              </th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ week, count }) => (
              <tr key={week} className="border-t border-line">
                <th scope="row" className="py-1 text-left font-normal">
                  {formatDayOfYear(week)}
                </th>
                <td className="text-right">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
