import { useQuery } from '@tanstack/react-query'
import { dayAndMonth, shortTime } from '#contract/zoned-format.ts'
import { RenderedContent } from '#site/page/rendered-content.tsx'
import { Still } from '#site/page/still.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Facts } from '#ui/feature-list.tsx'
import { Section } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { useSearch } from '#ui/router.ts'
import { apiQuery, listPath } from '#web/api-query.ts'
import { Head } from '#web/head.tsx'
import { PageHero } from '#web/page-frame.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { QueryState } from '#web/query-state.tsx'
import { daysBetween, placeForSeat, placeText, priceLine } from '../cohorts/cohort-words.ts'
import { timetableText, zoneOf } from '../cohorts/timetable.ts'
import type { RegistrationLink } from '../ground/registration-link.contract.ts'
import { enrolledStates, type LinkAction, linkActions, proposalLine } from '../ground/registration-words.contract.ts'
import { BookingForm } from './booking-form.tsx'

export const search = (given: URLSearchParams) => ({
  token: given.get('token'),
  do: given.get('do'),
  done: given.get('done'),
})

/** The registration of a link in a message; null for an invalid link. */
const registrationLinkQuery = (search: URLSearchParams) =>
  apiQuery<RegistrationLink | null>(listPath('/api/course-requests/link', { token: search.get('token') || '-' }))

export const queries = ({ search }: PageRequest) => [registrationLinkQuery(search)]

/** The page of a link in a message. Opening it changes nothing, since mail scanners open links; its buttons are native forms, for use without JavaScript. */
export default function RegistrationPage() {
  const search = useSearch()
  const query = useQuery(registrationLinkQuery(search))
  return (
    <Still path="/registration">
      {query.data ? (
        <Details registration={query.data} search={search} />
      ) : query.data === null ? (
        <>
          <Head title="This link does not work" status={404} noIndex />
          <PageHero
            eyebrow="Courses"
            title="This link does not work"
            lead="It may be incomplete. Please open it from the email again, or contact us."
          >
            <ButtonLink to="/courses" variant="secondary">
              View all courses
            </ButtonLink>
          </PageHero>
        </>
      ) : (
        <Section space="band">
          <Head title="Courses" noIndex />
          <QueryState query={query} failure="Failed to load your request" whole>
            {() => null}
          </QueryState>
        </Section>
      )}
    </Still>
  )
}

const labels: Record<LinkAction, string> = {
  confirm: 'Confirm',
  take: 'Accept',
  change: 'Confirm the change',
  decline: 'Decline',
  withdraw: 'Withdraw',
}
/** These end something, so they are never the main button. */
const ends: LinkAction[] = ['decline', 'withdraw']

function Details({ registration, search }: { registration: RegistrationLink; search: URLSearchParams }) {
  const { cohort, kind, people, offeredPeople, state, place, actions, message, proposed } = registration
  const { company, gstin, price, gst, enrollmentUrl, joining } = registration
  const offer = offerOf(registration)
  const hasSeat = enrolledStates.includes(state)
  const seats = state === 'offered' ? (offeredPeople ?? people) : people
  const isCalendar = cohort !== undefined && actions.length > 0 && hasSeat
  const { timeZone = 'Asia/Kolkata' } = registration
  const { title, lead } = textFor(registration, search.get('done'))
  const asked = search.get('do')
  const buttons = linkActions
    .filter((action) => actions.includes(action))
    .sort((one, other) => Number(other === asked) - Number(one === asked))
  return (
    <>
      <Head title={title} noIndex />
      <PageHero eyebrow={registration.event ? 'Events' : 'Courses'} title={title} lead={message ?? lead}>
        <div className="flex flex-wrap gap-3">
          {enrollmentUrl && (
            <ButtonLink href={enrollmentUrl} size="large" target="_blank">
              Enroll Now
            </ButtonLink>
          )}
          {buttons.map((action) => (
            <form key={action} method="post" action="/api/course-requests/link">
              <input type="hidden" name="token" value={search.get('token') ?? ''} />
              <input type="hidden" name="action" value={action} />
              {action === 'change' && <input type="hidden" name="at" value={proposed?.at} />}
              <Button type="submit" size="large" variant={ends.includes(action) ? 'secondary' : 'primary'}>
                {labels[action]}
              </Button>
            </form>
          ))}
        </div>
        {isCalendar && (
          <p className="mt-4 text-small">
            <a className="link" href={calendarPath(registration, cohort._id)} download>
              Add to calendar
            </a>
          </p>
        )}
      </PageHero>
      <Section space="band">
        <div className="grid gap-12 lg:grid-cols-12">
          <div className="grid content-start gap-8 lg:col-span-5">
            {joining && (
              <section className="rounded-panel border border-line bg-raised p-5">
                <h2 className="text-h3">How to join</h2>
                {joining.url && (
                  <p className="mt-2 text-small">
                    <a href={joining.url} rel="noopener" className="link wrap-anywhere">
                      {joining.url}
                    </a>
                  </p>
                )}
                {joining.html && <RenderedContent html={joining.html} className="mt-3 text-small" />}
              </section>
            )}
            <Facts
              facts={[
                {
                  name: registration.event ? 'Event' : 'Course',
                  value: (
                    <Link to={offer.path} className="link">
                      {offer.title}
                    </Link>
                  ),
                },
                { name: 'Date', value: cohort && daysBetween(cohort) },
                {
                  name: 'Time',
                  value: cohort?.timetable && timetableText(cohort.timetable, zoneOf(cohort, timeZone)),
                },
                { name: 'Location', value: cohort && (hasSeat && !joining ? placeForSeat(cohort) : placeText(cohort)) },
                { name: 'Language', value: cohort?.language },
                { name: 'Seats', value: seats },
                {
                  name: 'Price',
                  value:
                    price !== undefined && (kind === 'enrol' || kind === 'waitlist')
                      ? priceLine(price, seats, gst)
                      : undefined,
                },
                { name: 'Company', value: company },
                { name: 'GSTIN', value: gstin },
                { name: 'Place on the waitlist', value: state === 'waiting' && place },
                { name: 'PO number', value: registration.poNumber },
                { name: 'New details', value: proposed && proposalLine(proposed) },
              ]}
            />
          </div>
          <div className="lg:col-span-7">
            <BookingForm registration={registration} token={search.get('token') ?? ''} done={search.get('done')} />
          </div>
        </div>
      </Section>
    </>
  )
}

/** The title and the address of the course or the event. */
const offerOf = ({ course, event = { _id: '', title: '', path: '/' } }: RegistrationLink) =>
  course ? { ...course, path: `/courses/${course.slug}` } : event

const calendarPath = ({ course, event }: RegistrationLink, date: string) =>
  course ? `/api/courses/${course.slug}/dates/${date}.ics` : `/api/pages/${event?._id}/dates/${date}.ics`

type PageText = { title: string; lead: string }

function textFor(registration: RegistrationLink, done: string | null): PageText {
  const { cohort, kind, people, state, place, offeredUntil, actions, enrollmentUrl } = registration
  const offer = offerOf(registration)
  const { timeZone = 'Asia/Kolkata' } = registration
  const forDate = cohort ? ` for ${dayAndMonth(cohort.startsOn)}` : ''
  const until = offeredUntil ? shortTime(offeredUntil, timeZone) : ''
  if (actions.includes('confirm')) return { title: 'Confirm your request', lead: confirmLeads[kind](offer.title) }
  if (actions.includes('change'))
    return {
      title: 'You already have a request',
      lead: `You sent new details: ${offer.title}. Confirm to change your request.`,
    }
  if (state === 'offered') {
    const seats = registration.offeredPeople ?? people
    const [title, held] = seats === 1 ? ['A seat is available', 'it'] : [`${seats} seats are available`, 'them']
    const then = cohort?.enrolVia === 'link' ? ' Then enroll and pay on our enrollment page.' : ''
    return { title: title + forDate, lead: `We hold ${held} for you until ${until}.${then}` }
  }
  if (enrolledStates.includes(state)) {
    const title = `You have ${people === 1 ? 'a seat' : `${people} seats`}${forDate}`
    if (enrollmentUrl) return { title, lead: 'To complete your enrollment, enroll and pay on our enrollment page.' }
    const unnamed = registration.participants?.some(({ name }) => name === undefined)
    if (unnamed) return { title, lead: 'You are all set. Tell us who is coming: you can name the participants below.' }
    return { title, lead: 'You are all set: there is nothing else to do.' }
  }
  if (state === 'lapsed')
    return { title: 'This offer has expired', lead: `We held it until ${until}. It is now offered to someone else.` }
  if (state === 'withdrawn')
    return { title: 'You have withdrawn', lead: 'You will get no more emails about this request.' }
  if (state === 'declined')
    return kind === 'enrol'
      ? {
          title: `Your request${forDate} was declined`,
          lead: registration.event ? 'Questions? Please contact us.' : 'Please choose another date, or contact us.',
        }
      : { title: 'You have declined the seat', lead: 'Thank you for letting us know. We offer it to the next person.' }
  if (state === 'notified')
    return { title: 'There is a new date', lead: 'We emailed you about it. It is also on the course page.' }
  if (kind === 'nextDate')
    return { title: 'We will let you know', lead: `We will email you when there is a new date: ${offer.title}.` }
  if (kind === 'enrol' && state !== 'waiting')
    return { title: 'We received your request', lead: 'We will email you when your seat is confirmed.' }
  if (state === 'waiting' && done === 'take')
    return {
      title: 'The seat went to someone else',
      lead: 'You keep your place on the waitlist. We will email you when the next seat is available.',
    }
  return {
    title: 'You are on the waitlist',
    lead: place ? `You are number ${place}${forDate}.` : 'We will email you when a seat becomes available.',
  }
}

const confirmLeads: Record<RegistrationLink['kind'], (title: string) => string> = {
  enrol: (title) => `Confirm to request a seat: ${title}.`,
  waitlist: (title) => `Confirm to join the waitlist: ${title}.`,
  nextDate: (title) => `Confirm, and we email you about the next date: ${title}.`,
  question: (title) => `Confirm your question: ${title}.`,
}
