import { useQuery } from '@tanstack/react-query'
import type { Company } from '#contract/company.ts'
import LeadForm from '#features/contact/inbox/lead-form.part.tsx'
import { LivePart } from '#site/page/live-part.tsx'
import { NotFoundScreen } from '#site/page/not-found.tsx'
import { Still } from '#site/page/still.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Card, Section } from '#ui/layout.tsx'
import { useSearch } from '#ui/router.ts'
import { apiQuery } from '#web/api-query.ts'
import { useCompany, useWords } from '#web/company-context.tsx'
import { useFormResult } from '#web/form-result.tsx'
import { Head } from '#web/head.tsx'
import { PageHero } from '#web/page-frame.tsx'
import { QueryState } from '#web/query-state.tsx'
import { addressData, breadcrumbData, countryCode, organisationNamed } from '#web/structured-data.ts'
import { application, careersWords } from './careers-words.contract.ts'
import { OpeningEntry } from './opening-entry.tsx'
import type { ShownOpening } from './openings.contract.ts'

/** The opening whose form was sent without scripts. */
export const search = (given: URLSearchParams) => ({ sent: /^[\w-]{1,40}$/.exec(given.get('sent') ?? '')?.[0] })

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
      <PageHero eyebrow="Careers" title={words.title} lead={words.lead} />
      <Section space="none" className="pb-band">
        <ul className="divide-y divide-line">
          {all.map((opening) => (
            <li key={opening._id}>
              <OpeningEntry of={opening} form={<Apply opening={opening} />} />
            </li>
          ))}
        </ul>
        {words.hireText && (
          <div className="grid gap-x-12 gap-y-4 border-t border-line py-10 lg:grid-cols-12 lg:py-14">
            <h2 className="text-h2 lg:col-span-4">{words.hireTitle}</h2>
            <p className="max-w-measure lg:col-span-8">{words.hireText}</p>
          </div>
        )}
      </Section>
    </Still>
  )
}

/** The form of an opening, which opens at its button, and after it was sent without scripts. */
function Apply({ opening: { _id, title } }: { opening: ShownOpening }) {
  const { applyMessage, applyThanks } = useWords('careers', careersWords)
  const refused = useFormResult('contact')?.values['openingId'] === _id
  const sent = useSearch().get('sent') === _id
  return (
    <details className="mt-7" open={refused || sent}>
      <summary className={buttonClass({}, 'w-fit')} aria-label={`Apply: ${title}`}>
        Apply
      </summary>
      <Card className="mt-5">
        <LivePart
          name="lead"
          part={LeadForm}
          of={{
            ...application,
            action: '/careers',
            id: `apply-${_id}`,
            owner: { openingId: _id },
            button: 'Send application',
            thanks: applyThanks,
            messageLabel: applyMessage,
          }}
        />
      </Card>
    </details>
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
  url: '/careers',
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

/** The open positions; null if there are none. */
const careersQuery = () => apiQuery<ShownOpening[] | null>('/api/careers')
