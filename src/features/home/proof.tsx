import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type { CaseSummary } from '#features/cases/cases.contract.ts'
import { serviceCasesQuery } from '#features/cases/cases.queries.ts'
import TestimonialsStrip from '#features/testimonials/testimonials-strip.part.tsx'
import { formatDate } from '#ui/date.tsx'
import { Section } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { useWords } from '#web/company-context.tsx'
import { homeWords } from './home-words.contract.ts'

/** The results of case studies, each with the day of its measurement, and a testimonial; without figures the testimonials have the place. */
export function Proof() {
  const words = useWords('home', homeWords)
  const cases = useQuery(serviceCasesQuery()).data ?? []
  const measured = cases.filter(({ figures }) => figures.length > 0).slice(0, 3)
  if (measured.length === 0) return <TestimonialsStrip which="first" />
  return (
    <Section ground="sunken" space="band" aria-labelledby="proof" className="later [--later:30rem] lg:[--later:24rem]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h2 id="proof" className="text-h2">
          {words.workTitle}
        </h2>
        <Link to="/work" className="link-quiet inline-flex items-center gap-2 py-1 font-[560] text-primary">
          Our Work
          <ArrowRight aria-hidden="true" className="size-4.5" />
        </Link>
      </div>
      <div className="mt-6 grid gap-x-10 border-t border-line lg:grid-cols-[3fr_1fr]">
        <ul className="grid gap-x-8 md:grid-cols-3">
          {measured.map((one) => (
            <Result key={one._id} of={one} />
          ))}
        </ul>
        <TestimonialsStrip which="first" only />
      </div>
    </Section>
  )
}

function Result({ of: { slug, title, client, industry, figures } }: { of: CaseSummary }) {
  const [first] = figures
  return (
    <li className="relative border-line py-5 wrap-anywhere max-md:border-b">
      <strong className="block font-display text-figure font-[640] tabular-nums">{first?.figure}</strong>
      <p className="mt-2 text-small">
        {first?.name}
        <span className="text-muted">{`, as of ${formatDate(first?.asOf ?? '')}`}</span>
      </p>
      <p className="mt-3 text-small text-muted">
        {`${client}\u00a0· ${industry}: `}
        <Link to={`/work/${slug}`} className="link-quiet link-cover font-[560] text-primary">
          {title}
        </Link>
      </p>
    </li>
  )
}
