import { FaqData } from '#features/faqs/answered-faqs.part.tsx'
import { Section as Band } from '#ui/layout.tsx'
import type { LackingSection, ShownPage } from './pages.contract.ts'
import { drawnKinds } from './sections/drawn.ts'

type PageSectionsProps = {
  page: { _id: string; title: string; path: string; sections: (ShownPage['sections'][number] | LackingSection)[] }
}

/** The sections of a page, in their order. A page without an opening begins with its title. */
export function PageSections({ page }: PageSectionsProps) {
  const first = page.sections.findIndex(({ kind }) => kind === 'opening')
  const questions = page.sections.flatMap((section) =>
    'lacks' in section || section.kind !== 'questions' ? [] : section.questions,
  )
  /** The place to which `#form` leads. */
  const form = page.sections.find(({ kind }) => kind === 'form')
  return (
    <>
      {first < 0 && <h1 className="sr-only">{page.title}</h1>}
      {page.sections.map((section) => (
        <Placed key={section.at} section={section} page={page} id={section === form ? 'form' : undefined} />
      ))}
      <FaqData questions={questions} />
    </>
  )
}

type PlacedProps = PageSectionsProps & {
  section: PageSectionsProps['page']['sections'][number]
  id: string | undefined
}

function Placed({ section, page, id }: PlacedProps) {
  const Drawn = drawnKinds[section.kind]
  const drawn = 'lacks' in section ? <Lacking {...section} /> : Drawn && <Drawn {...section} page={page} />
  return (
    drawn && (
      <div data-section={section.at} id={id}>
        {drawn}
      </div>
    )
  )
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
