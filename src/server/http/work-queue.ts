import { HttpError } from './errors.ts'

/**
 * Runs so much work at once, lets so much wait for its turn, and refuses the rest. What is urgent goes before all that is not, and so much of
 * it may wait besides.
 * @param busy what a caller is told who cannot even wait, with status 503
 */
export function createWorkQueue({ atOnce, waiting, busy }: { atOnce: number; waiting: number; busy: string }) {
  const urgentQueue: (() => void)[] = []
  const otherQueue: (() => void)[] = []
  let running = 0

  return async function inTurn<Answer>(work: () => Promise<Answer>, urgent = false): Promise<Answer> {
    const queue = urgent ? urgentQueue : otherQueue
    if (running < atOnce) running++
    else if (queue.length < waiting) await new Promise<void>((begin) => queue.push(begin))
    else throw new HttpError(503, busy)
    try {
      return await work()
    } finally {
      // Whoever waits takes over the place, so that no newcomer can take it first.
      const next = urgentQueue.shift() ?? otherQueue.shift()
      if (next) next()
      else running--
    }
  }
}
