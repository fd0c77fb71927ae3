import type { ReactNode } from 'react'

/** The drawings of the client's results, in the figure's style: `stroke` for outlines, `bar` for thick ones, `mark` for the accent. */
function Artefact({ viewBox, children }: { viewBox: string; children: ReactNode }) {
  return (
    <svg aria-hidden="true" className="artefact" viewBox={viewBox} preserveAspectRatio="xMinYMid meet">
      {children}
    </svg>
  )
}

/** A month's bill: each line with its item and amount. One line is struck out. */
export function BillDrawing() {
  const lines = [
    [92, 64],
    [128, 38],
    [74, 86],
    [110, 52],
    [86, 28],
  ] as const
  const struck = 2
  const row = (i: number) => 24 + i * 22
  return (
    <Artefact viewBox="0 0 560 160">
      <path className="sheet" d="M1 1H559V159H1z" />
      <path d={lines.map((_, i) => `M20 ${row(i) + 11}H540`).join('')} className="rule" />
      <path className="bar quiet" d={lines.map(([name], i) => `M24 ${row(i)}h${name}`).join('')} />
      <path
        className="bar"
        d={lines.map(([, amount], i) => (i === struck ? '' : `M${536 - amount} ${row(i)}H536`)).join('')}
      />
      <path className="bar quiet" d={`M${536 - lines[struck][1]} ${row(struck)}H536`} />
      <path d="M440 142H540M440 146H540" />
      <path className="mark" d={`M12 ${row(struck)}H548`} />
    </Artefact>
  )
}

/** Two reports whose last figures agree. */
export function ReportsDrawing() {
  const heights = [26, 50, 38, 70]
  const report = (x: number) => heights.map((high, i) => `M${x + 40 + i * 44} 132v${-high}`).join('')
  return (
    <Artefact viewBox="0 0 560 160">
      <path className="sheet" d="M1 1H231V159H1zM329 1H559V159H329z" />
      <path className="bar quiet" d="M24 24h70M352 24h104" />
      <path className="rule" d="M20 132H212M348 132H540" />
      <path className="bar wide" d={report(8) + report(336)} />
      <path className="mark" strokeDasharray="1 7" d="M196 62H258M302 62H498" />
      <circle className="disc" cx="280" cy="62" r="19" />
      <path className="mark" d="M272 58h16M272 66h16" />
    </Artefact>
  )
}

/** Two hundred cases: most have a tick, and the others a ring in its place. */
export function CasesDrawing() {
  const wrong = [7, 31, 38, 52, 66, 83, 90, 104, 119, 133, 148, 171, 186]
  return (
    <Artefact viewBox="0 0 560 160">
      <pattern id="cases" width="14" height="32" patternUnits="userSpaceOnUse">
        <path className="tick" d="M3 16l3 4 6-8" />
      </pattern>
      <path className="cases" d="M0 0H560V160H0z" />
      {wrong.map((i) => (
        <circle key={i} className="mark" cx={7 + (i % 40) * 14} cy={16 + Math.floor(i / 40) * 32} r="6" />
      ))}
    </Artefact>
  )
}

/** A runbook: each step is done, and the last line is signed. */
export function RunbookDrawing() {
  const steps = [196, 148, 232, 172]
  const row = (i: number) => 26 + i * 25
  return (
    <Artefact viewBox="0 0 560 160">
      <path className="sheet" d="M1 1H559V159H1z" />
      <path d={steps.map((_, i) => `M20 ${row(i) + 12}H540`).join('')} className="rule" />
      <path className="bar quiet" d={steps.map((wide, i) => `M60 ${row(i)}h${wide}`).join('')} />
      <path className="bar quiet" d={steps.map((_, i) => `M490 ${row(i)}h46`).join('')} />
      <path className="tick" d={steps.map((_, i) => `M24 ${row(i)}l5 6 9-12`).join('')} />
      <path d="M330 146H540" />
      <path className="mark" d="M342 138c10-22 22-24 18-6s14 8 22-4 10 10 20 4 14-14 22-6 16 10 28 2 26-8 40-6" />
    </Artefact>
  )
}
