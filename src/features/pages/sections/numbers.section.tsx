import { Figures } from '#site/page/statistics.tsx'
import type { kind } from './numbers.contract.ts'
import type { Shown } from './section.contract.ts'

export const Section = ({ numbers }: Shown<typeof kind>) => (
  <Figures label="In figures" shown={numbers.map(({ number, label }) => ({ figure: number, name: label }))} />
)
