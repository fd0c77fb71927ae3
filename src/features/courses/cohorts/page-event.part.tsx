import { useContext } from 'react'
import type { Company } from '#contract/company.ts'
import { LivePart, useInPreview } from '#site/page/live-part.tsx'
import { Card } from '#ui/layout.tsx'
import { useSearch } from '#ui/router.ts'
import { useCompany } from '#web/company-context.tsx'
import { HeadContext } from '#web/head.tsx'
import { addressData, organisationNamed } from '#web/structured-data.ts'
import type { CohortState } from '../ground/cohort-words.contract.ts'
import { hasFreeSeats, takesPeople } from '../ground/cohort-words.contract.ts'
import { kindOf } from '../ground/courses.queries.ts'
import type { ShownEvent } from '../ground/page-events.contract.ts'
import AskForm from './ask-form.tsx'
import { dayInWords, placeText } from './cohort-words.ts'
import { OwnTimes } from './own-times.tsx'
import { timetableText, zoneOf } from './timetable.ts'

/** The event of a page: when and where it is, and the form with which people register until it starts. */
export default function PageEvent({ event }: { event: ShownEvent }) {
  const { startsAt, endsAt, startsOn, endsOn, timetable, timeZone, place, online, mapUrl, page, date } = event
  const state = date?.state ?? 'open'
  const where = placeText({ mode: online ? (place ? 'both' : 'online') : 'place', place })
  const moments = [startsAt, endsAt].map((iso) => Date.parse(iso))
  const collect = useContext(HeadContext)
  const company = useCompany()
  const isPublic = !useInPreview()
  if (import.meta.env.SSR) collect?.({ jsonLd: [dataOf(event, state, company)] })
  return (
    <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-12">
      <div className="lg:col-span-5">
        <p className="eyebrow">{stateWords[state] ?? seatsWords(date?.seatsLeft)}</p>
        <h2 className="mt-4 text-h2">
          {dayInWords(startsOn)}
          {endsOn && ` to ${dayInWords(endsOn)}`}
        </h2>
        <p className="mt-1.5 text-lead">
          {timetableText(timetable, zoneOf(event, timeZone))}
          <span className="block text-body text-muted">
            <OwnTimes moments={moments} timeZone={timeZone} />
          </span>
        </p>
        {where && (
          <p dir="auto" className="mt-5 text-lead wrap-anywhere">
            {where}
          </p>
        )}
        <p className="mt-5 flex flex-wrap gap-x-5 gap-y-1 text-small">
          {mapUrl && (
            <a className="link" href={mapUrl} rel="noopener">
              View the map
            </a>
          )}
          {date && isPublic && state !== 'past' && (
            <a className="link" href={`/api/pages/${page._id}/dates/${date._id}.ics`}>
              Add to calendar
            </a>
          )}
        </p>
      </div>
      <Registration startsOn={startsOn} page={page} state={state} />
    </div>
  )
}

const stateWords: Partial<Record<CohortState, string>> = {
  cancelled: 'Cancelled',
  past: 'This event took place',
  running: 'Happening now',
  closed: 'Registration is closed',
  full: 'Full, with a waitlist',
}

const seatsWords = (left: number | undefined) =>
  left === undefined ? 'Event' : `${left} seat${left === 1 ? '' : 's'} left`

function Registration({ startsOn, page, state }: Pick<ShownEvent, 'startsOn' | 'page'> & { state: CohortState }) {
  const sent = kindOf(useSearch().get('sent'))
  const closed = closedWords[state]
  return (
    <Card as="section" id="ask" aria-labelledby="ask-title" className="scroll-mt-28 lg:col-span-7 print:hidden">
      {closed && !sent ? (
        <>
          <h2 id="ask-title" className="text-h2">
            {closed.title}
          </h2>
          <p className="mt-2 text-muted">{closed.text}</p>
        </>
      ) : (
        <LivePart
          name="ask"
          part={AskForm}
          of={{
            asked: {
              ...({ form: 'event', action: `/${page.path}` } as const),
              hidden: { _form: 'event', pageId: page._id },
              startsOn,
            },
            kind: sent ?? (state === 'full' ? 'waitlist' : 'enrol'),
          }}
        />
      )}
    </Card>
  )
}

/** The words in place of the form. */
const closedWords: Partial<Record<CohortState, { title: string; text: string }>> = {
  cancelled: { title: 'This event is cancelled', text: 'We let everyone who has registered know by email.' },
  past: { title: 'This event took place', text: 'Thank you to everyone who came.' },
  running: { title: 'This event has started', text: 'Registration is closed.' },
  closed: { title: 'Registration is closed', text: 'We take no more registrations for this event.' },
}

/** An event as search engines read it (schema.org). */
function dataOf(event: ShownEvent, state: CohortState, { brand, address }: Company): object {
  const { startsAt, endsAt, place, online, mapUrl, page } = event
  const url = `/${page.path}`
  const locations = [
    ...(place || !online
      ? [{ '@type': 'Place', name: place ?? brand, address: place ?? addressData(address), hasMap: mapUrl }]
      : []),
    ...(online ? [{ '@type': 'VirtualLocation', url }] : []),
  ]
  const mode = online ? (place ? 'Mixed' : 'Online') : 'Offline'
  return {
    '@type': 'Event',
    name: page.title,
    startDate: startsAt,
    endDate: endsAt,
    eventStatus: `https://schema.org/Event${state === 'cancelled' ? 'Cancelled' : 'Scheduled'}`,
    eventAttendanceMode: `https://schema.org/${mode}EventAttendanceMode`,
    location: locations.length === 1 ? locations[0] : locations,
    organizer: organisationNamed(brand),
    ...(takesPeople.includes(state) && {
      offers: {
        '@type': 'Offer',
        price: 0,
        priceCurrency: 'INR',
        availability: `https://schema.org/${hasFreeSeats.includes(state) ? 'InStock' : 'SoldOut'}`,
        url,
      },
    }),
    url,
  }
}
