import type { Transaction } from '#server/database/connect.ts'
import { lockWaiting, queueDelivery } from '#server/mail/queue.ts'
import type { StoredCourseRequest } from '../ground/courses.table.ts'

type Answered = Pick<StoredCourseRequest, 'state' | 'cohortId'>
type Answer = Answered & { id: string }

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the request. It has the state that it tells of, and `lost`, the date of a seat or an offer that the person no longer has. */
    courseRequestAnswer: Answered & { lost?: string | undefined }
  }
}

/**
 * Tells the person of a request what they have now. A later change makes another message.
 * @param lost the date on which they had a seat or an offer, and no longer have one
 */
export const queueAnswer = (trx: Transaction, { id: subjectId, state, cohortId }: Answer, lost?: string) =>
  queueDelivery(trx, 'courseRequestAnswer', { subjectId, payload: { state, cohortId, lost } })

/** Sends someone the confirmation of their seat again, with what the request says now. One that has not left yet is enough. */
export async function confirmAgain(trx: Transaction, answer: Answer): Promise<void> {
  const waiting = await lockWaiting(trx, { kind: 'courseRequestAnswer', subjectId: answer.id })
  if (!waiting.some(({ payload }) => isAnswerFor(answer, payload))) await queueAnswer(trx, answer)
}

/** Whether such a message is for the request as it is. */
export const isAnswerFor = ({ state, cohortId }: Answered, told: Answered): boolean =>
  told.state === state && told.cohortId === cohortId
