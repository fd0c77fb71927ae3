import type { Transaction } from '#server/database/connect.ts'
import { lockWaiting, queueDelivery } from '#server/mail/queue.ts'
import type { StoredCourseRequest } from '../ground/courses.table.ts'

type Answered = Pick<StoredCourseRequest, 'state' | 'cohortId'>
type Answer = Answered & { id: string }
/** `lost` is the date of a seat or an offer that the person no longer has. */
type Told = Answered & { lost?: string | undefined }

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the request. Version 0.3.0 queued a text. */
    courseRequestAnswer: Told | string
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
  if (!waiting.some(({ payload }) => answerFor(answer, payload))) await queueAnswer(trx, answer)
}

/** What such a message tells; undefined if the request has changed since. */
export function answerFor({ state, cohortId }: Answered, payload: Told | string): Partial<Told> | undefined {
  const [ofState, ofDate, lost] = typeof payload === 'string' ? payload.split(' ') : []
  const told = typeof payload === 'string' ? { state: ofState, cohortId: ofDate, lost } : payload
  return told.state === state && told.cohortId === cohortId ? { lost: told.lost } : undefined
}
