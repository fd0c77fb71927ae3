import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { aboutWords } from '#features/about/about.contract.ts'
import type { CaseSummary } from '#features/cases/cases.contract.ts'
import { serviceCasesQuery } from '#features/cases/cases.queries.ts'
import TestimonialsStrip from '#features/testimonials/testimonials-strip.part.tsx'
import { MoreLink } from '#site/page/more-link.tsx'
import { Statistics } from '#site/page/statistics.tsx'
import { formatDate } from '#ui/date.tsx'
import { Link } from '#ui/link.tsx'
import { useWords } from '#web/company-context.tsx'
import { featuredCourses, highlights } from './home.queries.ts'
import { homeWords } from './home-words.contract.ts'

const withResults = (cases: CaseSummary[]) => cases.filter(({ figures }) => figures.length > 0)

const useMeasured = () => withResults(useQuery(serviceCasesQuery()).data ?? []).slice(0, 3)

/** The results of case studies, each with the day of its measurement, and a testimonial. On a phone it is a band of the page. */
export function Results() {
  const words = useWords('home', homeWords)
  const measured = useMeasured()
  if (measured.length === 0) return null
  return (
    <section
      aria-labelledby="proof"
      className="results border-line max-md:border-y max-md:bg-sunken max-md:px-gutter max-md:py-band md:mt-6 md:mb-14 lg:mt-0 lg:mb-20"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h2 id="proof" dir="auto" className="text-h2">
          {words.workTitle}
        </h2>
        <MoreLink to="/work">Our Work</MoreLink>
      </div>
      <ul className="mt-6 grid grid-cols-[fit-content(45%)_1fr] gap-x-4 divide-y divide-line border-y border-line md:gap-x-7">
        {measured.map((one) => (
          <Result key={one._id} of={one} />
        ))}
      </ul>
      <TestimonialsStrip which="first" only />
    </section>
  )
}

/** Without results, the testimonials are a section of their own. */
export const Testimonials = () => (useMeasured().length === 0 ? <TestimonialsStrip which="first" /> : null)

function Result({ of: { slug, title, client, industry, figures } }: { of: CaseSummary }) {
  const [first] = figures
  return (
    <li className="relative col-span-2 grid grid-cols-subgrid py-4 wrap-anywhere md:py-5">
      <strong dir="auto" className="row-span-2 font-display text-h2 font-[640] tabular-nums md:text-h1">
        {first?.figure}
      </strong>
      <p className="text-small">
        <span dir="auto">{first?.name}</span>
        <span className="text-muted">{`, as of ${formatDate(first?.asOf ?? '')}`}</span>
      </p>
      <p className="mt-1 text-small text-muted">
        {`${client}\u00a0· ${industry}: `}
        <Link to={`/work/${slug}`} className="link-quiet link-cover font-[560] text-primary">
          {title}
        </Link>
      </p>
    </li>
  )
}

/** The figures, each with the records that it counts; a figure without records stays plain. */
export function Figures() {
  const cases = useQuery(serviceCasesQuery()).data ?? []
  const people = usePeople()
  const about = useWords('about', aboutWords)
  const clients = cases.filter(({ client }, place) => cases.findIndex((other) => other.client === client) === place)
  const years = ([1, 2, 3] as const).filter((n) => about[`step${n}Year`])
  const lists = [
    list(
      'Clients we can name',
      { to: '/work', label: 'Our Work' },
      clients.map((one) => ({ key: one.client, when: yearOf(one), name: one.client, fact: one.industry })),
    ),
    list(
      'Projects we can show',
      { to: '/work', label: 'Our Work' },
      // With results on the page, this list would show the same case studies once more.
      (withResults(cases).length > 0 ? [] : cases).map((one) => ({
        key: one._id,
        when: yearOf(one),
        name: <Link to={`/work/${one.slug}`}>{one.title}</Link>,
        fact: one.industry,
      })),
    ),
    list('Our writers and instructors', { to: '/about', label: 'About us' }, people),
    list(
      about.journeyTitle,
      { to: '/about', label: 'About us' },
      years.map((n) => ({ key: about[`step${n}`], when: about[`step${n}Year`], name: about[`step${n}`] })),
    ),
  ]
  return <Statistics page="home" behind={lists} />
}

/** The authors of the newest articles and the instructors of the featured courses, each once. */
function usePeople(): Row[] {
  const posts = useQuery(highlights).data?.blogs ?? []
  const courses = useQuery(featuredCourses).data?.courses ?? []
  const people = new Map<string, string>()
  for (const { author, category } of posts) people.set(author.name, `writes on ${category}`)
  for (const { instructor, category } of courses)
    if (!people.has(instructor.name)) people.set(instructor.name, `teaches ${category}`)
  return [...people].map(([name, fact]) => ({ key: name, name, fact }))
}

const yearOf = ({ figures }: CaseSummary) =>
  figures
    .map(({ asOf }) => asOf.slice(0, 4))
    .toSorted()
    .at(-1)

type Row = { key: string; when?: string | undefined; name: ReactNode; fact?: string }

function list(title: string, all: { to: string; label: string }, rows: Row[]): ReactNode {
  if (rows.length === 0) return undefined
  const dated = rows.some(({ when }) => when)
  return (
    <div className="border-t border-line py-6">
      <p className="eyebrow flex flex-wrap justify-between gap-x-6">
        {title}
        <Link to={all.to} className="link">
          {all.label}
        </Link>
      </p>
      <ul className="mt-2 divide-y divide-line text-small">
        {rows.map(({ key, when, name, fact }) => (
          <li
            key={key}
            className={`grid gap-x-4 py-2 wrap-anywhere ${dated ? 'grid-cols-[3.5rem_1fr] md:grid-cols-[3.5rem_1fr_1.4fr]' : 'md:grid-cols-[1fr_2fr]'}`}
          >
            {dated && <span className="text-muted tabular-nums">{when ?? '\u2013'}</span>}
            <span dir="auto" className="font-[560]">
              {name}
            </span>
            {fact && <span className={dated ? 'text-muted max-md:col-start-2' : 'text-muted'}>{fact}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
