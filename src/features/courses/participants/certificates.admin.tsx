import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { formatCount } from '#admin/format.ts'
import { useRecordTitle } from '#admin/shell/breadcrumb.tsx'
import { Sheet, Sheets } from '#site/page/sheets.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { formatDate } from '#ui/date.tsx'
import { LogoMark } from '#ui/logo.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useCompany } from '#web/company-context.tsx'
import { daysBetween } from '../cohorts/cohort-words.ts'
import { offerOf } from '../ground/offers.contract.ts'
import type { CertificateSheet, CertificateSheets } from './certificates.contract.ts'

/** The certificates of a date on sheets of A4, one for each participant; `of` in the address chooses some of them by their numbers. */
export default function CertificatesScreen() {
  const { id } = useParams()
  const [search] = useSearchParams()
  const query = useQuery(adminQuery<CertificateSheets>(`/api/cohorts/${id}/certificates`))
  useRecordTitle(query.data && `${offerOf(query.data).title}, ${formatDate(query.data.startsOn)}`)
  if (query.isPending) return <Spinner />
  if (!query.data)
    return <ErrorState as="h1" message="The certificates could not be loaded." onRetry={() => query.refetch()} />
  const chosen = search.get('of')?.split(',')
  const all = query.data.certificates.filter(({ number }) => chosen?.includes(number) ?? true)
  if (all.length === 0)
    return (
      <EmptyState as="h1" title="No certificates yet">
        <p>Issue them on the page of the date.</p>
        <ButtonLink to={`/admin/courses/dates/${id}`} size="small" className="mt-4">
          Back to the date
        </ButtonLink>
      </EmptyState>
    )
  return (
    <Sheets title="Certificates" lead={`${formatCount(all.length, 'A4 page')} to print or share.`} kind="landscape">
      {all.map((certificate) => (
        <Certificate key={certificate.number} {...certificate} />
      ))}
    </Sheets>
  )
}

/** The longer a name, the smaller it is set, so that it stays on two lines. */
const sizeOf = (name: string) =>
  name.length <= 26
    ? 'text-[40pt]'
    : name.length <= 48
      ? 'text-[29pt]'
      : name.length <= 90
        ? 'text-[20pt]'
        : 'text-[14pt]'

function Certificate({ name, course, isEvent, startsOn, endsOn, hours, trainers, ...issued }: CertificateSheet) {
  const { number, url, issuedAt } = issued
  const { brand } = useCompany()
  const facts = [
    { name: 'Date', value: daysBetween({ startsOn, endsOn }) },
    { name: 'Duration', value: hours !== undefined && formatCount(hours, 'hour') },
    { name: trainers.length > 1 ? 'Trainers' : 'Trainer', value: trainers.join(', ') },
    { name: 'Issued', value: formatDate(issuedAt) },
  ]
  return (
    <Sheet label={`Certificate of ${name}`} foot={`Check this certificate at ${url}`} end={number}>
      <div className="flex h-full flex-col pt-[12mm] md:pt-[16mm] print:pt-[16mm]">
        <h2 className="eyebrow text-[10pt]">Certificate of attendance</h2>
        <p
          dir="auto"
          className={classNames(
            'mt-[6mm] font-display leading-[1.15] font-[640] tracking-[-0.02em] wrap-anywhere',
            sizeOf(name),
          )}
        >
          {name}
        </p>
        <p className="mt-[8mm] text-[12pt] text-muted">
          attended this {isEvent ? 'event' : 'course'} of {brand}:
        </p>
        <p
          dir="auto"
          className="mt-[2mm] max-w-[190mm] font-display text-[22pt] leading-[1.2] font-[640] wrap-anywhere"
        >
          {course}
        </p>
        <div className="mt-[12mm] flex items-end justify-between gap-[8mm] md:mt-auto md:pb-[7mm] print:mt-auto print:pb-[7mm]">
          <dl className="grid flex-1 grid-cols-1 gap-x-[8mm] gap-y-[5mm] md:grid-cols-[2fr_1fr_2fr_1fr] print:grid-cols-[2fr_1fr_2fr_1fr]">
            {facts
              .filter(({ value }) => value)
              .map((fact) => (
                <div key={fact.name} className="border-t border-line pt-[3mm]">
                  <dt className="text-[8.5pt] text-muted">{fact.name}</dt>
                  <dd dir="auto" className="mt-[1mm] text-[11pt] wrap-anywhere">
                    {fact.value}
                  </dd>
                </div>
              ))}
          </dl>
          <LogoMark className="size-[34mm] shrink-0 text-primary max-md:hidden print:block" />
        </div>
      </div>
    </Sheet>
  )
}
