/** `week` is its Monday, YYYY-MM-DD. */
export type Week = { week: string; count: number }

/** One bar in a drawing 120 wide and 40 high. */
type Bar = Week & { x: number; y: number; width: number; height: number }

const width = 120
const height = 40

/** Computes the bars. @returns them, and the figure at the top of the chart: the smallest round number above all counts */
export function barsOf(weeks: Week[]): { bars: Bar[]; top: number } {
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
