import type { Measurement } from './lib/figures.ts'
import { ask, compareRates } from './lib/load.ts'
import { startSite } from './lib/processes.ts'
import { rounds } from './lib/settings.ts'

const admin = { email: 'bench@example.com', password: 'four rivers meet at dawn' }
const count = 20_000
const asked = 2_000
/** In milliseconds. */
const budget = 150

/** Old addresses as WordPress has them: one in ten is a number in the query of Home. */
const csv = Array.from({ length: count }, (_, place) => {
  const old = place % 10 === 0 ? `/?p=${place}` : `/2021/03/an-old-post-about-cloud-costs-${place}/`
  return `${old},/about`
}).join('\n')

type Site = Awaited<ReturnType<typeof startSite>>

async function signIn({ url }: Site): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/identity/sign-in`, { method: 'POST', headers, body: JSON.stringify(admin) })
  return ((await answer.json()) as { token: string }).token
}

async function addAll(site: Site, token: string): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const body = JSON.stringify({ csv })
  const answer = await fetch(`${site.url}/api/redirects/import`, { method: 'POST', headers, body })
  const { added } = (await answer.json()) as { added?: number }
  if (added !== count) throw new Error(`Only ${added} redirects were added`)
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
  const started = performance.now()
  await addAll(many, await signIn(many))
  const adding = performance.now() - started
  yield {
    what: `adding ${count.toLocaleString('en')} redirects from a CSV file`,
    measured: adding,
    unit: 'ms',
    reference: { what: 'the budget', value: 20_000 },
    promise: 'time of adding redirects',
  }

  const first = (await ask(`${many.url}/never-a-page`, { accept: 'text/html' })).time
  yield {
    what: 'the first unknown address after the redirects have changed',
    measured: first,
    unit: 'ms',
    reference: { what: 'the budget', value: budget },
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
