import { formatDayOfYear } from '#admin/zoned-time.ts'

/** `week` is its Monday, YYYY-MM-DD. */
type Week = { week: string; count: number }

/** The size of the drawing. */
const [width, height] = [120, 32]

/** Computes the bars, in proportion to the highest count. Every bar has a foot, so that a week without any is seen. */
export function barsOf(weeks: Week[]) {
  const most = Math.max(1, ...weeks.map(({ count }) => count))
  const step = width / Math.max(1, weeks.length)
  return weeks.map(({ week, count }, index) => {
    const tall = Math.max(1, (count / most) * height)
    return { week, count, x: index * step + step * 0.18, width: step * 0.64, y: height - tall, height: tall }
  })
}

/** The numbers of the last weeks as bars; the name of the picture has them as text. */
export function Sparkline({ title, weeks }: { title: string; weeks: Week[] }) {
  const bars = barsOf(weeks)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${title}, week by week: ${weeks.map(({ count }) => count).join(', ')}`}
      className="h-8 w-full max-w-40"
    >
      {bars.map(({ x, y, width, height: tall, week, count }, index) => (
        <g key={week}>
          <rect
            x={x}
            y={y}
            width={width}
            height={tall}
            className={index === bars.length - 1 ? 'fill-accent' : 'fill-primary'}
          />
          <rect x={x - 1} y={0} width={width + 2} height={height} fill="transparent">
            <title>{`Week of ${formatDayOfYear(week)}: ${count}`}</title>
          </rect>
        </g>
      ))}
    </svg>
  )
}
