import { FaqData } from '#features/faqs/answered-faqs.part.tsx'
import { Section as Band } from '#ui/layout.tsx'
import type { LackingSection, ShownPage } from './pages.contract.ts'
import { drawnKinds } from './sections/drawn.ts'

type PageSectionsProps = { page: { title: string; sections: (ShownPage['sections'][number] | LackingSection)[] } }

/** The sections of a page, in their order. A page without an opening begins with its title. */
export function PageSections({ page }: PageSectionsProps) {
  const first = page.sections.findIndex(({ kind }) => kind === 'opening')
  const questions = page.sections.flatMap((section) => (section.kind === 'questions' ? section.questions : []))
  return (
    <>
      {first < 0 && <h1 className="sr-only">{page.title}</h1>}
      {page.sections.map((section) => (
        <Placed key={section.at} section={section} />
      ))}
      <FaqData questions={questions} />
    </>
  )
}

function Placed({ section }: { section: PageSectionsProps['page']['sections'][number] }) {
  const Drawn = drawnKinds[section.kind]
  const drawn = 'lacks' in section ? <Lacking {...section} /> : Drawn && <Drawn {...section} />
  return drawn && <div data-section={section.at}>{drawn}</div>
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
