import { Quotation } from '#features/testimonials/testimonials-strip.part.tsx'
import { Section as Band } from '#ui/layout.tsx'
import type { Shown } from './section.contract.ts'
import type { kind } from './testimonial.contract.ts'

export const Section = ({ testimonial }: Shown<typeof kind>) => (
  <Band space="band">
    <Quotation of={testimonial} lead className="lg:max-w-[56rem]" />
  </Band>
)
