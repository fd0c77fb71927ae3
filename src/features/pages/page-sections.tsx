import { Container } from '#ui/layout.tsx'
import type { ShownPage } from './pages.contract.ts'
import { drawnKinds, flowing, onOwnGround } from './sections/drawn.ts'

type Sections = Pick<ShownPage, 'title' | 'path' | 'sections'>

/** The sections of a page, in their order. A page without an opening begins with its title. */
export function PageSections({ page: { title, path, sections } }: { page: Sections }) {
  const opening = sections.find(({ kind }) => kind === 'opening')?.at
  return (
    <>
      {opening === undefined && (
        <Container className="pt-12 sm:pt-16 lg:pt-20">
          <h1 dir="auto" className="max-w-[56rem] text-h1">
            {title}
          </h1>
        </Container>
      )}
      {sections.map((section, index) => {
        const Drawn = drawnKinds[section.kind]
        const before = index > 0 ? sections[index - 1]?.kind : opening === undefined ? 'title' : undefined
        return (
          Drawn && (
            <div key={section.at} data-section={section.at} style={{ marginTop: closer(before, section.kind) }}>
              <Drawn {...section} page={{ path, opening }} />
            </div>
          )
        )
      })}
    </>
  )
}

/**
 * Each section keeps a distance above and below. Two on the same ground need less than both: one and a half, or one where they go on with the same.
 */
function closer(before: string | undefined, kind: string): string | undefined {
  // Their rules are one.
  if (before === 'numbers' && kind === 'numbers') return '-1px'
  if (!before || onOwnGround.has(before) || onOwnGround.has(kind)) return undefined
  const goesOn = before === kind || (flowing.has(before) && flowing.has(kind))
  return `calc(${goesOn ? -1 : -0.5} * var(--spacing-band))`
}
