import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/layout.tsx'
import { Head } from '#web/head.tsx'
import { QueryState } from '#web/query-state.tsx'
import { leaveReasons } from '../ground/sign-up-words.contract.ts'

type LinkPageProps<Data> = { query: UseQueryResult<Data>; failure: string; children: (data: Data) => ReactNode }

/** A page that a link in a message leads to, while it loads and afterwards. */
export const LinkPage = <Data,>({ query, failure, children }: LinkPageProps<Data>): ReactNode =>
  query.data === undefined ? (
    <Section space="band">
      <Head title="Newsletter" noIndex />
      <QueryState query={query} failure={failure} whole>
        {() => null}
      </QueryState>
    </Section>
  ) : (
    children(query.data)
  )

export type LinkText = { title: string; lead: string }

export const unknownLink: LinkText = {
  title: 'This link does not work',
  lead: 'It may be incomplete. Please open it from the email again, or contact us.',
}

/** The texts of a subscription that gets no mail. */
export const endedTexts = {
  removed: () => ({ title: 'This address is not on our list', lead: 'We will not email you. There is nothing to do.' }),
  unsubscribed: (email) => ({
    title: 'You are unsubscribed',
    lead: `We no longer send our newsletter to ${email}. Was this a mistake?`,
  }),
  bounced: (email) => ({
    title: 'We stopped emailing this address',
    lead: `Emails to ${email} could not be delivered.`,
  }),
} satisfies Record<string, (email: string) => LinkText>

type LeaveReasonsProps = {
  /** The address of the page, which takes the answer. */
  to: string
  /** The action that it repeats. */
  action: 'leave' | 'unsubscribe'
  /** Whether one has just been said. */
  said: boolean
}

/** Asks a former subscriber for the reason: one press, which is optional. */
export const LeaveReasons = ({ to, action, said }: LeaveReasonsProps) =>
  said ? (
    <p role="status" className="mt-8 text-small text-muted">
      Thank you for letting us know.
    </p>
  ) : (
    <form method="post" action={to} className="mt-8">
      <fieldset>
        <legend className="mb-2 text-small text-muted">Why did you unsubscribe?</legend>
        <input type="hidden" name="action" value={action} />
        <div className="flex flex-wrap gap-2">
          {leaveReasons.map((reason) => (
            <Button key={reason} type="submit" name="reason" value={reason} variant="secondary" size="small">
              {reason}
            </Button>
          ))}
        </div>
      </fieldset>
    </form>
  )
