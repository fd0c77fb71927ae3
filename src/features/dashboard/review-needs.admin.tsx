import type { ReactNode } from 'react'
import { formatNumber } from '#admin/format.ts'
import { Name, reviewLooks } from '#admin/reviews/review-words.tsx'
import type { Review } from '#contract/reviews.ts'
import type { Permission } from '#contract/roles.ts'

/** More reviews of a kind than this are one sentence. */
const mostNamed = 3

type Kind = {
  state: Exclude<Review['state'], 'withdrawn'>
  one: (review: Review) => ReactNode
  many: string
  button: string
  write?: Permission
}

const kinds: Kind[] = [
  {
    state: 'asked',
    one: ({ askedBy }) => (
      <>
        <Name>{askedBy}</Name> asks you to review
      </>
    ),
    many: 'reviews wait for your answer, the oldest of',
    button: 'Review',
  },
  {
    state: 'returned',
    one: ({ of }) => (
      <>
        <Name>{of.name}</Name> has left before reviewing
      </>
    ),
    many: 'reviews have no reviewer any more, the oldest of',
    button: 'Ask again',
    write: 'writeRecords',
  },
  {
    state: 'changes',
    one: ({ of, settledBy = of.name }) => (
      <>
        <Name>{settledBy}</Name> requests changes in
      </>
    ),
    many: 'reviews request changes, the oldest of',
    button: 'Open',
  },
  {
    state: 'approved',
    one: ({ of, settledBy = of.name }) => (
      <>
        <Name>{settledBy}</Name> approved
      </>
    ),
    many: 'reviews are approved, the oldest of',
    button: 'Publish',
    write: 'publish',
  },
]

/** What the reviews need that a person was asked for, or has asked for. @param reviews the last asked first */
export const ofReviews = (reviews: Review[] = []) =>
  kinds.flatMap(({ state, one, many, button, write }) => {
    const found = reviews.filter((review) => review.state === state).toReversed()
    const [oldest] = found
    if (!oldest) return []
    const isOne = found.length <= mostNamed
    return (isOne ? found : [oldest]).map((review) => {
      const isSent = review.entity === 'newsletters' && state === 'approved'
      return {
        id: `review ${review._id}`,
        icon: reviewLooks[state].icon,
        text: (
          <>
            {isOne ? one(review) : `${formatNumber(found.length)} ${many}`} “<Name>{review.name}</Name>”.
          </>
        ),
        to: `/admin/${review.entity}/edit/${review.record}`,
        button: isSent ? 'Send' : button,
        ...(write && { write: isSent ? ('sendNewsletters' as const) : write }),
      }
    })
  })
