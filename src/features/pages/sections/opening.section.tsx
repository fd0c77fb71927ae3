import { isOwnImage } from '#contract/media.ts'
import { TargetButton } from '#site/page/target-link.tsx'
import { Cover } from '#ui/content-image.tsx'
import { PageHero } from '#web/page-frame.tsx'
import type { kind } from './opening.contract.ts'
import type { Drawn } from './section.contract.ts'
import { SectionPicture } from './section-picture.tsx'

/** Without a picture, code draws one of the page's path. */
export function Section({ title, text, buttons = [], imageUrl, imageAlt, focus, at, page }: Drawn<typeof kind>) {
  const isFirst = at === page.opening
  /** Of the drawing on the link card too. */
  const slug = page.path.split('/').at(-1) ?? ''
  return (
    <PageHero
      heading={isFirst ? 'h1' : 'h2'}
      title={<span className="wrap-anywhere">{title}</span>}
      lead={text && <span className="wrap-anywhere whitespace-pre-line">{text}</span>}
      aside={
        isOwnImage(imageUrl) ? (
          <SectionPicture
            of={{ imageUrl, imageAlt }}
            focus={focus}
            shape="aspect-[4/3]"
            sizes="(min-width: 64rem) 30rem, 100vw"
            priority={isFirst}
          />
        ) : (
          <Cover
            slug={isFirst ? slug : `${slug} ${at}`}
            category=""
            className="aspect-[3/2] w-full rounded-panel md:aspect-[4/3] print:hidden"
          />
        )
      }
    >
      {buttons.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {buttons.map(({ label, to }, index) => (
            <TargetButton key={index} to={to} variant={index === 0 ? 'primary' : 'secondary'}>
              {label}
            </TargetButton>
          ))}
        </div>
      )}
    </PageHero>
  )
}
