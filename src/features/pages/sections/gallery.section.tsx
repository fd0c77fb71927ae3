import { classNames } from '#ui/class-names.ts'
import type { kind } from './gallery.contract.ts'
import { isSpare, shareOf, sizesOf } from './rows-of.ts'
import type { Shown } from './section.contract.ts'
import { SectionPicture } from './section-picture.tsx'
import { Titled } from './titled.tsx'

export const Section = ({ pictures, focus }: Shown<typeof kind>) => (
  <Titled>
    <ul
      className={classNames(
        'grid min-[22rem]:grid-cols-2 lg:grid-cols-6',
        pictures.some(({ caption }) => caption) ? 'gap-x-4 gap-y-6' : 'gap-4',
      )}
    >
      {pictures.map((picture, index) => (
        <li
          key={index}
          className={classNames(shareOf(index, pictures.length), isSpare(index, pictures.length) && 'col-span-full')}
        >
          <SectionPicture of={picture} focus={focus} shape="aspect-[3/2]" sizes={sizesOf(index, pictures.length)} />
        </li>
      ))}
    </ul>
  </Titled>
)
