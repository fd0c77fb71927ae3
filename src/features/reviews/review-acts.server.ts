import { type Review, type ReviewState, reviewActs } from '#contract/reviews.ts'
import { may } from '#contract/roles.ts'
import type { Staff } from '#server/identity/accounts.ts'
import type { StoredReview } from '#server/record/reviews.ts'
import { HttpError } from '#server/runtime/http-error.ts'

type Act = Review['acts'][number]
type Caller = Pick<Staff, 'id' | 'role' | 'granted'>
type OpenReview = Pick<StoredReview, 'state' | 'ofId' | 'ofName' | 'askedById' | 'askedBy'>

/** An act is possible `from` these states, by those who `may`; `refusal` tells the others who may. */
type Way = {
  from: readonly ReviewState[]
  may(review: OpenReview, caller: Caller): boolean
  refusal(review: OpenReview, caller: Caller): string
}

const ways: Record<Act, Way> = {
  answer: {
    from: ['asked'],
    may: ({ ofId, askedById }, caller) => caller.id !== askedById && (caller.id === ofId || may(caller, 'publish')),
    refusal: ({ ofName, askedById }, { id }) =>
      id === askedById
        ? 'You asked for this review, so somebody else answers it.'
        : `Only ${ofName} and colleagues who may publish can answer this.`,
  },
  withdraw: {
    from: ['asked'],
    may: ({ askedById }, caller) => may(caller, 'publish') || (caller.id === askedById && may(caller, 'writeRecords')),
    refusal: ({ askedBy }) => `Only ${askedBy} and colleagues who may publish can withdraw this.`,
  },
}

/** The acts of a member of staff, for the calls and the screens alike. */
export const actsOf = (review: OpenReview, caller: Caller): Act[] =>
  reviewActs.filter((act) => ways[act].from.includes(review.state) && ways[act].may(review, caller))

/** @throws HttpError 403 for someone else's act. One that is no longer possible is refused by `settleReview`. */
export function requireAct(review: OpenReview, caller: Caller, act: Act): void {
  const { from, may, refusal } = ways[act]
  if (from.includes(review.state) && !may(review, caller)) throw new HttpError(403, refusal(review, caller))
}

/** Whether an approval is that of a second person: of someone who may publish, and neither has asked nor written the version. */
export const isSecondPerson = (
  { askedById }: Pick<StoredReview, 'askedById'>,
  caller: Caller,
  writtenById: string | undefined,
): boolean => may(caller, 'publish') && caller.id !== askedById && caller.id !== writtenById

/** The answer that a review has already, in words. */
export function settledInWords({ state, settledBy, ofName }: Pick<StoredReview, 'state' | 'settledBy' | 'ofName'>) {
  const by = settledBy ?? 'Someone'
  const words: Record<ReviewState, string> = {
    asked: '',
    approved: `${by} has already approved this.`,
    changes: `${by} has already requested changes.`,
    withdrawn: `${by} has withdrawn this review.`,
    returned: `${ofName} can no longer answer this, so it has ended.`,
  }
  return words[state]
}
