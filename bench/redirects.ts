import type { Measurement } from './lib/figures.ts'
import { median } from './lib/figures.ts'
import { ask, compareRates } from './lib/load.ts'
import { startSite } from './lib/processes.ts'
import { rounds } from './lib/settings.ts'

const admin = { email: 'bench@example.com', password: 'four rivers meet at dawn' }
const count = 20_000
const asked = 2_000

/** Old addresses as WordPress has them: one in ten is a number in the query of Home. */
const csv = Array.from({ length: count }, (_, place) => {
  const old = place % 10 === 0 ? `/?p=${place}` : `/2021/03/an-old-post-about-cloud-costs-${place}/`
  return `${old},/about`
}).join('\n')

type Site = Awaited<ReturnType<typeof startSite>>

/** Calls the API of a site as its first administrator. */
async function callerOf({ url }: Site) {
  let token = ''
  async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const headers = { ...(body && { 'content-type': 'application/json' }), authorization: `Bearer ${token}` }
    const answer = await fetch(`${url}/api${path}`, { method, headers, body: body ? JSON.stringify(body) : null })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json() as Promise<Answer>
  }
  token = (await call<{ token: string }>('POST', '/identity/sign-in', admin)).token
  return call
}

/** The time of the first unknown address after the redirects have changed: its page is rendered, and their addresses are read. */
async function timeOfFirst(site: Site, call: Awaited<ReturnType<typeof callerOf>>, round: number): Promise<number> {
  const { _id } = await call<{ _id: string }>('POST', '/redirects', { from: '/another', to: '/about' })
  await call('DELETE', `/redirects/${_id}`)
  return (await ask(`${site.url}/never-a-page-${round}`, { accept: 'text/html' })).time
}

/** The times of unknown addresses, each another one, at two sites in turn, so that a busy moment of the machine strikes both. */
async function timesOfUnknown(sites: [Site, Site]): Promise<[number, number]> {
  const times: [number, number] = [0, 0]
  for (let place = 0; place < asked; place++)
    for (const which of place % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const path = `/2021/03/never-a-post-${place}`
      const { status, time } = await ask(sites[which].url + path, { accept: 'text/html' })
      if (status !== 404) throw new Error(`${path} answered ${status}`)
      times[which] += time
    }
  return times
}

/** The cost of 20,000 redirects for pages and unknown addresses, compared to a site without them. */
export async function* measure(): Measurement {
  const env = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
  const [many, none] = [await startSite(env), await startSite(env)]
  const [callMany, callNone] = [await callerOf(many), await callerOf(none)]
  const started = performance.now()
  const { added } = await callMany<{ added: number }>('POST', '/redirects/import', { csv })
  if (added !== count) throw new Error(`Only ${added} redirects were added`)
  yield {
    what: 'adding 20,000 redirects from a CSV file',
    measured: performance.now() - started,
    unit: 'ms',
    reference: { what: 'the budget', value: 20_000 },
    promise: 'time of adding redirects',
  }

  const first: Record<'many' | 'none', number[]> = { many: [], none: [] }
  for (let round = 0; round < rounds; round++) {
    first.many.push(await timeOfFirst(many, callMany, round))
    first.none.push(await timeOfFirst(none, callNone, round))
  }
  yield {
    what: 'the first unknown address after the redirects have changed',
    measured: median(first.many),
    unit: 'ms',
    reference: { what: 'without', value: median(first.none) },
    promise: 'time of a first unknown address',
  }

  for (const path of ['/about', '/about?utm_source=mail', '/']) {
    for (const site of [many, none]) await ask(site.url + path)
    const rates = await compareRates({ many: many.url + path, none: none.url + path }, rounds)
    yield {
      what: `requests of ${path} with 20,000 redirects`,
      measured: rates.many,
      unit: '/s',
      reference: { what: 'without', value: rates.none },
      promise: 'rate with redirects',
    }
  }

  const [withAll, without] = await timesOfUnknown([many, none])
  yield {
    what: `${asked.toLocaleString('en')} unknown addresses with 20,000 redirects`,
    measured: withAll,
    unit: 'ms',
    reference: { what: 'without', value: without },
    promise: 'time of unknown addresses',
  }
  await Promise.all([many.stop(), none.stop()])
}
