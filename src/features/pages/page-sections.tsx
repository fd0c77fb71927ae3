import { Section as Band } from '#ui/layout.tsx'
import type { LackingSection, ShownPage } from './pages.contract.ts'
import { drawnKinds } from './sections/drawn.ts'

type PlacedSection = ShownPage['sections'][number] | LackingSection
type PageSectionsProps = { page: Pick<ShownPage, '_id' | 'title' | 'path'> & { sections: PlacedSection[] } }

/** The sections of a page, in their order. A page without an opening begins with its title. */
export function PageSections({ page }: PageSectionsProps) {
  const first = page.sections.findIndex(({ kind }) => kind === 'opening')
  /** The place to which `#form` leads. */
  const form = page.sections.find(({ kind }) => kind === 'form')
  return (
    <>
      {first < 0 && <h1 className="sr-only">{page.title}</h1>}
      {page.sections.map((section) => (
        <Placed key={section.at} section={section} page={page} isForm={section === form} />
      ))}
    </>
  )
}

type PlacedProps = PageSectionsProps & { section: PlacedSection; isForm: boolean }

function Placed({ section, page, isForm }: PlacedProps) {
  const Drawn = drawnKinds[section.kind]
  const drawn = 'lacks' in section ? <Lacking {...section} /> : Drawn && <Drawn {...section} page={page} />
  return (
    drawn && (
      <div data-section={section.at} id={isForm ? 'form' : undefined}>
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
