import { useQuery } from '@tanstack/react-query'
import type { Company } from '#contract/company.ts'
import { NotFoundScreen } from '#site/page/not-found.tsx'
import { Still } from '#site/page/still.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { formatDate } from '#ui/date.tsx'
import { Section } from '#ui/layout.tsx'
import { apiQuery } from '#web/api-query.ts'
import { useCompany, useWords } from '#web/company-context.tsx'
import { breadcrumbData, Head } from '#web/head.tsx'
import { PageHero } from '#web/page-hero.tsx'
import { QueryState } from '#web/query-state.tsx'
import { careersWords } from './careers-words.contract.ts'
import type { ShownOpening } from './openings.contract.ts'

export const queries = () => [careersQuery()]

export default function CareersPage() {
  const query = useQuery(careersQuery())
  return (
    <QueryState query={query} failure="Failed to load openings" whole>
      {(all) => (all ? <Careers all={all} /> : <NotFoundScreen />)}
    </QueryState>
  )
}

function Careers({ all }: { all: ShownOpening[] }) {
  const company = useCompany()
  const words = useWords('careers', careersWords)
  return (
    <Still path="/careers">
      <Head
        title="Careers"
        path="/careers"
        description={`Work at ${company.brand}: ${all.map(({ title, place }) => `${title}, ${place}`).join('; ')}.`}
        jsonLd={[
          breadcrumbData([{ name: 'Careers', path: '/careers' }]),
          ...all.map((opening) => postingData(opening, company)),
        ]}
      />
      <PageHero title={words.title} lead={words.lead} />
      <Section space="none" className="pb-band">
        <ul className="divide-y divide-line">
          {all.map((opening) => (
            <Entry key={opening._id} of={opening} />
          ))}
        </ul>
      </Section>
    </Still>
  )
}

const applyTo = (title: string) => `/contact?${new URLSearchParams({ subject: `Application: ${title}` })}`

function Entry({ of: { title, place, kind, description, closesOn } }: { of: ShownOpening }) {
  return (
    <li className="grid gap-x-12 gap-y-5 py-10 lg:grid-cols-12 lg:py-14">
      <div className="min-w-0 lg:col-span-4">
        <h2 className="text-h2 wrap-anywhere">{title}</h2>
        <p className="mt-2 text-small text-muted wrap-anywhere">
          {`${place}\u00a0· ${kind}`}
          <span className="block">
            Open until <time dateTime={closesOn}>{formatDate(closesOn)}</time>
          </span>
        </p>
      </div>
      <div className="min-w-0 lg:col-span-8">
        <div className="grid max-w-measure gap-4 wrap-anywhere whitespace-pre-line">
          {description.split(/\n\s*\n/).map((paragraph, index) => (
            <p key={index}>{paragraph}</p>
          ))}
        </div>
        <ButtonLink to={applyTo(title)} className="mt-7" aria-label={`Apply: ${title}`}>
          Apply
        </ButtonLink>
      </div>
    </li>
  )
}

const employmentTypes: Record<ShownOpening['kind'], string> = {
  'Full-time': 'FULL_TIME',
  'Part-time': 'PART_TIME',
  Contract: 'CONTRACTOR',
  Internship: 'INTERN',
}

/** An opening as search engines read it (schema.org). */
const postingData = (
  { _id, title, place, kind, description, postedOn, closesOn }: ShownOpening,
  { brand, address }: Company,
) => ({
  '@type': 'JobPosting',
  identifier: { '@type': 'PropertyValue', name: brand, value: _id },
  title,
  description,
  datePosted: postedOn,
  validThrough: closesOn,
  employmentType: employmentTypes[kind],
  hiringOrganization: { '@type': 'Organization', name: brand, sameAs: '/' },
  jobLocation: {
    '@type': 'Place',
    address: { '@type': 'PostalAddress', addressLocality: place, addressCountry: address.country },
  },
  url: '/careers',
})

/** The open positions; null if there are none. */
const careersQuery = () => apiQuery<ShownOpening[] | null>('/api/careers')
