import { createFairSemaphore } from '#server/runtime/fair-semaphore.ts'

/**
 * An uploaded file, the id of the member of staff who sent it, and a signal that aborts when their client disconnects. `name` is the file's,
 * as the client calls it, and `by` that of the person. `profileId` is set for an author's own picture. A
 * decorative picture needs no alternative text.
 */
export type Upload = {
  bytes: Buffer
  owner: string
  signal: AbortSignal
  name?: string | undefined
  by?: string | undefined
  profileId?: string
  decorative?: boolean
}

/** The error message while too many pictures are being uploaded. */
export const uploadsBusy = 'Many pictures are being uploaded. Please try again in a moment.'
/** Limits the uploads in memory. Further ones stay with their senders, who time out after some minutes. */
export const uploadSemaphore = createFairSemaphore({
  permits: 8,
  permitsPerOwner: 4,
  queuePerOwner: 20,
  timeout: 60_000,
  busyMessage: uploadsBusy,
})
