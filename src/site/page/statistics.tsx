import { Container } from '#ui/layout.tsx'

/** Large figures in a row. The sign after a number, as in `30+`, has the accent colour. */
export function Statistics({ label, figures }: { label: string; figures: { figure: string; name: string }[] }) {
  return (
    <section aria-label={label} className="border-y border-line">
      <Container>
        <ul className="-mx-4 grid grid-cols-2 md:grid-cols-4 md:divide-x md:divide-line">
          {figures.map(({ figure, name }) => (
            <li key={name} className="px-4 py-6 sm:py-10 lg:not-first:pl-8">
              <strong className="block font-display text-figure font-[640] tabular-nums">
                {figure.replace('+', '')}
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
