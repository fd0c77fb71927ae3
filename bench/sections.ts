import type { Measurement } from './lib/figures.ts'
import { median } from './lib/figures.ts'
import { ask, compareRates } from './lib/load.ts'
import { contentOf, startBare } from './lib/neighbours.ts'
import { startSite } from './lib/processes.ts'
import { rounds } from './lib/settings.ts'

const admin = { email: 'bench@example.com', password: 'four rivers meet at dawn' }
/** In milliseconds. */
const budget = 60
const path = 'aws-training-for-banks'

const words = 'Our trainers have run production systems at banks, and they teach with your own architecture. '
const three = ['Plan', 'Build', 'Run'].map((title) => ({ title, text: words }))
const link = { label: 'Talk to us', to: '/contact' }

/** A landing page as its template makes it. */
const sections = [
  { kind: 'opening', title: 'AWS training for banks', text: words, buttons: [link] },
  { kind: 'numbers', numbers: ['40', '12', '98%'].map((number) => ({ number, label: 'servers in one weekend' })) },
  { kind: 'cards', title: 'Why us', cards: three },
  { kind: 'text', content: `## How it works\n\n${`${words}\n\n`.repeat(4)}- One\n- Two\n\n> A quotation.` },
  { kind: 'steps', title: 'In three steps', steps: three },
  { kind: 'testimonial' },
  {
    kind: 'people',
    title: 'Your trainers',
    people: ['Asha Rao', 'Ravi Shah'].map((name) => ({ name, role: 'Trainer' })),
  },
  { kind: 'cards', title: 'For whom', cards: three },
  {
    kind: 'questions',
    title: 'Questions',
    questions: three.map(({ title, text }) => ({ question: title, answer: text })),
  },
  { kind: 'action', title: 'Shall we talk?', text: words, button: link },
]

/** A page of ten sections: its weight, the time until it is rendered when nothing is cached, and its rate from memory. */
export async function* measure(): Measurement {
  const site = await startSite({ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password })
  async function send<Answer>(method: string, call: string, body: object, token = ''): Promise<Answer> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await fetch(`${site.url}/api${call}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${call} answered ${answer.status}: ${await answer.text()}`)
    return answer.json() as Promise<Answer>
  }
  const { token } = await send<{ token: string }>('POST', '/identity/sign-in', admin)
  const page = { title: 'AWS training for banks', path, sections, active: true }
  const { _id } = await send<{ _id: string }>('POST', '/pages', page, token)

  const [content, services] = await Promise.all(['', 'services'].map((at) => contentOf(`${site.url}/${at || path}`)))
  yield {
    what: 'a page of ten sections, with its styles, compressed',
    measured: content?.body.length ?? Number.NaN,
    unit: 'bytes',
    reference: { what: '/services', value: services?.body.length ?? Number.NaN },
    promise: 'weight of sections',
  }

  const times: number[] = []
  for (let round = 0; round < rounds * 5; round++) {
    // Each save renews all pages.
    await send('PATCH', `/pages/${_id}`, { active: false }, token)
    await send('PATCH', `/pages/${_id}`, { active: true }, token)
    times.push((await ask(`${site.url}/${path}`)).time)
  }
  yield {
    what: 'a page of ten sections, rendered',
    measured: median(times),
    unit: 'ms',
    reference: { what: 'the budget', value: budget },
    promise: 'time of sections',
  }

  const bare = await startBare(content ? [content] : [])
  const rates = await compareRates({ site: `${site.url}/${path}`, bare: `${bare.url}/0` }, rounds)
  yield {
    what: 'requests of a page of ten sections',
    measured: rates.site,
    unit: '/s',
    reference: { what: 'bare node:http', value: rates.bare },
    promise: 'rate of a page',
  }
  await Promise.all([site.stop(), bare.stop()])
}
