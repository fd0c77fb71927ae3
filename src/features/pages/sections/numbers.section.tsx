import { Figures } from '#site/page/statistics.tsx'
import type { kind } from './numbers.contract.ts'
import type { Shown } from './section.contract.ts'

export const Section = ({ numbers }: Shown<typeof kind>) => (
  <Figures shown={numbers.map(({ number, label }) => ({ figure: number, name: label }))} />
)
