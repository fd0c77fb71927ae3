import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { lookup } from '#contract/lookup.ts'
import { Still } from '#site/page/still.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatDate } from '#ui/date.tsx'
import { Section } from '#ui/layout.tsx'
import { useSearch } from '#ui/router.ts'
import { apiQuery, listPath } from '#web/api-query.ts'
import { Head } from '#web/head.tsx'
import { PageHero } from '#web/page-frame.tsx'
import type { PageRequest } from '#web/page-route.ts'
import type { PreferenceAction, Preferences } from '../ground/subscribers.contract.ts'
import { endedTexts, LeaveReasons, LinkPage, type LinkText, unknownLink } from './link-page.tsx'
import { TopicTicks } from './sign-up-form.tsx'

const path = '/newsletter/preferences'

export const search = (given: URLSearchParams) => ({ token: given.get('token'), done: given.get('done') })

/** The choices of the subscription that a link is for; null for an invalid link. */
const preferencesQuery = (search: URLSearchParams) =>
  apiQuery<Preferences | null>(listPath('/api/newsletter/preferences', { token: search.get('token') || '-' }))

export const queries = ({ search }: PageRequest) => [preferencesQuery(search)]

/** Opening it changes nothing, since mail scanners open every link; its buttons are those of native forms, which work without JavaScript. */
export default function PreferencesPage() {
  const search = useSearch()
  const query = useQuery(preferencesQuery(search))
  const to = `${path}?${new URLSearchParams({ token: search.get('token') ?? '' })}`
  return (
    <Still path={path}>
      <LinkPage query={query} failure="Failed to load your preferences">
        {(preferences) =>
          preferences?.state === 'confirmed' ? (
            <Choices {...preferences} to={to} done={search.get('done')} />
          ) : (
            <Ended preferences={preferences} to={to} done={search.get('done')} />
          )
        }
      </LinkPage>
    </Still>
  )
}

type Form = { to: string; done: string | null }

/** The answer to each press, and the state that it must have led to. */
const answers: Record<string, (choices: Preferences) => string | false> = {
  save: () => 'Your preferences are saved.',
  resume: ({ pausedUntil }) => !pausedUntil && 'Emails are no longer paused.',
  return: () => 'You are subscribed again.',
}

function Choices({ email, topics, pausedUntil, to, done, ...rest }: Preferences & Form) {
  const answer = lookup(answers, done)?.({ email, topics, pausedUntil, ...rest })
  const action = (name: PreferenceAction) => ({ type: 'submit', name: 'action', value: name }) as const
  return (
    <>
      <Head title="Email preferences" noIndex />
      <PageHero
        eyebrow="Newsletter"
        title="Email preferences"
        lead={
          pausedUntil
            ? `Emails to ${email} are paused until ${formatDate(pausedUntil)}.`
            : `Choose what we send to ${email}.`
        }
      />
      <Section space="band">
        <form method="post" action={to} className="grid max-w-measure gap-8">
          {answer && (
            <Alert tone="success" tabIndex={-1} autoFocus>
              {answer}
            </Alert>
          )}
          {topics.length > 0 && (
            <div>
              <TopicTicks
                tall
                topics={topics}
                isChosen={(id) => topics.some((topic) => topic.id === id && topic.chosen)}
                error={done === 'none' ? 'Choose at least one' : undefined}
              />
              <Button {...action('save')} className="mt-4">
                Save
              </Button>
            </div>
          )}
          <Choice
            title="Pause"
            text={
              pausedUntil ? `You hear from us again on ${formatDate(pausedUntil)}.` : 'Take a break from our emails.'
            }
          >
            <Button {...action(pausedUntil ? 'resume' : 'pause')} variant="secondary">
              {pausedUntil ? 'Resume emails' : 'Pause for three months'}
            </Button>
          </Choice>
          <Choice title="Unsubscribe" text="You can subscribe again at any time.">
            <Button {...action('leave')} variant="secondary">
              Unsubscribe
            </Button>
          </Choice>
        </form>
      </Section>
    </>
  )
}

const Choice = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-t border-line pt-6 first:border-0 first:pt-0">
    <div>
      <h2 className="text-h3">{title}</h2>
      <p className="mt-1 text-muted">{text}</p>
    </div>
    {children}
  </div>
)

/** The page of a subscription without choices, with a way back if its owner has left. */
function Ended({ preferences, to, done }: Form & { preferences: Preferences | null }) {
  const { title, lead } = textFor(preferences)
  const hasLeft = preferences?.state === 'unsubscribed'
  return (
    <>
      <Head title={title} status={preferences ? undefined : 404} noIndex />
      <PageHero eyebrow="Newsletter" title={title} lead={lead}>
        {hasLeft ? (
          <>
            <form method="post" action={to}>
              <Button type="submit" name="action" value="return" size="large">
                Subscribe again
              </Button>
            </form>
            <LeaveReasons to={to} action="leave" said={done === 'reason'} />
          </>
        ) : (
          <ButtonLink to="/" variant="secondary">
            Back to Home
          </ButtonLink>
        )}
      </PageHero>
    </>
  )
}

function textFor(preferences: Preferences | null): LinkText {
  if (preferences === null) return unknownLink
  const { email, state } = preferences
  if (state === 'unsubscribed' || state === 'bounced') return endedTexts[state](email)
  if (state === 'pending')
    return {
      title: 'Your subscription is not confirmed',
      lead: `Please use the link in the email that we sent to ${email}. Until then we send nothing else there.`,
    }
  return endedTexts.removed()
}
