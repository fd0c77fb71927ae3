import { isOwnImage } from '#contract/media.ts'
import { Picture } from '#ui/content-image.tsx'
import type { kind } from './logos.contract.ts'
import { TargetLink, Titled } from './parts.tsx'
import type { Shown } from './section.contract.ts'

export const Section = ({ title, logos }: Shown<typeof kind>) => (
  <Titled title={title}>
    <ul className="grid grid-cols-2 items-center gap-8 sm:grid-cols-3">
      {logos.map(({ imageUrl, imageAlt, to }, index) => {
        const logo = isOwnImage(imageUrl) ? (
          <Picture url={imageUrl} alt={imageAlt} className="h-12" sizes="12rem" />
        ) : (
          imageAlt
        )
        return <li key={index}>{to ? <TargetLink to={to}>{logo}</TargetLink> : logo}</li>
      })}
    </ul>
  </Titled>
)
