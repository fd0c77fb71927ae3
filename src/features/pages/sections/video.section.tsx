import { RenderedContent } from '#site/page/rendered-content.tsx'
import type { Shown } from './section.contract.ts'
import { Titled } from './titled.tsx'
import type { kind } from './video.contract.ts'

export const Section = ({ html }: Shown<typeof kind>) => (
  <Titled>
    <RenderedContent html={html} className="max-w-[56rem]" />
  </Titled>
)
