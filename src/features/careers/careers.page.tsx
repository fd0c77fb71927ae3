import { useQuery } from '@tanstack/react-query'
import { NotFoundScreen } from '#site/page/not-found.tsx'
import { Still } from '#site/page/still.tsx'
import { formatDate } from '#ui/date.tsx'
import { Section } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { apiQuery } from '#web/api-query.ts'
import { useCompany, useWords } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import { PageHero } from '#web/page-frame.tsx'
import { QueryState } from '#web/query-state.tsx'
import { breadcrumbData, listData } from '#web/structured-data.ts'
import { careersWords } from './careers-words.contract.ts'
import { HowWeHire } from './how-we-hire.tsx'
import type { ShownOpening } from './openings.contract.ts'

/** The open positions; null if there are none. */
const careersQuery = () => apiQuery<ShownOpening[] | null>('/api/careers')
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
  const { brand } = useCompany()
  const words = useWords('careers', careersWords)
  return (
    <Still path="/careers">
      <Head
        title="Careers"
        path="/careers"
        description={`Work at ${brand}: ${all.map(({ title, place }) => `${title}, ${place}`).join('; ')}.`}
        jsonLd={[
          breadcrumbData([{ name: 'Careers', path: '/careers' }]),
          listData(all.map(({ title, slug }) => ({ title, path: `/careers/${slug}` }))),
        ]}
      />
      <PageHero eyebrow="Careers" title={words.title} lead={words.lead} />
      <Section space="none" className="pb-band">
        <ul className="divide-y divide-line border-b border-line">
          {all.map((opening) => (
            <Entry key={opening._id} of={opening} />
          ))}
        </ul>
        <HowWeHire />
      </Section>
    </Still>
  )
}

function Entry({ of: { title, slug, place, kind, closesOn } }: { of: ShownOpening }) {
  return (
    <li className="relative grid gap-x-12 gap-y-2 py-7 md:grid-cols-12">
      <h2 dir="auto" className="text-h3 wrap-anywhere md:col-span-7">
        <Link to={`/careers/${slug}`} className="link-quiet link-cover">
          {title}
        </Link>
      </h2>
      <p className="text-small text-muted wrap-anywhere md:col-span-5">
        <bdi>{place}</bdi>
        {`\u00a0· ${kind}`}
        <span className="block">
          Open until <time dateTime={closesOn}>{formatDate(closesOn)}</time>
        </span>
      </p>
    </li>
  )
}
