import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '#server/database/storage-errors.ts'
import { leaseSeconds, type MailQueue, type Outcome } from './claims.ts'
import type { Delivery } from './deliveries.table.ts'

const leaseMs = leaseSeconds * 1_000
/** The pauses between attempts to settle a delivery whose message has been sent, in milliseconds. */
const settlePauses = [50, 200, 1_000, 3_000]

/** The deliveries that this process has claimed: handed out one by one, renewed until they are settled, and released at the end. */
export function createClaims(mailQueue: MailQueue, batchSize: number, log: FastifyBaseLogger) {
  const queue: Delivery[] = []
  /** When each claim ends at the earliest, on the clock of `performance.now()`. */
  const leases = new Map<string, number>()
  let filling: Promise<void> | undefined

  async function fill() {
    if (!(await mailQueue.hasDue())) return
    const end = performance.now() + leaseMs
    const claimed = await mailQueue.claim(batchSize)
    for (const { id } of claimed) leases.set(id, end)
    queue.push(...claimed)
  }

  async function renew() {
    if (leases.size === 0) return
    const [ids, end] = [[...leases.keys()], performance.now() + leaseMs]
    await mailQueue.renew(ids)
    // Deliveries that were settled meanwhile are no longer claimed.
    for (const id of ids) if (leases.has(id)) leases.set(id, end)
  }
  const heartbeat = setInterval(
    () => renew().catch((error) => logFailure(log, error, 'Claims could not be renewed')),
    leaseMs / 4,
  ).unref()

  async function release(ids: string[]) {
    for (const id of ids) leases.delete(id)
    await mailQueue.release(ids)
  }

  return {
    /** The next delivery to send; undefined when there is none. */
    async next(): Promise<Delivery | undefined> {
      if (queue.length === 0) {
        filling ??= fill()
          .catch((error) => logFailure(log, error, 'The mail queue could not be read'))
          .finally(() => {
            filling = undefined
          })
        await filling
      }
      return queue.shift()
    },

    /** Whether the claim still holds. After the machine has slept, for example, another process may have claimed the delivery. */
    isHeld: ({ id }: Delivery) => (leases.get(id) ?? 0) > performance.now() + leaseMs / 5,

    release: ({ id }: Delivery) => release([id]),

    /**
     * Stores the outcome, with several attempts: otherwise a message that was sent would be sent again.
     * @returns false when all have failed
     */
    async settle({ id }: Delivery, outcome: Outcome, also?: Parameters<MailQueue['settle']>[2]): Promise<boolean> {
      let failure: unknown
      for (const pause of [...settlePauses, undefined]) {
        try {
          await mailQueue.settle(id, outcome, also)
          return true
        } catch (error) {
          failure = error
          if (pause !== undefined) await wait(pause)
        }
      }
      logFailure(log, failure, `The outcome of delivery ${id} could not be stored`)
      return false
    },

    /** Ends a claim, which is settled or expires. */
    forget: ({ id }: Delivery) => void leases.delete(id),

    /** Releases the claims on deliveries that were not attempted. */
    async end(): Promise<void> {
      clearInterval(heartbeat)
      await filling
      await release(queue.splice(0).map(({ id }) => id))
    },
  }
}
