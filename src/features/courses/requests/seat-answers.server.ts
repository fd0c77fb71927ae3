import type { Transaction } from '#server/database/connect.ts'
import { affectsRows } from '#server/database/rows.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import type { StoredCourseRequest } from '../ground/courses.table.ts'

type Answered = Pick<StoredCourseRequest, 'state' | 'cohortId'>
type Answer = Answered & { id: string }

const payloadOf = ({ state, cohortId }: Answered, lost?: string) =>
  [state, cohortId, lost].filter((part) => part !== undefined).join(' ')

/**
 * Tells the person of a request what they have now. A later change makes another message.
 * @param lost the date on which they had a seat or an offer, and no longer have one
 */
export const queueAnswer = (trx: Transaction, answer: Answer, lost?: string) =>
  queueDelivery(trx, 'courseRequestAnswer', { subjectId: answer.id, payload: payloadOf(answer, lost) })

/** Sends someone the confirmation of their seat again, with what the request says now. One that has not left yet is enough. */
export async function confirmAgain(trx: Transaction, answer: Answer): Promise<void> {
  const payload = payloadOf(answer)
  // The write makes a sender that claims the message wait, and sees one that has claimed it.
  const still = trx
    .updateTable('deliveries')
    .set({ state: 'waiting' })
    .where('subjectId', '=', answer.id)
    .where('kind', '=', 'courseRequestAnswer')
    .where('state', '=', 'waiting')
    .where(({ or, eb }) => or([eb('payload', '=', payload), eb('payload', 'like', `${payload} %`)]))
  if (!(await affectsRows(still))) await queueAnswer(trx, answer)
}

/** Whether the payload of such a message is for the request as it is. */
export const isAnswerFor = ({ state, cohortId }: Answered, payload: string): boolean => {
  const [ofState, ofDate] = payload.split(' ')
  return ofState === state && ofDate === cohortId
}

/** The date of the seat that such a message takes away. */
export const lostDate = (payload: string): string | undefined => payload.split(' ')[2]
