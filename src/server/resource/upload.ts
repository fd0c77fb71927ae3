import { createFairSemaphore } from '#server/http/fair-semaphore.ts'

/** An uploaded picture, the member of staff who sent it, and a signal that aborts when their client disconnects. */
export type Upload = { bytes: Buffer; owner: string; signal: AbortSignal }

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
