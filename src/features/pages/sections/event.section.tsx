import PageEvent from '#features/courses/cohorts/page-event.part.tsx'
import { Section as Band } from '#ui/layout.tsx'
import type { kind } from './event.contract.ts'
import type { Shown } from './section.contract.ts'

export const Section = (event: Shown<typeof kind>) => (
  <Band space="band" ground="sunken" aria-label="Event">
    <PageEvent event={event} />
  </Band>
)
