import { createPlaces } from '#server/http/fair-queue.ts'

/** A picture as it was sent, who sent it, and what tells that nobody waits for it any more. */
export type Upload = { bytes: Buffer; owner: string; signal: AbortSignal }

/** What a caller is told while too many pictures are being uploaded. */
export const uploadsBusy = 'Many pictures are being uploaded. Please try again in a moment.'
/** Pictures that are held in memory. More wait at their senders, who give up after some minutes. */
export const uploadPlaces = createPlaces({ size: 8, each: 4, queue: 20, patience: 60_000, busy: uploadsBusy })
