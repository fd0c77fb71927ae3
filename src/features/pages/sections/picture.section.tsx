import type { kind } from './picture.contract.ts'
import type { Shown } from './section.contract.ts'
import { SectionPicture } from './section-picture.tsx'
import { Titled } from './titled.tsx'

export const Section = ({ imageUrl, imageAlt, caption, wide }: Shown<typeof kind>) => (
  <Titled>
    <SectionPicture
      of={{ imageUrl, imageAlt, caption }}
      {...(wide
        ? { sizes: '(min-width: 75rem) 75rem, 100vw', height: 50 }
        : { sizes: '(min-width: 45rem) 42rem, 100vw', className: 'max-w-measure' })}
    />
  </Titled>
)
