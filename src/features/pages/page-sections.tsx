import { FaqData } from '#features/faqs/answered-faqs.part.tsx'
import type { ShownPage } from './pages.contract.ts'
import { drawnKinds } from './sections/drawn.ts'

/** The sections of a page, in their order. A page without an opening begins with its title. */
export function PageSections({ page }: { page: Pick<ShownPage, 'title' | 'sections'> }) {
  const first = page.sections.findIndex(({ kind }) => kind === 'opening')
  const questions = page.sections.flatMap((section) => (section.kind === 'questions' ? section.questions : []))
  return (
    <>
      {first < 0 && <h1 className="sr-only">{page.title}</h1>}
      {page.sections.map((section) => {
        const Drawn = drawnKinds[section.kind]
        return (
          Drawn && (
            <div key={section.at} data-section={section.at}>
              <Drawn {...section} />
            </div>
          )
        )
      })}
      <FaqData questions={questions} />
    </>
  )
}
