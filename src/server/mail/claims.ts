import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '#server/database/storage-errors.ts'
import type { Delivery } from './deliveries.table.ts'
import { leaseSeconds, type MailQueue, type Outcome } from './queue.ts'

const leaseMs = leaseSeconds * 1_000
/** The pauses between attempts to settle a delivery whose message has been sent, in milliseconds. */
const settlePauses = [50, 200, 1_000, 3_000]

/** The deliveries that this process has claimed: handed out one by one, renewed until they are settled, and released at the end. */
export function createClaims(mailQueue: MailQueue, batchSize: number, log: FastifyBaseLogger) {
  const queue: Delivery[] = []
  /** When each claim ends at the earliest, on the clock of `performance.now()`. */
  const leases = new Map<string, number>()
  let filling: Promise<void> | undefined

  const extend = (ids: Iterable<string>, since: number) => {
    for (const id of ids) leases.set(id, since + leaseMs)
  }

  async function fill() {
    if (!(await mailQueue.hasDue())) return
    const since = performance.now()
    const claimed = await mailQueue.claim(batchSize)
    extend(
      claimed.map(({ id }) => id),
      since,
    )
    queue.push(...claimed)
  }

  async function renew() {
    if (leases.size === 0) return
    const [ids, since] = [[...leases.keys()], performance.now()]
    await mailQueue.renew(ids)
    // Deliveries that were settled meanwhile are no longer claimed.
    extend(
      ids.filter((id) => leases.has(id)),
      since,
    )
  }
  const heartbeat = setInterval(
    () => renew().catch((error) => logFailure(log, error, 'Claims could not be renewed')),
    leaseMs / 4,
  )
  heartbeat.unref()

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

    /** Stores the outcome, with several attempts: otherwise a message that was sent would be sent again. */
    async settle({ id }: Delivery, outcome: Outcome, also?: Parameters<MailQueue['settle']>[2]): Promise<void> {
      for (const pause of [...settlePauses, undefined]) {
        try {
          await mailQueue.settle(id, outcome, also)
          break
        } catch (error) {
          logFailure(log, error, `The outcome of delivery ${id} could not be stored`)
          if (pause !== undefined) await new Promise((resolve) => setTimeout(resolve, pause))
        }
      }
      leases.delete(id)
    },

    /** Releases the claims on deliveries that were not attempted. */
    async end(): Promise<void> {
      clearInterval(heartbeat)
      await filling
      await release(queue.splice(0).map(({ id }) => id))
    },
  }
}
