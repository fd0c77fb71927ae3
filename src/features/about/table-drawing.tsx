/** A drawing of ten people around a table, seen from above: lines connect the one who speaks with the others. */
export function TableDrawing({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 320 240"
      className={className}
      fill="none"
      stroke="var(--color-ink)"
      strokeWidth="1.4"
      strokeLinejoin="round"
    >
      <ellipse cx="160" cy="126" rx="112" ry="68" fill="var(--color-line)" />
      <ellipse cx="160" cy="118" rx="112" ry="68" fill="var(--color-raised)" />
      <path stroke="var(--color-primary)" d={threads} />
      {seats.map(([x, y], index) => (
        <circle
          key={index}
          cx={x}
          cy={y}
          r="10"
          fill={index === speaker ? 'var(--color-accent)' : 'var(--color-raised)'}
        />
      ))}
      {seats.map(
        ([x, y], index) =>
          index % 3 === 1 &&
          index !== speaker && <circle key={index} cx={x} cy={y} r="10" fill="var(--color-primary)" />,
      )}
    </svg>
  )
}

const speaker = 2

/** The seats of the ten, in whole pixels so that server and client write the same markup. */
const seats = Array.from({ length: 10 }, (_, index): [number, number] => {
  const angle = (index / 10) * 2 * Math.PI - 0.9
  return [Math.round(160 + 140 * Math.cos(angle)), Math.round(118 + 94 * Math.sin(angle))]
})

/** Lines across the table from the speaker to the others, each ending at the table's edge. */
const threads = seats
  .filter((_, index) => index !== speaker)
  .map(([x, y]) => `M${rim(seats[speaker] ?? [0, 0]).join(' ')}L${rim([x, y]).join(' ')}`)
  .join('')

function rim([x, y]: [number, number]): [number, number] {
  return [Math.round(160 + (x - 160) * 0.7), Math.round(118 + (y - 118) * 0.64)]
}
