import type { Heading } from '#contract/common.ts'
import { classNames } from '#ui/class-names.ts'

/** The fewest chapters worth a table of contents. */
const worthListing = 3

/** The chapters of a post, or nothing when it is too short to get lost in. */
export const chaptersOf = (headings: Heading[]) => {
  const chapters = headings.filter(({ depth }) => depth === 2)
  return chapters.length >= worthListing ? chapters : []
}

type PostContentsProps = { chapters: Heading[]; className?: string; onChoose: (event: React.MouseEvent) => void }

const List = ({ chapters, onChoose }: PostContentsProps) => (
  <ol className="contents-list" onClick={onChoose}>
    {chapters.map(({ id, text }) => (
      <li key={id}>
        <a href={`#${id}`}>{text}</a>
      </li>
    ))}
  </ol>
)

/** Beside the text on wide screens. */
export const SideContents = (props: PostContentsProps) => (
  <nav aria-label="On this page" className={classNames('text-small', props.className)}>
    <p className="mb-3 font-[560]">On this page</p>
    <List {...props} />
  </nav>
)

/** Above the text on narrow ones, folded. */
export const FoldedContents = (props: PostContentsProps) => (
  <details className={classNames('rounded-control border border-line bg-raised text-small', props.className)}>
    <summary className="px-4 py-3 font-[560]">On this page</summary>
    <nav aria-label="On this page" className="px-4 pb-4">
      <List {...props} />
    </nav>
  </details>
)
