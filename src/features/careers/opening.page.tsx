import type { Company } from '#contract/company.ts'
import LeadForm from '#features/contact/inbox/lead-form.part.tsx'
import { DetailPage } from '#site/page/detail-page.tsx'
import { LivePart } from '#site/page/live-part.tsx'
import { NotFound } from '#site/page/not-found.tsx'
import { Still } from '#site/page/still.tsx'
import { formatDate } from '#ui/date.tsx'
import { Card } from '#ui/layout.tsx'
import { apiQuery } from '#web/api-query.ts'
import { useCompany, useWords } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { addressData, breadcrumbData, countryCode, organisationNamed } from '#web/structured-data.ts'
import { application, careersWords } from './careers-words.contract.ts'
import { HowWeHire } from './how-we-hire.tsx'
import { OpeningArticle } from './opening-article.tsx'
import type { ShownOpening } from './openings.contract.ts'

/** The opening whose form was sent without scripts. */
export const search = (given: URLSearchParams) => ({ sent: /^[\w-]{1,40}$/.exec(given.get('sent') ?? '')?.[0] })

const openingQuery = (slug: string) => apiQuery<ShownOpening | null>(`/api/careers/${encodeURIComponent(slug)}`)
export const queries = ({ params }: PageRequest) => [openingQuery(params['slug'] ?? '')]

export default function OpeningPage() {
  return (
    <DetailPage
      query={openingQuery}
      list={{ path: '/careers', heading: 'Careers' }}
      failure="Failed to load the opening"
      missing={<NotFound title="Opening not found" lead="It may have closed, or moved to another address." />}
    >
      {(found, path) => <Opening of={found} path={path} />}
    </DetailPage>
  )
}

function Opening({ of, path }: { of: ShownOpening; path: string }) {
  const company = useCompany()
  const { title, place, kind, closesOn } = of
  return (
    <Still path={path}>
      <Head
        title={title}
        path={path}
        description={`${title} at ${company.brand}: ${kind}, ${place}. Open until ${formatDate(closesOn)}.`}
        cardEyebrow={`${place} · ${kind}`}
        jsonLd={[
          postingData(of, path, company),
          breadcrumbData([
            { name: 'Careers', path: '/careers' },
            { name: title, path },
          ]),
        ]}
      />
      <OpeningArticle of={of} hiring={<HowWeHire />} form={<Apply of={of} path={path} />} />
    </Still>
  )
}

function Apply({ of: { _id }, path }: { of: ShownOpening; path: string }) {
  const { applyMessage, applyThanks } = useWords('careers', careersWords)
  return (
    <Card>
      <LivePart
        name="lead"
        part={LeadForm}
        of={{
          ...application,
          action: path,
          id: `apply-${_id}`,
          owner: { openingId: _id },
          button: 'Send application',
          thanks: applyThanks,
          messageLabel: applyMessage,
        }}
      />
    </Card>
  )
}

const employmentTypes: Record<ShownOpening['kind'], string> = {
  'Full-time': 'FULL_TIME',
  'Part-time': 'PART_TIME',
  Contract: 'CONTRACTOR',
  Internship: 'INTERN',
}

const notRead = /<a class="anchor"[^>]*><\/a>|<span class="sr-only">[^<]*<\/span>/g
/** Each tag of rendered HTML ends with the next `>`. */
const tag = /<(\/?)(\w+)[^>]*>/g
const kept = /^(p|br|ul|ol|li|h[1-6]|strong|em)$/

/** Rendered HTML with the few elements, and no attributes, that search engines read in the description of a position. */
const plainMarkup = (html: string) =>
  html.replace(notRead, '').replace(tag, (_, end, name) => (kept.test(name) ? `<${end}${name}>` : ''))

/** An opening as search engines read it (schema.org). */
const postingData = (
  { _id, title, place, kind, descriptionHtml, postedOn, closesOn }: ShownOpening,
  path: string,
  { brand, address }: Company,
) => ({
  '@type': 'JobPosting',
  identifier: { '@type': 'PropertyValue', name: brand, value: _id },
  title,
  description: plainMarkup(descriptionHtml),
  datePosted: postedOn,
  validThrough: closesOn,
  employmentType: employmentTypes[kind],
  hiringOrganization: { ...organisationNamed(brand), sameAs: '/' },
  ...locationOf(place, address),
  directApply: true,
  url: path,
})

/** Whether a place says no more than that all of the work is done from home, in the company's country. */
function isRemote(place: string, country: string): boolean {
  const [, rest] = /^\s*(?:fully |100\s?% )?(?:remote|work from home)\b(.*)$/is.exec(place) ?? []
  const words = rest
    ?.replace(/\b(?:anywhere|in|within)\b|[\s\W]+/gi, ' ')
    .trim()
    .toLowerCase()
  return words === '' || words === country.toLowerCase()
}

/** Where people work: in a town, whose street is known where it is that of the company, or anywhere in the company's country. */
function locationOf(place: string, address: Company['address']) {
  const addressCountry = countryCode(address.country)
  if (isRemote(place, address.country))
    return {
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: { '@type': 'Country', name: addressCountry },
    }
  const isOurs = place.trim().toLowerCase() === address.city.toLowerCase()
  return {
    jobLocation: {
      '@type': 'Place',
      address: isOurs ? addressData(address) : { '@type': 'PostalAddress', addressLocality: place, addressCountry },
    },
  }
}
