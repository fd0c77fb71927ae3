import { ArrowRight } from 'lucide-react'
import { TargetLink } from '#site/page/target-link.tsx'
import { classNames } from '#ui/class-names.ts'
import { ContentImage } from '#ui/content-image.tsx'
import type { kind } from './cards.contract.ts'
import { isSpare, shareOf, sizesOf } from './rows-of.ts'
import type { Shown } from './section.contract.ts'
import { focusOf } from './section-picture.tsx'
import { Titled } from './titled.tsx'

/** The cards are cells of one panel. If one has a picture, the others have drawn ones. */
export const Section = ({ title, cards, focus }: Shown<typeof kind>) => {
  const Heading = title ? 'h3' : 'h2'
  const pictured = cards.some(({ imageUrl }) => imageUrl)
  return (
    <Titled title={title}>
      <ul
        style={{ gap: 1, background: 'var(--color-line)' }}
        className="grid overflow-hidden rounded-panel border border-line md:grid-cols-2 lg:grid-cols-6"
      >
        {cards.map(({ title, text, to, imageUrl, imageAlt }, index) => (
          <li
            key={index}
            className={classNames(
              'relative flex flex-col bg-raised',
              shareOf(index, cards.length),
              isSpare(index, cards.length) && 'col-span-full',
            )}
          >
            {pictured && (
              <ContentImage
                record={{ slug: title, category: '', imageUrl, imageAlt, imageFocus: focusOf(imageUrl, focus) }}
                sizes={sizesOf(index, cards.length)}
                className="aspect-[3/2]"
              />
            )}
            <div className="p-6 sm:p-8">
              <Heading dir="auto" className="text-h3">
                {to ? (
                  <TargetLink to={to} className="link-quiet link-cover">
                    {title} <ArrowRight aria-hidden="true" className="inline-block size-[1em] text-primary" />
                  </TargetLink>
                ) : (
                  title
                )}
              </Heading>
              <p dir="auto" className="mt-3 max-w-measure me-auto whitespace-pre-line text-muted">
                {text}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Titled>
  )
}
