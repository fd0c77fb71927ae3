import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { logFailure } from '#server/database/storage-trouble.ts'
import { createClaims } from './claims.ts'
import type { Delivery, DeliveryKind } from './deliveries.table.ts'
import type { Mail, MailMessage } from './mail.ts'
import { createQueue, type Outcome } from './queue.ts'
import { readFailure } from './smtp-errors.ts'
import type { RenderMail } from './templates.ts'
import { createThrottle } from './throttle.ts'

/** How often an idle worker looks for work that another process queued or that has come due, in milliseconds. */
const pollEvery = 1_000
/** The longest rest while the mail server cannot be reached, in milliseconds. */
const longestRest = 60_000
/** How long a stop waits for the messages in flight, in milliseconds. */
const stopWithin = 3_500

/** A message ready to send, or why it is not to be sent any more. */
type Composed = { message: Omit<MailMessage, 'messageId'> } | { skip: string }
/** What each kind of delivery says. `refused` learns, in the settling transaction, that the server does not know the address. */
export type Composer = {
  compose(delivery: Delivery): Promise<Composed>
  refused?(trx: Transaction, delivery: Delivery, reason: string): Promise<void>
}
export type Composers = Record<DeliveryKind, Composer>
/** What composers read from. */
export type ComposerParts = { config: Config; database: Database; render: RenderMail }

export type WorkerOptions = {
  database: Database
  mail: Mail
  composers: Composers
  log: FastifyBaseLogger
  /** Messages a second, at most. */
  rate: number
  /** Messages in flight at once: one a connection. */
  connections: number
  /** Seconds before the second attempt, the third and so on; when they are used up a message has failed. */
  retryPauses: number[]
  /** The right half of every Message-ID. */
  domain: string
}

export type Worker = {
  /** Says that there is something new to send. */
  wake(): void
  /** Lets the messages in flight finish, and gives back all others. */
  stop(): Promise<void>
}

/**
 * Sends what is in the outbox, in this process. A claim is written before a message goes out and its end right after, so whoever kills the
 * process repeats at most the messages in flight, one a connection, and those under the Message-ID they had.
 */
export function startSendLoop({
  database,
  mail,
  composers,
  log,
  rate,
  connections,
  retryPauses,
  domain,
}: WorkerOptions): Worker {
  const name = `${hostname()}:${process.pid}:${randomBytes(6).toString('hex')}`
  const outbox = createQueue(database, name, Math.max(0, ...retryPauses))
  // A second's worth at a time, so that "pause" is heard soon and a kill leaves little behind.
  const claims = createClaims(outbox, Math.min(50, Math.max(connections, Math.ceil(rate))), log)
  const throttle = createThrottle(rate)
  let stopping = false
  let rest = 0
  let alarm = Promise.withResolvers<void>()

  async function lane() {
    while (!stopping) {
      const { promise } = alarm
      const delivery = await claims.next()
      if (delivery) await attempt(delivery)
      else await Promise.race([promise, wait(pollEvery, undefined, { ref: false })])
    }
  }

  async function attempt(delivery: Delivery) {
    await throttle()
    if (stopping || !claims.holds(delivery)) return claims.release(delivery).catch((error) => logFailure(log, error))
    const { outcome, refused } = await deliver(delivery)
    const { refused: tell } = composers[delivery.kind]
    await claims.settle(delivery, outcome, refused && tell ? (trx) => tell(trx, delivery, refused) : undefined)
  }

  async function deliver(delivery: Delivery): Promise<{ outcome: Outcome; refused?: string }> {
    try {
      const composed = await composers[delivery.kind].compose(delivery)
      if ('skip' in composed) return { outcome: { kind: 'skipped', reason: composed.skip } }
      await mail.send({ ...composed.message, messageId: messageId(delivery, domain) })
      rest = 0
      return { outcome: { kind: 'sent' } }
    } catch (error) {
      const { reason, permanent, addressRefused, serverTrouble } = readFailure(error)
      if (serverTrouble) restAfter(reason)
      else rest = 0
      if (permanent) return { outcome: { kind: 'failed', reason }, refused: addressRefused ? reason : undefined }
      const pause = retryPauses[delivery.attempts - 1]
      if (pause === undefined)
        return { outcome: { kind: 'failed', reason: `Given up after ${delivery.attempts} attempts: ${reason}` } }
      return { outcome: { kind: 'retry', reason, pause } }
    }
  }

  /** While the server is away no attempts are used up on it: all connections rest, longer each time. */
  function restAfter(reason: string) {
    rest = Math.min(longestRest, Math.max(500, rest * 2))
    throttle.holdUntil(performance.now() + rest)
    log.warn(`A message could not be handed to the mail server (${reason}); the next attempt is in ${rest / 1_000} s`)
  }

  const lanes = Promise.all(Array.from({ length: connections }, lane))
  const wake = () => {
    alarm.resolve()
    alarm = Promise.withResolvers()
  }
  return {
    wake,
    async stop() {
      stopping = true
      wake()
      throttle.end()
      await Promise.race([lanes, wait(stopWithin, undefined, { ref: false })])
      await claims.end()
    },
  }
}

/** The same for every attempt, so that a repeat can be told for what it is. */
const messageId = ({ id }: Pick<Delivery, 'id'>, domain: string) => `<${id}@${domain}>`
