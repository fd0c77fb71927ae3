import { spawnSync } from 'node:child_process'
import { Agent, get } from 'node:http'
import autocannon from 'autocannon'
import { median } from './figures.ts'
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

/** The median rate of several addresses, in short rounds that alternate, so that a busy moment of the machine strikes all of them. */
export async function compareRates<Name extends string>(
  addresses: Record<Name, string>,
  rounds: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(addresses) as Name[]
  const rates = new Map(names.map((name) => [name, [] as number[]]))
  for (let round = 0; round < rounds; round++) {
    // Each goes first in turn.
    const order = round % 2 === 0 ? names : names.toReversed()
    for (const name of order) rates.get(name)?.push(await rateOf(addresses[name]))
  }
  return Object.fromEntries(names.map((name) => [name, median(rates.get(name) ?? [])])) as Record<Name, number>
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

/** What other visitors wait for one address, asked again and again, while something else goes on. */
export async function timesDuring(url: string, work: () => Promise<unknown>): Promise<number[]> {
  let going = true
  const ended = work().finally(() => {
    going = false
  })
  // A failure is reported by the last line; until then it is nobody's.
  ended.catch(() => {})
  const times: number[] = []
  do times.push(...(await timesOf([url])))
  while (going)
  await ended
  return times
}
