import { CircleCheck, type LucideIcon, MessageSquareWarning, Undo2, UserSearch, UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '#admin/format.ts'
import { formatShortDay, useTimeZone } from '#admin/time.tsx'
import { isAnswer, type Review, type ReviewState } from '#contract/reviews.ts'

/** The icon of each state, and its colour. */
export const reviewLooks: Record<ReviewState, { icon: LucideIcon; look: string }> = {
  asked: { icon: UserSearch, look: 'text-primary' },
  approved: { icon: CircleCheck, look: 'text-success' },
  changes: { icon: MessageSquareWarning, look: 'text-warning' },
  withdrawn: { icon: Undo2, look: 'text-muted' },
  returned: { icon: UserX, look: 'text-warning' },
}

/** A name of any script, so that it does not turn the words around it. */
export const Name = ({ children }: { children: ReactNode }) => <bdi className="wrap-anywhere">{children}</bdi>

export const Day = ({ iso }: { iso: string }) => (
  <time dateTime={iso} className="whitespace-nowrap">
    {formatShortDay(iso, useTimeZone())}
  </time>
)

/** '3 words differ since'; undefined where the reviewed version is the present one. */
export function differenceIn({ isPresent, words }: Pick<Review, 'isPresent' | 'words'>): string | undefined {
  return isPresent ? undefined : `${formatCount(words, 'word differs', 'words differ')} since`
}

/** Whether the reader was asked. @param me their id; undefined until it is known. A guest has none. */
export const isAskedOf = ({ of }: Review, me: string | undefined): boolean => of.id !== undefined && of.id === me

/** Anybody with the link of a guest can enter a name. */
export const WithLink = ({ of }: { of: string }) => (
  <>
    {' '}
    (with the link for <Name>{of}</Name>)
  </>
)

/** Who has answered, and with whose link if the name is another one. */
const AnsweredBy = ({ review: { state, settledBy, isTyped, of } }: { review: Review }) => (
  <>
    {state === 'approved' ? 'Approved' : 'Changes requested'} by <Name>{settledBy ?? of.name}</Name>
    {isTyped && settledBy !== of.name && <WithLink of={of.name} />}
  </>
)

/** The state of a review in one sentence. @param me the id of the reader, whom a review may ask */
export function ReviewSentence({ review, me }: { review: Review; me: string | undefined }) {
  const { state, of, askedBy, askedAt, settledAt = askedAt, isPresent } = review
  switch (state) {
    case 'asked':
      return isAskedOf(review, me) ? (
        <>
          <Name>{askedBy}</Name> asks you to review this version, <Day iso={askedAt} />
        </>
      ) : (
        <>
          In review with <Name>{of.name}</Name> since <Day iso={askedAt} />
        </>
      )
    case 'approved':
    case 'changes':
      return (
        <>
          <AnsweredBy review={review} />, <Day iso={settledAt} />
          {state === 'approved' && isPresent && ', this version'}
        </>
      )
    case 'withdrawn':
      return (
        <>
          Review by <Name>{of.name}</Name> withdrawn, <Day iso={settledAt} />
        </>
      )
    case 'returned':
      return (
        <>
          <Name>{of.name}</Name> has left. Ask someone else.
        </>
      )
  }
}

/** The text that belongs to the state: the note of who asked, or the answer. */
export const wordsOf = ({ state, note, answer }: Review): string | undefined => (isAnswer(state) ? answer : note)

/**
 * The reviews of a record that its form shows, and those that it folds. It shows the open ones, that of the reader first, and the newest answer
 * unless somebody was asked after it; an approval of the present version stays. @param all the newest first
 */
export function shownReviews(all: Review[], me: string | undefined): { shown: Review[]; folded: Review[] } {
  const isMine = (review: Review) => isAskedOf(review, me)
  const open = all.filter(({ state }) => state === 'asked')
  const [newest] = open
  const isNew = ({ settledAt = '', isPresent, state }: Review) =>
    newest === undefined || settledAt > newest.askedAt || (state === 'approved' && isPresent)
  const settled = all.find(({ state }) => state !== 'asked' && state !== 'withdrawn')
  const shown = [...open.filter(isMine), ...open.filter((one) => !isMine(one))]
  if (settled && isNew(settled)) shown.push(settled)
  return { shown, folded: shown.length > 0 ? all.filter((one) => !shown.includes(one)) : [] }
}

/** An event of a review in the history of its record. */
export type ReviewEvent = { key: string; at: string; state: ReviewState; text: ReactNode }

/** Whether the review ended because the same person was asked again, which one call does. */
const isReplaced = ({ _id, state, of, settledAt = '' }: Review, all: Review[]) =>
  state === 'withdrawn' &&
  all.some(
    (other) =>
      other._id !== _id &&
      other.of.id === of.id &&
      other.of.name === of.name &&
      Math.abs(Date.parse(other.askedAt) - Date.parse(settledAt)) < 1_000,
  )

/** The events of the reviews of a record, the newest first. */
export const eventsOf = (reviews: Review[]): ReviewEvent[] =>
  reviews
    .flatMap((review) => {
      const { _id, state, askedAt, askedBy, of, settledAt, settledBy = of.name } = review
      const asked = (
        <>
          <Name>{askedBy}</Name> asked <Name>{of.name}</Name>
          <span className="sr-only"> for a review</span>
        </>
      )
      const ends: Record<Exclude<typeof state, 'asked'>, ReactNode> = {
        approved: <AnsweredBy review={review} />,
        changes: <AnsweredBy review={review} />,
        withdrawn: (
          <>
            <Name>{settledBy}</Name> withdrew the review by <Name>{of.name}</Name>
          </>
        ),
        returned: (
          <>
            <Name>{of.name}</Name> left before reviewing
          </>
        ),
      }
      const events: ReviewEvent[] = [{ key: `${_id} asked`, at: askedAt, state: 'asked', text: asked }]
      if (state !== 'asked' && settledAt && !isReplaced(review, reviews))
        events.push({ key: `${_id} ${state}`, at: settledAt, state, text: ends[state] })
      return events
    })
    .toSorted((one, other) => other.at.localeCompare(one.at))
