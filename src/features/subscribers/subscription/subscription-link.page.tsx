import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useRouter, useSearch } from '#ui/router.ts'
import { apiQuery, listPath } from '#web/api-query.ts'
import { Head } from '#web/head.tsx'
import { PageHero } from '#web/page-frame.tsx'
import type { PageRequest } from '#web/page-route.ts'
import type { LinkAction, LinkPurpose, SubscriptionLink } from '../ground/subscribers.contract.ts'
import { endedTexts, LeaveReasons, LinkPage, type LinkText, unknownLink } from './link-page.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/** The state of the subscription that a link is for; null for an invalid link. */
function queryOf(path: string, search: URLSearchParams) {
  const purpose: LinkPurpose = path.endsWith('/confirm') ? 'confirm' : 'unsubscribe'
  return apiQuery<SubscriptionLink | null>(
    listPath('/api/newsletter/subscription', { purpose, token: search.get('token') || '-' }),
  )
}

export const search = (given: URLSearchParams) => ({ token: given.get('token'), done: given.get('done') })

export const queries = ({ path, search }: PageRequest) => [queryOf(path, search)]

type PageText = LinkText & { button?: { action: LinkAction; label: string }; form?: boolean }

/** Opening it changes nothing, since mail scanners open every link; its one button is a native form, which works without JavaScript. */
export default function SubscriptionLinkPage() {
  const { pathname } = useRouter().location
  const search = useSearch()
  const link = useQuery(queryOf(pathname, search))
  const done = search.get('done')
  const to = `${pathname}?${new URLSearchParams({ token: search.get('token') ?? '' })}`
  return (
    <LinkPage query={link} failure="Failed to load your subscription">
      {(data) => {
        const text: PageText = data ? textFor(data, done) : unknownLink
        return (
          <>
            <Head title={text.title} status={data === null ? 404 : undefined} noIndex />
            <PageHero eyebrow="Newsletter" title={text.title} lead={text.lead}>
              <Answer text={text} to={to} />
              {text.button?.action === 'undo' && <LeaveReasons to={to} action="unsubscribe" said={done === 'reason'} />}
            </PageHero>
          </>
        )
      }}
    </LinkPage>
  )
}

function Answer({ text: { button, form }, to }: { text: PageText; to: string }): ReactNode {
  if (button) {
    return (
      <form method="post" action={to}>
        <input type="hidden" name="action" value={button.action} />
        <Button type="submit" size="large">
          {button.label}
        </Button>
      </form>
    )
  }
  return form ? (
    <div className="max-w-measure">
      <SignUpForm />
    </div>
  ) : (
    <ButtonLink to="/" variant="secondary">
      Back to Home
    </ButtonLink>
  )
}

function textFor({ purpose, email, state }: SubscriptionLink, done: string | null): PageText {
  if (state === 'removed') return endedTexts.removed()
  if (purpose === 'confirm') return confirmText(email, state)
  if (state === 'unsubscribed')
    return { ...endedTexts.unsubscribed(email), button: { action: 'undo', label: 'Subscribe again' } }
  if (state === 'bounced') return endedTexts.bounced(email)
  const button = { action: 'unsubscribe' as const, label: 'Unsubscribe' }
  if (done === 'undo')
    return { title: 'You are subscribed again', lead: `Our newsletter goes to ${email} as before.`, button }
  return {
    title: 'Unsubscribe',
    lead: `Stop sending our newsletter to ${email}?`,
    button,
  }
}

function confirmText(email: string, state: SubscriptionLink['state']): PageText {
  if (state === 'confirmed')
    return {
      title: 'Your subscription is confirmed',
      lead: `Our newsletter will go to ${email}. Every email has a link to unsubscribe.`,
    }
  if (state === 'expired')
    return {
      title: 'This link has expired',
      lead: 'Confirmation links expire after seven days. Subscribe again to get a new one.',
      form: true,
    }
  return {
    title: 'Confirm your subscription',
    lead: `Receive our newsletter at ${email}.`,
    button: { action: 'confirm', label: 'Confirm subscription' },
  }
}
