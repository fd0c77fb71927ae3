import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Section } from '#ui/layout.tsx'
import { Head } from '#web/head.tsx'
import { QueryState } from '#web/query-state.tsx'

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
  lead: 'It may be incomplete. Please open it from the message again, or write to us.',
}

/** The texts of a subscription that gets no mail. */
export const endedTexts = {
  removed: () => ({ title: 'This address is not on our list', lead: 'You will get no messages and need do nothing.' }),
  unsubscribed: (email) => ({
    title: 'You are unsubscribed',
    lead: `No more messages will go to ${email}. Was this a mistake?`,
  }),
  bounced: (email) => ({
    title: 'This address gets no more mail',
    lead: `Messages to ${email} could not be delivered, so we stopped sending.`,
  }),
} satisfies Record<string, (email: string) => LinkText>
