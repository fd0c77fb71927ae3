import { CaseEntries } from '#features/cases/case-entries.part.tsx'
import { Section as Band } from '#ui/layout.tsx'
import type { kind } from './cases.contract.ts'
import type { Shown } from './section.contract.ts'
import { SectionHead } from './section-head.tsx'

export const Section = ({ cases }: Shown<typeof kind>) => (
  <Band space="band">
    <SectionHead title="Our Work" all={{ to: '/work', label: 'All case studies' }} />
    <CaseEntries cases={cases} heading="h3" />
  </Band>
)
