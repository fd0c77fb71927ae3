import type { ShownPage } from './pages.contract.ts'
import { drawnKinds } from './sections/drawn.ts'

/** The sections of a page, in their order. A page without an opening begins with its title. */
export function PageSections({ page }: { page: Pick<ShownPage, '_id' | 'title' | 'path' | 'sections'> }) {
  const first = page.sections.findIndex(({ kind }) => kind === 'opening')
  /** The place to which `#form` leads. */
  const form = page.sections.find(({ kind }) => kind === 'form')
  return (
    <>
      {first < 0 && <h1 className="sr-only">{page.title}</h1>}
      {page.sections.map((section) => {
        const Drawn = drawnKinds[section.kind]
        return (
          Drawn && (
            <div key={section.at} data-section={section.at} id={section === form ? 'form' : undefined}>
              <Drawn {...section} page={page} />
            </div>
          )
        )
      })}
    </>
  )
}
