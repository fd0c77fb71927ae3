import { Titled } from './parts.tsx'
import type { kind } from './picture.contract.ts'
import type { Shown } from './section.contract.ts'
import { SectionPicture } from './section-picture.tsx'

export const Section = ({ imageUrl, imageAlt, caption, wide }: Shown<typeof kind>) => (
  <Titled>
    <SectionPicture
      of={{ imageUrl, imageAlt, caption }}
      sizes={wide ? '(min-width: 75rem) 75rem, 100vw' : '(min-width: 45rem) 44rem, 100vw'}
      className={wide ? undefined : 'max-w-[44rem]'}
    />
  </Titled>
)
