import { ChevronDown } from 'lucide-react'
import type { Heading } from '#contract/fields.ts'
import { AnchorLink } from '#site/page/anchors.tsx'
import { classNames } from '#ui/class-names.ts'

/** With fewer chapters there is no table of contents. */
const worthListing = 3

/** The chapters of a post; empty if it has too few for a table of contents. */
export function chaptersOf(headings: Heading[]): Heading[] {
  const chapters = headings.filter(({ depth }) => depth === 2)
  return chapters.length >= worthListing ? chapters : []
}

type PostContentsProps = { chapters: Heading[]; className?: string }

// The minifiers of the build do not know this pseudo-class yet.
const currentChapter = '.contents-list a:target-current{border-color:var(--color-accent);color:var(--color-ink)}'

const Chapters = ({ chapters }: PostContentsProps) => (
  <ol className="contents-list border-l border-line">
    {chapters.map(({ id, text }) => (
      <li key={id}>
        <AnchorLink
          id={id}
          className="-ml-px block border-l border-transparent py-1.5 pl-4 leading-snug text-muted transition-colors hover:text-ink"
        >
          {text}
        </AnchorLink>
      </li>
    ))}
  </ol>
)

/** At the side of the text, on wide screens. */
export const SideContents = ({ chapters, className }: PostContentsProps) => (
  <nav aria-label="On this page" className={classNames('text-small', className)}>
    <style>{currentChapter}</style>
    <p className="mb-3 font-[560]">On this page</p>
    <Chapters chapters={chapters} />
  </nav>
)

/** Above the text and collapsed, on narrow screens. */
export const FoldedContents = ({ chapters, className }: PostContentsProps) => (
  <details className={classNames('group rounded-control border border-line bg-raised text-small', className)}>
    <summary className="flex list-none items-center justify-between px-4 py-3 font-[560] [&::-webkit-details-marker]:hidden">
      On this page
      <ChevronDown aria-hidden="true" className="size-4 text-muted transition-transform group-open:rotate-180" />
    </summary>
    <nav aria-label="On this page" className="px-4 pb-4">
      <Chapters chapters={chapters} />
    </nav>
  </details>
)
