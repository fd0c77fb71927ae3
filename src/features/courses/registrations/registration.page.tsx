import { useQuery } from '@tanstack/react-query'
import { dayAndMonth, shortTime, zoneName } from '#contract/zoned-format.ts'
import { Still } from '#site/page/still.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatDate } from '#ui/date.tsx'
import { Facts } from '#ui/feature-list.tsx'
import { Section } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { useSearch } from '#ui/router.ts'
import { apiQuery, listPath } from '#web/api-query.ts'
import { Head } from '#web/head.tsx'
import { PageHero } from '#web/page-frame.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { QueryState } from '#web/query-state.tsx'
import { placeForSeat, placeText, priceLine } from '../cohorts/cohort-words.ts'
import { timetableText } from '../cohorts/timetable.ts'
import { enrolledStates, type LinkAction, linkActions, proposalLine } from '../ground/registration-words.contract.ts'
import type { RegistrationLink } from '../ground/registrations.contract.ts'

export const search = (given: URLSearchParams) => ({
  token: given.get('token'),
  do: given.get('do'),
  done: given.get('done'),
})

/** The registration of a link in a message; null for an invalid link. */
const registrationLinkQuery = (search: URLSearchParams) =>
  apiQuery<RegistrationLink | null>(listPath('/api/registrations/link', { token: search.get('token') || '-' }))

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
            lead="It may be incomplete. Please open it from the message again, or write to us."
          >
            <ButtonLink to="/courses" variant="secondary">
              See all courses
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
  take: 'Take it',
  change: 'Change my request',
  decline: 'No, thank you',
  withdraw: 'Withdraw',
}
/** These end something, so they are never the main button. */
const ends: LinkAction[] = ['decline', 'withdraw']

function Details({ registration, search }: { registration: RegistrationLink; search: URLSearchParams }) {
  const { course, cohort, kind, people, offeredPeople, state, place, actions, message, proposed } = registration
  const { company, gstin, price, gst, enrollmentUrl } = registration
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
      <PageHero eyebrow="Courses" title={title} lead={message ?? lead}>
        <div className="flex flex-wrap gap-3">
          {enrollmentUrl && (
            <ButtonLink href={enrollmentUrl} size="large" target="_blank">
              Enroll Now
            </ButtonLink>
          )}
          {buttons.map((action) => (
            <form key={action} method="post" action="/api/registrations/link">
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
            <a className="link" href={`/api/courses/${course.slug}/dates/${cohort._id}.ics`} download>
              Add to calendar
            </a>
          </p>
        )}
      </PageHero>
      <Section space="band">
        <Facts
          className="max-w-[36rem]"
          facts={[
            {
              name: 'Course',
              value: (
                <Link to={`/courses/${course.slug}`} className="link">
                  {course.title}
                </Link>
              ),
            },
            { name: 'Date', value: cohort && daysOf(cohort) },
            {
              name: 'Time',
              value:
                cohort?.timetable && timetableText(cohort.timetable, zoneName(timeZone, Date.parse(cohort.startsOn))),
            },
            { name: 'Place', value: cohort && (hasSeat ? placeForSeat(cohort) : placeText(cohort)) },
            { name: 'Language', value: cohort?.language },
            { name: 'People', value: seats },
            {
              name: 'Price',
              value: kind === 'enroll' || kind === 'waitlist' ? priceLine(price, seats, gst) : undefined,
            },
            { name: 'Company', value: company },
            { name: 'GSTIN', value: gstin },
            { name: 'Number on the list', value: place },
            { name: 'You asked again', value: proposed && proposalLine(proposed) },
          ]}
        />
      </Section>
    </>
  )
}

const daysOf = ({ startsOn, endsOn }: NonNullable<RegistrationLink['cohort']>) =>
  [startsOn, endsOn !== startsOn && endsOn]
    .filter((day) => typeof day === 'string')
    .map(formatDate)
    .join(' – ')

type PageText = { title: string; lead: string }

function textFor(registration: RegistrationLink, done: string | null): PageText {
  const { course, cohort, kind, people, state, place, offeredUntil, actions, enrollmentUrl } = registration
  const { timeZone = 'Asia/Kolkata' } = registration
  const forDate = cohort ? ` for ${dayAndMonth(cohort.startsOn)}` : ''
  const until = offeredUntil ? shortTime(offeredUntil, timeZone) : ''
  if (actions.includes('confirm')) return { title: 'One step is left', lead: confirmLeads[kind](course.title) }
  if (actions.includes('change'))
    return {
      title: 'You have a request already',
      lead: `You asked again, with other values: ${course.title}. Press the button to change it.`,
    }
  if (state === 'offered') {
    const seats = registration.offeredPeople ?? people
    const [title, yours] = seats === 1 ? ['A seat is free', 'It is'] : [`${seats} seats are free`, 'They are']
    const then = cohort?.enrollVia === 'link' ? ' After that, enroll and pay on our enrollment page.' : ''
    return { title: title + forDate, lead: `${yours} yours until ${until}. Press a button to answer.${then}` }
  }
  if (enrolledStates.includes(state)) {
    const title = `You have ${people === 1 ? 'a seat' : `${people} seats`}${forDate}`
    if (enrollmentUrl) return { title, lead: 'One step is left: enroll and pay on our enrollment page.' }
    return { title, lead: 'You need not enroll anywhere else.' }
  }
  if (state === 'lapsed')
    return { title: 'This offer has lapsed', lead: `We held it until ${until}. Someone else has been asked since.` }
  if (state === 'withdrawn')
    return { title: 'You have withdrawn', lead: 'You get no more messages about this request.' }
  if (state === 'declined')
    return kind === 'enroll'
      ? { title: `There is no seat${forDate}`, lead: 'Please ask us for another date.' }
      : { title: 'You have declined the seat', lead: 'Thank you for telling us. It goes to the next in line.' }
  if (state === 'notified') return { title: 'We have told you the next date', lead: 'It is on the page of the course.' }
  if (kind === 'nextDate')
    return { title: 'We will let you know', lead: `You will be the first to hear: ${course.title}.` }
  if (kind === 'enroll' && state !== 'waiting')
    return { title: 'We have your enrollment', lead: 'We will write when your seat is confirmed.' }
  if (state === 'waiting' && done === 'take')
    return {
      title: 'The seat went to someone else',
      lead: `They were faster by a moment. ${place === 1 ? 'You stay first in line' : 'You keep your place'}. We will write when the next seat is free.`,
    }
  return {
    title: 'You are on the waiting list',
    lead: place ? `You are number ${place}${forDate}.` : 'We will write when a seat becomes free.',
  }
}

const confirmLeads: Record<RegistrationLink['kind'], (course: string) => string> = {
  enroll: (course) => `Press the button to enroll for ${course}.`,
  waitlist: (course) => `Press the button to join the waiting list of ${course}.`,
  nextDate: (course) => `Press the button, and we will tell you the next date of ${course}.`,
  question: (course) => `Press the button to confirm your question about ${course}.`,
}
