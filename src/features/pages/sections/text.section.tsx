import { RenderedContent } from '#site/page/rendered-content.tsx'
import { Section as Band } from '#ui/layout.tsx'
import type { Shown } from './section.contract.ts'
import type { kind } from './text.contract.ts'

export const Section = ({ html }: Shown<typeof kind>) => (
  <Band space="band">
    <RenderedContent html={html} />
  </Band>
)
