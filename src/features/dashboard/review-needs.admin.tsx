import { MailWarning } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '#admin/format.ts'
import { Name, reviewLooks, WithLink } from '#admin/reviews/review-words.tsx'
import type { Permission } from '#contract/roles.ts'
import type { Dashboard } from './dashboard.contract.ts'

type Reviews = NonNullable<Dashboard['reviews']>

type Kind = {
  state: keyof Reviews
  /** The words between the name of the person and that of the record. */
  one: string
  /** The words between the number and the latest record. */
  many: string
  button: string
  write?: Permission
}

const kinds: Kind[] = [
  {
    state: 'asked',
    one: 'asks you to review',
    many: 'reviews wait for your answer, the latest of',
    button: 'Review',
  },
  {
    state: 'returned',
    one: 'has left before reviewing',
    many: 'reviews have no reviewer any more, the latest of',
    button: 'Ask again',
    write: 'writeRecords',
  },
  {
    state: 'undelivered',
    one: 'did not get the email about',
    many: 'emails to reviewers were not delivered, the latest about',
    button: 'Ask again',
    write: 'writeRecords',
  },
  { state: 'changes', one: 'requests changes in', many: 'reviews request changes, the latest in', button: 'Open' },
  {
    state: 'approved',
    one: 'approved',
    many: 'reviews are approved, the latest of',
    button: 'Publish',
    write: 'publish',
  },
]

/** The needs of the reviews that a person was asked for, or has asked for. */
export const ofReviews = (reviews: Reviews = {}) =>
  kinds.flatMap(({ state, one, many, button, write }) => {
    const { count, first } = reviews[state] ?? { count: 0, first: [] }
    const areNamed = count <= first.length
    return (areNamed ? first : first.slice(0, 1)).map(({ _id, entity, record, name, by, guest }) => {
      const isSent = entity === 'newsletters' && state === 'approved'
      const start: ReactNode = areNamed ? (
        <>
          <Name>{by}</Name>
          {guest && <WithLink of={guest} />} {one}
        </>
      ) : (
        `${formatNumber(count)} ${many}`
      )
      return {
        id: `review ${_id}`,
        icon: state === 'undelivered' ? MailWarning : reviewLooks[state].icon,
        text: (
          <>
            {start} “<Name>{name}</Name>”.
          </>
        ),
        to: `/admin/${entity}/edit/${record}`,
        button: isSent ? 'Send' : button,
        ...(write && { write: isSent ? ('sendNewsletters' as const) : write }),
      }
    })
  })
