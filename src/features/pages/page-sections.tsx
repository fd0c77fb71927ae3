import { FaqData } from '#features/faqs/answered-faqs.part.tsx'
import { Section as Band, Container } from '#ui/layout.tsx'
import { formIn, type LackingSection, type ShownPage } from './pages.contract.ts'
import { drawnKinds, flowing, onOwnGround } from './sections/drawn.ts'

type PlacedSection = ShownPage['sections'][number] | LackingSection
type PageSectionsProps = { page: Pick<ShownPage, '_id' | 'title' | 'path'> & { sections: PlacedSection[] } }

/** The sections of a page, in their order. A page without an opening begins with its title. */
export function PageSections({ page: { _id, title, path, sections } }: PageSectionsProps) {
  const opening = sections.find(({ kind }) => kind === 'opening')?.at
  /** The place to which `#form` leads. */
  const form = formIn(sections)
  const questions = sections.flatMap((section) => ('questions' in section ? section.questions : []))
  const start = opening === undefined ? 'title' : undefined
  return (
    <>
      {start && (
        <Container className="pt-12 sm:pt-16 lg:pt-20">
          <h1 dir="auto" className="max-w-[56rem] text-h1">
            {title}
          </h1>
        </Container>
      )}
      {sections.map((section, index) => (
        <Placed
          key={section.at}
          section={section}
          before={index > 0 ? sections[index - 1]?.kind : start}
          page={{ _id, title, path, opening }}
          isForm={section === form}
        />
      ))}
      <FaqData questions={questions} />
    </>
  )
}

type PlacedProps = {
  section: PlacedSection
  /** The kind before it. */
  before: string | undefined
  page: { _id: string; title: string; path: string; opening: number | undefined }
  isForm: boolean
}

function Placed({ section, before, page, isForm }: PlacedProps) {
  const Drawn = drawnKinds[section.kind]
  const drawn = 'lacks' in section ? <Lacking {...section} /> : Drawn && <Drawn {...section} page={page} />
  return (
    drawn && (
      <div
        data-section={section.at}
        id={isForm ? 'form' : undefined}
        style={{ marginTop: 'lacks' in section ? undefined : closer(before, section.kind) }}
      >
        {drawn}
      </div>
    )
  )
}

/**
 * Each section keeps a distance above and below. Two on the same ground need less than both: one and a half, or one where they go on with the same.
 */
function closer(before: string | undefined, kind: string): string | undefined {
  // Their rules are one.
  if (before === kind && onOwnGround.has(kind)) return '-1px'
  if (before === 'title' && onOwnGround.has(kind)) return 'var(--spacing-band)'
  if (!before || onOwnGround.has(before) || onOwnGround.has(kind)) return undefined
  const goesOn = before === kind || (flowing.has(before) && flowing.has(kind))
  return `calc(${goesOn ? -1 : -0.5} * var(--spacing-band))`
}

/** In a preview, whose styles it has. */
const Lacking = ({ name, lacks }: LackingSection) => (
  <Band space="none">
    <p data-lacks="">
      <strong>{name}</strong>
      {` ${lacks}`}
    </p>
  </Band>
)
