import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { type Database, type Transaction, timeIn } from '#server/database/connect.ts'
import { hookDeliveries, hooks } from '#server/hooks/hooks.table.ts'
import { createFetchOutside, type FetchOutside, OutsideError, type Rules } from '#server/http/fetch-outside.ts'
import type { Composer } from '#server/mail/mail-kind.ts'
import { fromNow } from '#server/mail/queue.ts'
import { type Sender, type SendLoop, type Sent, startSendLoop } from '#server/mail/send-loop.ts'
import { day, hour, minute } from '#server/security/counters.ts'
import { switchOff } from './hook-state.shared.server.ts'
import { signatureHeaders } from './signing.server.ts'

/** The most events per second of one process, and how many it sends at once. */
const rate = 50
const connections = 10
/** How long a receiver may take, in milliseconds, and how much of its answer is read, and stored, in bytes. */
const patience = 10_000
const mostRead = 64 * 1024
const mostStored = 2 * 1024
/** How long an event is tried, and how long a webhook may fail, in milliseconds. */
const givenUpAfter = 3 * day
/** The longest pause between two attempts, in seconds. */
const longestPause = (12 * hour) / 1_000
/** A receiver that takes longer is slow, in milliseconds. It gets few events at once, so that others need not wait for it. */
const slowAfter = 2_000
const atOnceIfSlow = 3
/** The shortest and the longest pause of a webhook that has failed, in milliseconds. */
const [shortestHold, longestHold] = [1_000, minute]
/** A pause that ends later was written while a clock was wrong, in milliseconds. */
const longestHeld = 2 * longestPause * 1_000

/** The pauses of mail, and further ones until the event is given up. */
export function hookPauses(ofMail: number[]): number[] {
  const pauses: number[] = []
  let left = givenUpAfter / 1_000
  for (let at = 0; left > 0; at++) {
    const pause = Math.min(left, ofMail[at] ?? longestPause, longestPause)
    pauses.push(pause)
    left -= pause
  }
  return pauses
}

/** The rules for addresses of webhooks: any port, since receivers have theirs, but no private network, whatever a name leads to by then. */
export const hookRules = ({ hooks }: Pick<Config, 'hooks'>): Partial<Rules> => ({
  isPort: () => true,
  redirects: 0,
  ...(hooks.private ? { isAllowed: () => true } : { protocols: ['https:'] }),
})

type Attempted = { hookId: string; url: string; body: string; secrets: string[]; isTest: boolean }

/** The attempts of this process at a webhook. One that fails or is slow gets few at once. */
type Load = { running: number; failing: boolean; slow: boolean }

type HookServices = { config: Config; database: Database; log: FastifyBaseLogger }

/** Sends the queued events to their webhooks, by the code that sends mail, as a second loop. */
export function startHookLoop({ config, database, log }: HookServices): SendLoop {
  const loads = new Map<string, Load>()
  const composers = { hook: composeAttempt(database, loads) }
  const retryPauses = hookPauses(config.mail.retryPauses)
  const sender = hookSender(database, loads, createFetchOutside(hookRules(config)))
  return startSendLoop({ database, sender, composers, log, rate, connections, retryPauses })
}

const mostAtOnce = ({ failing, slow }: Load) => (failing ? 1 : slow ? atOnceIfSlow : connections)

const composeAttempt = ({ db }: Database, loads: Map<string, Load>): Composer<'hook', Attempted> => ({
  longestWait: 0,

  heldRecipients(db) {
    const busy = [...loads].filter(([, load]) => load.running >= mostAtOnce(load)).map(([id]) => id)
    return db
      .selectFrom('hooks')
      .select('id')
      .where(({ or, and, eb }) =>
        or([
          and([eb('pausedUntil', '>', fromNow(db, 0)), eb('pausedUntil', '<', fromNow(db, longestHeld))]),
          ...(busy.length > 0 ? [eb('id', 'in', busy)] : []),
        ]),
      )
      .$asScalar()
  },

  async compose({ subjectId }) {
    const row = await db
      .selectFrom('hookDeliveries')
      .innerJoin('hooks', 'hooks.id', 'hookDeliveries.hookId')
      .select(['hookId', 'body', 'test', 'url', 'active', 'secret', 'formerSecret', 'formerSecretUntil'])
      .select(['failingSince', 'pausedUntil'])
      .where('hookDeliveries.id', '=', subjectId ?? '')
      .executeTakeFirst()
    if (!row) return { skip: 'The webhook or the event was deleted' }
    const { hookId, url, body } = row
    const { active, secret, formerSecret, formerSecretUntil, failingSince, pausedUntil } = hooks.decode(row)
    const { test: isTest } = hookDeliveries.decode(row)
    if (!active && !isTest) return { skip: 'The webhook is off' }
    const now = timeIn(db)
    const load = loads.get(hookId) ?? { running: 0, failing: false, slow: false }
    load.failing = failingSince !== undefined
    const pause = Date.parse(pausedUntil ?? '') - now
    const isHeld = load.running >= mostAtOnce(load) || (pause > 0 && pause < longestHeld)
    if (isHeld && !isTest) return { held: true }
    loads.set(hookId, load)
    load.running++
    const isFormerValid = formerSecret !== undefined && Date.parse(formerSecretUntil ?? '') > now
    const secrets = [secret, ...(isFormerValid ? [formerSecret] : [])]
    return { message: { hookId, url, body, secrets, isTest } }
  },
})

/** What a receiver has answered, or why there is no answer. */
type Answer = { status?: number; answer?: string; retryAfter?: number | undefined; reason?: string | undefined }

const hookSender = (database: Database, loads: Map<string, Load>, fetch: FetchOutside): Sender<Attempted> => ({
  downMessage: 'An event could not be sent to a webhook',
  lane: 'hooks',
  async send({ hookId, url, body, secrets, isTest }, { id }, signal) {
    const load = loads.get(hookId)
    const begin = performance.now()
    try {
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Atrium-Webhooks',
        ...signatureHeaders(id, body, secrets, timeIn(database.db)),
      }
      const answer = await ask(database, fetch, url, { headers, body, signal })
      const tookMs = Math.round(performance.now() - begin)
      if (load) load.slow = tookMs > slowAfter
      return outcomeOf({ deliveryId: id, hookId, isTest, tookMs }, answer)
    } finally {
      if (load) load.running--
      if (load?.running === 0 && !load.slow) loads.delete(hookId)
    }
  },
})

async function ask(
  { clock }: Pick<Database, 'clock'>,
  fetch: FetchOutside,
  url: string,
  request: { headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<Answer> {
  try {
    const { status, body, headers } = await fetch(url, {
      method: 'POST',
      maxBytes: mostRead,
      timeout: patience,
      cut: true,
      ...request,
    })
    const answer = readable(body)
    if (status >= 200 && status < 300) return { status, answer }
    const reason =
      status >= 300 && status < 400
        ? `The receiver answered ${status}. Redirects are not followed: enter the address that it leads to.`
        : `The receiver answered ${status}.`
    return {
      status,
      answer,
      reason,
      retryAfter: [429, 503].includes(status) ? secondsOf(headers?.['retry-after'], clock()) : 0,
    }
  } catch (error) {
    return { reason: error instanceof OutsideError ? error.message : 'The receiver did not answer.' }
  }
}

/** The beginning of an answer as a text that any database stores and any screen shows. */
const readable = (body: Buffer): string =>
  body
    .subarray(0, mostStored)
    .toString('utf8')
    .replace(/[^\P{C}\n\t]/gu, '\ufffd')

/** `Retry-After`: seconds, or a date. */
function secondsOf(retryAfter = '', now: number): number | undefined {
  const seconds = /^\d{1,9}$/.test(retryAfter.trim()) ? Number(retryAfter) : (Date.parse(retryAfter) - now) / 1_000
  return seconds > 0 ? Math.min(seconds, longestPause) : undefined
}

type About = { deliveryId: string; hookId: string; isTest: boolean; tookMs: number }

/** 2xx is delivered, 410 ends the webhook, and all else is tried again. A test is tried once, and changes nothing. */
function outcomeOf(
  { deliveryId, hookId, isTest, tookMs }: About,
  { status, answer, reason, retryAfter }: Answer,
): Sent {
  const log = (trx: Transaction) =>
    trx
      .updateTable('hookDeliveries')
      .set(hookDeliveries.encode({ status, answer, tookMs }))
      .where('id', '=', deliveryId)
      .execute()
  if (reason === undefined)
    return {
      async also(trx) {
        await log(trx)
        await trx
          .updateTable('hooks')
          .set({ failingSince: null, pausedUntil: null })
          .where('id', '=', hookId)
          .where(({ or, eb }) => or([eb('failingSince', 'is not', null), eb('pausedUntil', 'is not', null)]))
          .execute()
      },
    }
  return {
    failure: { reason, permanent: isTest || status === 410, pause: retryAfter },
    async also(trx) {
      await log(trx)
      if (isTest) return
      if (status === 410) await switchOff(trx, hookId, 'The receiver has answered that it is gone for good (410)')
      else await noteFailure(trx, hookId, retryAfter)
    },
  }
}

/** A webhook that fails pauses for as long as it has failed, up to a minute, or as long as the receiver asks. After three days it is switched off. */
async function noteFailure(trx: Transaction, id: string, retryAfter = 0): Promise<void> {
  const found = trx.selectFrom('hooks').select(['active', 'failingSince', 'pausedUntil']).where('id', '=', id)
  const row = await found.forUpdate().executeTakeFirst()
  if (!row) return
  const { active, failingSince, pausedUntil } = hooks.decode(row)
  const now = timeIn(trx)
  const failingFor = failingSince === undefined ? 0 : now - Date.parse(failingSince)
  if (active && failingFor >= givenUpAfter) {
    await switchOff(trx, id, 'No event has arrived for three days')
    return
  }
  const hold = Math.max(shortestHold, Math.min(longestHold, failingFor), retryAfter * 1_000)
  const until = Math.max(now + hold, Date.parse(pausedUntil ?? '') || 0)
  const state = {
    failingSince: failingSince ?? new Date(now).toISOString(),
    pausedUntil: new Date(until).toISOString(),
  }
  await trx.updateTable('hooks').set(hooks.encode(state)).where('id', '=', id).execute()
}
