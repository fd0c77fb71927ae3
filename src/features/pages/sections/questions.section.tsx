import { FaqSection } from '#features/faqs/answered-faqs.part.tsx'
import type { kind } from './questions.contract.ts'
import type { Shown } from './section.contract.ts'

export const Section = ({ title = 'Questions we are asked', questions }: Shown<typeof kind>) => (
  <FaqSection title={title} questions={questions} />
)
