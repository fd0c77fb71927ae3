import type { kind } from './gallery.contract.ts'
import { Titled } from './parts.tsx'
import type { Shown } from './section.contract.ts'
import { SectionPicture } from './section-picture.tsx'

export const Section = ({ pictures, focus }: Shown<typeof kind>) => (
  <Titled>
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {pictures.map((picture, index) => (
        <li key={index}>
          <SectionPicture of={picture} focus={focus} shape="aspect-[4/3]" sizes="(min-width: 64rem) 33vw, 100vw" />
        </li>
      ))}
    </ul>
  </Titled>
)
