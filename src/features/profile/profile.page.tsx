import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { withDetails } from '#contract/company.ts'
import { figures } from '#contract/default-words.ts'
import { aboutWords } from '#features/about/about.contract.ts'
import { peopleQuery } from '#features/about/about.queries.ts'
import { serviceCasesQuery } from '#features/cases/cases.queries.ts'
import { allServices } from '#features/home/home.queries.ts'
import { homeWords } from '#features/home/home-words.contract.ts'
import { Sheet, Sheets } from '#site/page/sheets.tsx'
import { Still } from '#site/page/still.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { formatDate } from '#ui/date.tsx'
import { isFilled } from '#ui/feature-list.tsx'
import { useCompany, useWords } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import { breadcrumbData } from '#web/structured-data.ts'

export const queries = () => [allServices, peopleQuery, serviceCasesQuery()]

/** The most that fits on a sheet. */
const most = { services: 8, features: 2, people: 6, cases: 3, letters: 160 }

/** The sentences with which a text begins, as long as they have so many letters together; the first one in any case. */
export function firstSentences(text: string, letters: number): string {
  const [first = '', ...others] = text.split(/(?<=[.!?])\s+/)
  let kept = first
  for (const sentence of others) {
    if (kept.length + sentence.length >= letters) break
    kept += ` ${sentence}`
  }
  return kept
}

/** The company on two sheets of A4, to be printed or saved, and passed on. */
export default function ProfilePage() {
  const { brand } = useCompany()
  return (
    <Still path="/profile">
      <Head
        title="Company profile"
        path="/profile"
        description={`${brand} on two pages: our services, our results and our people.`}
        jsonLd={[breadcrumbData([{ name: 'Company profile', path: '/profile' }])]}
      />
      <Sheets title="Company profile" lead="Two A4 pages to print or share." className="profile">
        <FirstSheet />
        <SecondSheet />
      </Sheets>
    </Still>
  )
}

function ProfileSheet({ number, children }: { number: 1 | 2; children: ReactNode }) {
  const { address, phone, email } = useCompany()
  return (
    <Sheet
      label={`Sheet ${number} of 2`}
      foot={[`${address.street}, ${address.city} ${address.postalCode}`, phone, email].join(' · ')}
      end={`${number} / 2`}
    >
      {children}
    </Sheet>
  )
}

function FirstSheet() {
  const words = useWords('home', homeWords)
  return (
    <ProfileSheet number={1}>
      <h2 dir="auto" className="profile-title">
        {words.title}
      </h2>
      <p dir="auto" className="profile-lead">
        {words.lead}
      </p>
      <Figures />
      <Services />
    </ProfileSheet>
  )
}

function Figures() {
  const words = useWords('figures', figures)
  return (
    <dl className="profile-figures">
      {([1, 2, 3, 4] as const).map((n) => (
        <div key={n}>
          <dt dir="auto">{words[`name${n}`]}</dt>
          <dd>{words[`home${n}`]}</dd>
        </div>
      ))}
    </dl>
  )
}

const Entries = ({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) => (
  <>
    <h2>{title}</h2>
    {lead}
    <ul className="profile-entries">{children}</ul>
  </>
)

function Services() {
  const services = useQuery(allServices).data ?? []
  if (services.length === 0) return null
  return (
    <Entries title="What we do">
      {services.slice(0, most.services).map(({ _id, title, description, features }) => (
        <li key={_id}>
          <h3 dir="auto">{title}</h3>
          <p dir="auto">{firstSentences(description, most.letters)}</p>
          {features.some(isFilled) && <p dir="auto">{features.filter(isFilled).slice(0, most.features).join(' · ')}</p>}
        </li>
      ))}
    </Entries>
  )
}

function SecondSheet() {
  const company = useCompany()
  const words = useWords('about', aboutWords)
  return (
    <ProfileSheet number={2}>
      <Cases />
      <People />
      <h2>{words.missionTitle}</h2>
      <p dir="auto" className="profile-lead">
        {withDetails(words.mission, company)}
      </p>
    </ProfileSheet>
  )
}

/** The first case studies with their results; a company without any shows how an engagement goes in their place. */
function Cases() {
  const words = useWords('home', homeWords)
  const cases = useQuery(serviceCasesQuery()).data ?? []
  if (cases.length === 0)
    return (
      <Entries title={words.engagementTitle} lead={<p>{words.engagementText}</p>}>
        {([1, 2, 3, 4, 5, 6] as const).map((n) => (
          <li key={n}>
            <h3 dir="auto">{words[`when${n}`]}</h3>
            <p dir="auto">{words[`what${n}`]}</p>
          </li>
        ))}
      </Entries>
    )
  return (
    <>
      <h2>Results</h2>
      <ul className="profile-cases">
        {cases.slice(0, most.cases).map(({ _id, title, client, industry, summary, figures: [result] }) => (
          <li key={_id}>
            <div>
              <p dir="auto" className="eyebrow">{`${client}\u00a0· ${industry}`}</p>
              <h3 dir="auto">{title}</h3>
              <p dir="auto">{firstSentences(summary, most.letters)}</p>
            </div>
            {result && (
              <p dir="auto" className="profile-result">
                <strong>{result.figure}</strong> {`${result.name}, as of ${formatDate(result.asOf)}`}
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function People() {
  const people = useQuery(peopleQuery).data?.people ?? []
  if (people.length === 0) return null
  return (
    <Entries title="Our people">
      {people.slice(0, most.people).map(({ name, avatarUrl, intro }) => (
        <li key={name} className="flex gap-3">
          <Avatar name={name} url={avatarUrl} size={44} />
          <div>
            <h3 dir="auto">{name}</h3>
            {intro && <p dir="auto">{intro}</p>}
          </div>
        </li>
      ))}
    </Entries>
  )
}
