import { spawnSync } from 'node:child_process'
import { Agent, get } from 'node:http'
import autocannon from 'autocannon'
import { complete } from './processes.ts'
import { seconds } from './settings.ts'

const connections = 20
const headers = { 'accept-encoding': 'br' }

/** wrk needs less of the processor than a client in JavaScript, so it is used where it is installed. */
const hasWrk = spawnSync('wrk', ['--version']).error === undefined

/** Requests a second that an address answers, asked by connections that never pause. */
export async function rateOf(url: string, duration = seconds): Promise<number> {
  if (!hasWrk) {
    const { requests, non2xx, errors } = await autocannon({ url, connections, duration, headers })
    if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers were no success, ${errors} failed`)
    return requests.average
  }
  const ask = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const printed = await complete('wrk', ['-t1', `-c${connections}`, `-d${duration}s`, ...ask, url])
  if (/Non-2xx|Socket errors/.test(printed)) throw new Error(`${url}: ${printed}`)
  return Number(/Requests\/sec:\s*([\d.]+)/.exec(printed)?.[1])
}

/**
 * The rates of several addresses, in short rounds that alternate, so that a busy moment of the machine strikes all of them. A shared machine may be
 * half as fast in the next round, so these are the rates of one round: that in which the ratio of the first two is the median.
 */
export async function compareRates<Name extends string>(
  addresses: Record<Name, string>,
  rounds: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(addresses) as Name[]
  const measured: Record<Name, number>[] = []
  for (let round = 0; round < rounds; round++) {
    const rates: [Name, number][] = []
    // Each goes first in turn.
    for (const name of round % 2 === 0 ? names : names.toReversed()) rates.push([name, await rateOf(addresses[name])])
    measured.push(Object.fromEntries(rates) as Record<Name, number>)
  }
  const [first, second] = names as [Name, Name]
  const ratio = (rates: Record<Name, number>) => rates[first] / rates[second]
  measured.sort((a, b) => ratio(a) - ratio(b))
  return measured[Math.floor(rounds / 2)] as Record<Name, number>
}

const agent = new Agent({ keepAlive: true })

export type Answer = { status: number; headers: string[]; body: Buffer; time: number }

/** One request over a connection that stays open, and how many milliseconds it took until the last byte. */
export function ask(url: string, requestHeaders: Record<string, string> = {}): Promise<Answer> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: requestHeaders }, async (answer) => {
      const body = Buffer.concat(await answer.toArray())
      const { statusCode: status = 0, rawHeaders } = answer
      resolve({ status, headers: rawHeaders, body, time: performance.now() - started })
    }).once('error', reject)
  })
}

/** The times of requests that must succeed, so many at once. */
export async function timesOf(urls: string[], atOnce = 1): Promise<number[]> {
  const left = urls.values()
  const times: number[] = []
  const work = async () => {
    for (const url of left) {
      const { status, time } = await ask(url)
      if (status !== 200) throw new Error(`${url} answered ${status}`)
      times.push(time)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return times
}

/** The waiting times of other visitors for one address during other work. */
export async function timesDuring(url: string, work: () => Promise<unknown>): Promise<number[]> {
  let going = true
  const ended = work().finally(() => {
    going = false
  })
  // The last line reports a failure; until then the promise has no handler.
  ended.catch(() => {})
  const times: number[] = []
  do times.push(...(await timesOf([url])))
  while (going)
  await ended
  return times
}

/** Who signs in to a site that is measured. */
export const owner = { email: 'admin@example.com', password: 'four rivers meet at dawn' }

/** Signs in as the owner. @returns makes a call: `call('GET', 'courses')` */
export async function signIn(url: string) {
  let headers: Record<string, string> = { 'content-type': 'application/json' }
  // biome-ignore lint/suspicious/noExplicitAny: the answers of all calls
  const call = async (method: string, path: string, body?: object): Promise<{ ok: boolean; body: any }> => {
    const answer = await fetch(`${url}/api/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return { ok: answer.ok, body: await answer.json() }
  }
  const { token } = (await call('POST', 'identity/sign-in', owner)).body
  headers = { ...headers, authorization: `Bearer ${token}` }
  return call
}
