import { figures } from '#contract/figures.ts'
import { Container } from '#ui/layout.tsx'
import { useWords } from '#web/company-context.tsx'

/** A page's large figures in a row. The sign after a number, as in `30+`, has the accent colour. */
export function Statistics({ page }: { page: 'home' | 'about' }) {
  const words = useWords('figures', figures)
  const shown = ([1, 2, 3, 4] as const).map((n) => ({ figure: words[`${page}${n}`], name: words[`name${n}`] }))
  return (
    <section aria-label="In figures" className="border-y border-line">
      <Container>
        <ul className="-mx-4 grid grid-cols-2 md:grid-cols-4 md:divide-x md:divide-line">
          {shown.map(({ figure, name }) => (
            <li key={name} className="px-4 py-6 sm:py-10 lg:not-first:pl-8">
              <strong className="block font-display text-figure font-[640] tabular-nums">
                {figure.replace(/\+$/, '')}
                {figure.endsWith('+') && <span className="text-accent">+</span>}
              </strong>{' '}
              <span className="mt-2 block text-small text-muted">{name}</span>
            </li>
          ))}
        </ul>
      </Container>
    </section>
  )
}
