import { type Measurement, mean, median } from './lib/figures.ts'
import { ask, owner } from './lib/load.ts'
import { startSite } from './lib/processes.ts'
import { rounds } from './lib/settings.ts'

/** A call that reads nothing else, so that the guard is most of its work. */
const path = '/api/trash/kinds'
const callsARound = 300

/** The time of a call by token, compared to the same by session. Both are made in turn, so that neither has the better moment. */
export async function* measure(): Measurement {
  const site = await startSite({ ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password, RATE_LIMIT: 'false' })
  const sign = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(owner) }
  const signedIn = await fetch(`${site.url}/api/identity/sign-in`, sign)
  const session = { authorization: `Bearer ${((await signedIn.json()) as { token: string }).token}` }
  const made = await fetch(`${site.url}/api/tokens`, {
    method: 'POST',
    headers: { ...session, ...sign.headers },
    body: JSON.stringify({ name: 'Bench', permissions: ['staff'] }),
  })
  const { token } = (await made.json()) as { token: string }
  const callers = { session, token: { authorization: `Bearer ${token}` } }
  const times: Record<keyof typeof callers, number[]> = { session: [], token: [] }
  // The first round is not counted: the code of the program is compiled while it works.
  for (let round = 0; round <= rounds; round++) {
    const own: typeof times = { session: [], token: [] }
    for (let call = 0; call < callsARound; call++)
      for (const by of ['session', 'token'] as const) {
        const answer = await ask(site.url + path, callers[by])
        if (answer.status !== 200) throw new Error(`${answer.status} for a call by ${by}`)
        own[by].push(answer.time)
      }
    if (round > 0) for (const by of ['session', 'token'] as const) times[by].push(median(own[by]))
  }
  yield {
    what: 'a call by token',
    measured: mean(times.token),
    unit: 'ms',
    reference: { what: 'the same by session', value: mean(times.session) },
    promise: 'time of a call by token',
  }
  await site.stop()
}
