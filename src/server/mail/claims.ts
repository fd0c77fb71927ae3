import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '#server/database/storage-trouble.ts'
import type { Delivery } from './deliveries.table.ts'
import { leaseSeconds, type Outbox, type Outcome } from './queue.ts'

const leaseMs = leaseSeconds * 1_000
/** Attempts to write down that a message is out, before the claim is let go; in milliseconds, the pause after each. */
const settlePauses = [50, 200, 1_000, 3_000]

/** What one worker has claimed: handed out one by one, renewed while it is held, and given back at the end. */
export function createClaims(outbox: Outbox, batchSize: number, log: FastifyBaseLogger) {
  const queue: Delivery[] = []
  /** Until when each claim surely holds, on the clock of `performance.now()`. */
  const held = new Map<string, number>()
  let filling: Promise<void> | undefined

  const hold = (ids: Iterable<string>, since: number) => {
    for (const id of ids) held.set(id, since + leaseMs)
  }

  async function fill() {
    if (!(await outbox.hasDue())) return
    const since = performance.now()
    const claimed = await outbox.claim(batchSize)
    hold(
      claimed.map(({ id }) => id),
      since,
    )
    queue.push(...claimed)
  }

  async function renew() {
    if (held.size === 0) return
    const [ids, since] = [[...held.keys()], performance.now()]
    await outbox.renew(ids)
    // What was settled meanwhile is not taken up again.
    hold(
      ids.filter((id) => held.has(id)),
      since,
    )
  }
  const beat = setInterval(
    () => renew().catch((error) => logFailure(log, error, 'Claims could not be renewed')),
    leaseMs / 4,
  )
  beat.unref()

  async function release(ids: string[]) {
    for (const id of ids) held.delete(id)
    await outbox.release(ids)
  }

  return {
    /** The next message to send; undefined when there is none. */
    async next(): Promise<Delivery | undefined> {
      if (queue.length === 0) {
        filling ??= fill()
          .catch((error) => logFailure(log, error, 'The outbox could not be read'))
          .finally(() => {
            filling = undefined
          })
        await filling
      }
      return queue.shift()
    },

    /** Whoever has slept through a claim must not send: another may have taken it over. */
    holds: ({ id }: Delivery) => (held.get(id) ?? 0) > performance.now() + leaseMs / 5,

    release: ({ id }: Delivery) => release([id]),

    /** A message that is out must be known to be out, so this is tried again while the claim holds. */
    async settle({ id }: Delivery, outcome: Outcome, also?: Parameters<Outbox['settle']>[2]): Promise<void> {
      for (const pause of [...settlePauses, undefined]) {
        try {
          await outbox.settle(id, outcome, also)
          break
        } catch (error) {
          logFailure(log, error, `What became of delivery ${id} could not be written down`)
          if (pause !== undefined) await new Promise((resolve) => setTimeout(resolve, pause))
        }
      }
      held.delete(id)
    },

    /** Gives back what was not tried. */
    async end(): Promise<void> {
      clearInterval(beat)
      await filling
      await release(queue.splice(0).map(({ id }) => id))
    },
  }
}
