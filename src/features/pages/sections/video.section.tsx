import { RenderedContent } from '#site/page/rendered-content.tsx'
import { Titled } from './parts.tsx'
import type { Shown } from './section.contract.ts'
import type { kind } from './video.contract.ts'

export const Section = ({ html }: Shown<typeof kind>) => (
  <Titled>
    <RenderedContent html={html} className="max-w-[56rem]" />
  </Titled>
)
