import { CircleCheck, type LucideIcon, MessageSquareWarning, Undo2, UserSearch, UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '#admin/format.ts'
import { formatDay, formatDayOfMonth, useTimeZone } from '#admin/time.tsx'
import type { Review, ReviewState } from '#contract/reviews.ts'

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

/** '28 Nov', with the year where it is another one. */
export function Day({ iso }: { iso: string }) {
  const zone = useTimeZone()
  const isThisYear = formatDay(iso, zone).slice(-4) === formatDay(new Date().toISOString(), zone).slice(-4)
  return (
    <time dateTime={iso} className="whitespace-nowrap">
      {isThisYear ? formatDayOfMonth(iso, zone) : formatDay(iso, zone)}
    </time>
  )
}

/** '3 words differ since'; undefined where the reviewed version is the present one. */
export function differenceIn({ isPresent, words }: Pick<Review, 'isPresent' | 'words'>): string | undefined {
  return isPresent ? undefined : `${formatCount(words, 'word differs', 'words differ')} since`
}

/** Anybody with the link of a guest can enter a name. */
export const WithLink = ({ of }: { of: string }) => (
  <>
    {' '}
    (with the link for <Name>{of}</Name>)
  </>
)

/** Who has answered, and with whose link if the name is another one. */
const Settler = ({ review: { settledBy, isTyped, of } }: { review: Review }) => (
  <>
    <Name>{settledBy ?? of.name}</Name>
    {isTyped && settledBy !== of.name && <WithLink of={of.name} />}
  </>
)

/** The state of a review in one sentence. @param me the id of the reader, whom a review may ask */
export function ReviewSentence({ review, me }: { review: Review; me: string | undefined }) {
  const { state, of, askedBy, askedAt, settledAt = askedAt, isPresent } = review
  const settled = (words: string) => (
    <>
      {words} by <Settler review={review} />, <Day iso={settledAt} />
    </>
  )
  switch (state) {
    case 'asked':
      return of.id !== undefined && of.id === me ? (
        <>
          <Name>{askedBy}</Name> asks you to review this version, <Day iso={askedAt} />
        </>
      ) : (
        <>
          In review with <Name>{of.name}</Name> since <Day iso={askedAt} />
        </>
      )
    case 'approved':
      return (
        <>
          {settled('Approved')}
          {isPresent && ', this version'}
        </>
      )
    case 'changes':
      return settled('Changes requested')
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
export const wordsOf = ({ state, note, answer }: Review): string | undefined =>
  state === 'approved' || state === 'changes' ? answer : note

/**
 * The reviews of a record that its form shows, and those that it folds. It shows the open ones, that of the reader first, and the newest answer
 * unless somebody was asked after it; an approval of the present version stays. @param all the newest first
 */
export function shownReviews(all: Review[], me: string | undefined): { shown: Review[]; folded: Review[] } {
  const isMine = ({ of }: Review) => of.id !== undefined && of.id === me
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

/** What happened with the reviews of a record, the newest first. */
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
        approved: (
          <>
            Approved by <Settler review={review} />
          </>
        ),
        changes: (
          <>
            Changes requested by <Settler review={review} />
          </>
        ),
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
