import { HttpError } from './http-error.ts'

type Limits = {
  /** How many tasks run at the same time. */
  concurrency: number
  /** How many urgent tasks may wait, and how many others. */
  queueLimit: number
  /** The message of the 503 for a task that cannot wait. */
  busyMessage: string
}

/** Limits how many tasks run at a time; urgent ones start before all others. @returns runs a task, or throws HttpError 503 */
export function createWorkQueue({ concurrency, queueLimit, busyMessage }: Limits) {
  const urgentQueue: (() => void)[] = []
  const otherQueue: (() => void)[] = []
  let running = 0

  return async function run<Result>(task: () => Promise<Result>, urgent = false): Promise<Result> {
    const queue = urgent ? urgentQueue : otherQueue
    if (running < concurrency) running++
    else if (queue.length < queueLimit) await new Promise<void>((start) => queue.push(start))
    else throw new HttpError(503, busyMessage)
    try {
      return await task()
    } finally {
      // The next task in the queue takes over this one's slot, so that a new task cannot take it first.
      const next = urgentQueue.shift() ?? otherQueue.shift()
      if (next) next()
      else running--
    }
  }
}
