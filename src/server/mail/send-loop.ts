import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Transaction } from '#server/database/connect.ts'
import { logFailure, storageErrorKind } from '#server/database/storage-errors.ts'
import { withinTime } from '#server/runtime/clock.ts'
import { deliveryAttempts } from '#server/runtime/measurements.ts'
import { createQueue, type Outcome } from './claims.ts'
import type { Delivery, DeliveryKind } from './deliveries.table.ts'
import { createClaims } from './held-claims.ts'
import type { Composed, Composer, Composers } from './mail-kind.ts'
import { deleteSettled, type Lane, onMessagesDue } from './queue.ts'

/** How often an idle worker looks for messages that another process queued or that are due now, in milliseconds. */
const pollEvery = 1_000
/** The longest wait for which a timer is set, in milliseconds: enough for the hold of a newsletter. */
const longestTimer = 60_000
/** A message is due by the clock of the database, which may be this much behind, in milliseconds. */
const timerMargin = 10
/** The longest pause between attempts while nothing can leave, such as without the mail server, in milliseconds. */
const longestBackoff = 60_000
/** How long `stop` waits for the messages in flight, in milliseconds. */
const stopWithin = 3_500
/** How long it waits for those that it ends then, in milliseconds. */
const abortWithin = 250
/** How long a message may take to compose, in milliseconds. Longer ones would keep a connection from the others. */
const longestComposing = 60_000
/**
 * How many more attempts than pauses a delivery may have. One more is usual; others are those without an outcome, because it could not be stored or
 * the process ended.
 */
const moreAttempts = 3

/** What became of one message. */
export type Sent = {
  /** Left out when the message was taken. */
  failure?: {
    reason: string
    /** Another attempt would fail too. */
    permanent?: boolean
    /** The address was refused for good, so later messages to it would fail too. */
    refused?: boolean
    /** No message to anybody can leave now, so all connections pause. */
    down?: boolean
    /** Seconds until the next attempt, if the receiver asks for more than the usual pause. */
    pause?: number | undefined
  }
  /** What is written in the transaction that stores the outcome. */
  also?: ((trx: Transaction, outcome: Outcome) => Promise<void>) | undefined
}

/** What messages leave by. */
export type Sender<Message> = {
  /** What the log says before the reason when it is down. */
  downMessage: string
  /** Which messages of the queue it sends. */
  lane: Lane
  /** Never throws. @param signal ends the attempt, which does not count then */
  send(message: Message, delivery: Delivery, signal: AbortSignal): Promise<Sent>
}

type SendLoopOptions<Message> = {
  database: Database
  sender: Sender<Message>
  composers: Composers<Message>
  log: FastifyBaseLogger
  /** The most messages per second. */
  rate: number
  /** The most messages in flight: one per connection. */
  connections: number
  /** Seconds before the second attempt, the third and so on. A message fails when the last attempt does. */
  retryPauses: number[]
}

/** The outcome of an attempt, unless it does not count. `refused` is the reason why the address was refused for good. */
type Attempt = { outcome: Outcome; refused?: string | undefined; also?: Sent['also'] } | 'put back'

export type SendLoop = {
  /** Waits for the messages in flight, and releases all other claims. */
  stop(): Promise<void>
}

/**
 * Sends the queued messages. A claim is stored before a message is sent and settled right after it, so when the process is killed only the
 * messages in flight are sent again, at most one per connection, with the same Message-ID.
 */
export function startSendLoop<Message>({
  database,
  sender,
  composers,
  log,
  rate,
  connections,
  retryPauses,
}: SendLoopOptions<Message>): SendLoop {
  const name = `${hostname()}:${process.pid}:${randomBytes(6).toString('hex')}`
  const queue = createQueue(database, name, { composers, retryPauses, lane: sender.lane })
  // About one second of work per batch, so that a pause takes effect soon and a killed process leaves few claims.
  const claims = createClaims(queue, Math.min(50, Math.max(connections, Math.ceil(rate))), log)
  const throttle = createThrottle(rate)
  let stopping = false
  const aborting = new AbortController()
  let backoff = 0
  let wakeSignal = Promise.withResolvers<void>()

  async function sendMessages() {
    while (!stopping) {
      const { promise } = wakeSignal
      const delivery = await claims.next()
      if (delivery) await attempt(delivery)
      else await Promise.race([promise, wait(pollEvery, undefined, { ref: false })])
    }
  }

  async function attempt(delivery: Delivery) {
    await throttle()
    const putBack = () => claims.release(delivery).catch((error) => logFailure(log, error))
    const composer = composers[delivery.kind]
    if (stopping || !composer || !claims.isHeld(delivery)) return putBack()
    const attempted = await deliver(delivery, composer)
    if (attempted === 'put back') return putBack()
    const { outcome, refused, also } = attempted
    deliveryAttempts.report({ lane: sender.lane, outcome: outcome.kind })
    const tell = async (trx: Transaction) => {
      await also?.(trx, outcome)
      if (outcome.kind === 'sent') await composer.sent?.(trx, delivery)
      if (refused) await composer.refused?.(trx, delivery, refused)
      if ('reason' in outcome && outcome.kind !== 'retry') await composer.undelivered?.(trx, delivery, outcome.reason)
      if (composer.lifetime !== undefined) await deleteSettled(trx, delivery.kind, composer.lifetime)
    }
    // The telling may be why no attempt has had an outcome.
    if (!(await claims.settle(delivery, outcome, tell)) && isLast(delivery)) await claims.settle(delivery, outcome)
    claims.forget(delivery)
  }

  const isLast = ({ attempts }: Delivery) => attempts > retryPauses.length + moreAttempts

  async function deliver(delivery: Delivery, composer: Composer<DeliveryKind, Message>): Promise<Attempt> {
    const timeLeft = () => (composer.lifetime ?? Number.POSITIVE_INFINITY) - ageOf(delivery)
    const again = (reason: string, atLeast = 0): Outcome => {
      const usual = retryPauses[delivery.attempts - 1]
      const pause = Math.max(usual ?? 0, Math.min(atLeast, Math.max(...retryPauses)))
      if (usual === undefined || pause * 1_000 >= timeLeft())
        return { kind: 'failed', reason: `Given up after ${delivery.attempts} attempts: ${reason}` }
      return { kind: 'retry', reason, pause }
    }
    if (timeLeft() <= 0) return { outcome: { kind: 'skipped', reason: 'Too late to be useful' } }
    if (isLast(delivery)) return { outcome: { kind: 'failed', reason: withoutOutcome } }
    let composed: Composed<Message>
    try {
      composed = await withinTime(composer.compose(delivery), longestComposing)
    } catch (error) {
      const { message } = error as Error
      if (storageErrorKind(error)) backOff(message)
      if (delivery.attempts === 1)
        logFailure(log, error, `The message ${delivery.id} (${delivery.kind}) could not be composed`)
      return { outcome: again(`It could not be composed: ${message}`.slice(0, 300)) }
    }
    if ('skip' in composed) return { outcome: { kind: 'skipped', reason: composed.skip } }
    if ('held' in composed) return 'put back'
    const { failure, also } = await sender.send(composed.message, delivery, aborting.signal)
    if (failure && aborting.signal.aborted) return 'put back'
    if (failure?.down) backOff(failure.reason)
    else backoff = 0
    if (!failure) return { outcome: { kind: 'sent' }, also }
    const { reason, permanent = false, refused = false, pause } = failure
    if (!permanent) return { outcome: again(reason, pause), also }
    return { outcome: { kind: 'failed', reason }, refused: refused ? reason : undefined, also }
  }

  /** Pauses all connections while nothing can leave, longer each time, so that few attempts are used up. */
  function backOff(reason: string) {
    backoff = Math.min(longestBackoff, Math.max(500, backoff * 2))
    throttle.pauseUntil(performance.now() + backoff)
    log.warn(`${sender.downMessage} (${reason}); the next attempt is in ${backoff / 1_000} s`)
  }

  const workers = Promise.all(Array.from({ length: connections }, sendMessages))
  const wake = () => {
    wakeSignal.resolve()
    wakeSignal = Promise.withResolvers()
  }
  onMessagesDue(database, (wait) => {
    if (wait <= 0) wake()
    else if (wait <= longestTimer) setTimeout(wake, wait + timerMargin).unref()
  })
  return {
    async stop() {
      stopping = true
      wake()
      throttle.end()
      await Promise.race([workers, wait(stopWithin, undefined, { ref: false })])
      aborting.abort()
      await Promise.race([workers, wait(abortWithin, undefined, { ref: false })])
      await claims.end()
    },
  }
}

const withoutOutcome =
  'Given up after several attempts without an outcome. It may have arrived: ask before you send it again.'

/** In milliseconds. A time ahead of the clock was written while the clock was wrong, so the distance counts in either direction. */
const ageOf = ({ createdAt }: Delivery) => Math.abs(Date.now() - Date.parse(createdAt))

/**
 * Lets callers through one after the other, evenly, at most `rate` per second. `pauseUntil` stops them until a moment on the clock of
 * `performance.now()`; `end` lets all of them through at once.
 */
function createThrottle(rate: number) {
  const interval = 1_000 / rate
  const ended = new AbortController()
  let nextTurn = 0
  let pausedUntil = 0

  const throttle = async (): Promise<void> => {
    const now = performance.now()
    const turn = Math.max(now, nextTurn, pausedUntil)
    nextTurn = turn + interval
    if (turn > now) await wait(turn - now, undefined, { signal: ended.signal, ref: false }).catch(() => {})
    // A pause that began during the wait applies to this caller too.
    if (!ended.signal.aborted && pausedUntil > performance.now()) return throttle()
  }
  return Object.assign(throttle, {
    pauseUntil(moment: number) {
      pausedUntil = Math.max(pausedUntil, moment)
    },
    end: () => ended.abort(),
  })
}
