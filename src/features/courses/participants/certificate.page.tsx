import { useQuery } from '@tanstack/react-query'
import { Still } from '#site/page/still.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { formatDate } from '#ui/date.tsx'
import { Facts } from '#ui/feature-list.tsx'
import { Section } from '#ui/layout.tsx'
import { useRouter } from '#ui/router.ts'
import { apiQuery } from '#web/api-query.ts'
import { useCompany } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import { PageHero } from '#web/page-frame.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { QueryState } from '#web/query-state.tsx'
import { daysBetween } from '../cohorts/cohort-words.ts'
import type { PublicCertificate } from './certificates.contract.ts'

const certificateQuery = (number = '') =>
  apiQuery<PublicCertificate | null>(`/api/certificates/${encodeURIComponent(number)}`)

export const queries = ({ params }: PageRequest) => [certificateQuery(params['number'])]

/** The page that tells anyone with a number that the company has issued a certificate, for which course or event and when. */
export default function CertificatePage() {
  const { location, params } = useRouter()
  const query = useQuery(certificateQuery(params['number']))
  return (
    <Still path={location.pathname}>
      {query.data ? (
        <Issued certificate={query.data} />
      ) : query.data === null ? (
        <>
          <Head title="Certificate not found" status={404} noIndex />
          <PageHero
            eyebrow="Certificate"
            title="Certificate not found"
            lead="There is no certificate with this number. Compare each letter and digit with the certificate."
          >
            <ButtonLink to="/contact" variant="secondary">
              Contact us
            </ButtonLink>
          </PageHero>
        </>
      ) : (
        <Section space="band">
          <Head title="Certificate" noIndex />
          <QueryState query={query} failure="Failed to check the certificate" whole>
            {() => null}
          </QueryState>
        </Section>
      )}
    </Still>
  )
}

function Issued({ certificate }: { certificate: PublicCertificate }) {
  const { brand } = useCompany()
  const { number, course, isEvent, startsOn, endsOn, issuedAt, withdrawnAt } = certificate
  const title = withdrawnAt ? 'This certificate was withdrawn' : 'This certificate is valid'
  return (
    <>
      <Head title={title} noIndex />
      <PageHero
        eyebrow={`Certificate ${number}`}
        title={title}
        lead={
          withdrawnAt
            ? `${brand} issued it, and withdrew it on ${formatDate(withdrawnAt)}.`
            : `${brand} issued it. The name is on the certificate itself.`
        }
      />
      <Section space="band">
        <Facts
          className="max-w-[36rem]"
          facts={[
            { name: isEvent ? 'Event' : 'Course', value: course },
            { name: 'Date', value: daysBetween({ startsOn, endsOn }) },
            { name: 'Issued', value: formatDate(issuedAt) },
            { name: 'Issued by', value: brand },
          ]}
        />
      </Section>
    </>
  )
}
