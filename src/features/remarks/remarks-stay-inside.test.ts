import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#app/pages.ts'
import { publicKinds } from '#testing/public-kinds.ts'
import { callsOf, sortByAccess } from '#testing/route-access.ts'
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { mailSettings } from '#testing/subscriber-rows.ts'

let sink: SmtpSink
let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  sink = await startSmtpSink()
  site = await startTestApp({ rateLimit: false, mail: mailSettings({ smtpUrl: sink.url }) }, { built: true })
  call = callAs(site, await site.asStaff({ name: 'Meera' }))
})
afterAll(async () => {
  await site.close()
  await sink.close()
})

const made = async (path: string, body: object = {}): Promise<{ _id: string; path: string; url: string }> => {
  const answer = await call('POST', path, body)
  expect([200, 201], `${path} ${await answer.clone().text()}`).toContain(answer.status)
  return answer.json()
}

/** In remarks alone, in an answer, and in the marked words, which no text has. */
const secrets = ['Quetzalcoatl', 'Popocatepetl', 'Tlaloc']
const [asked, answered, marked] = secrets

test('the words of remarks are in no page, feed, public answer, preview, copy or message', async () => {
  const kinds = await publicKinds(site)
  const reviewed = site.entities.filter((entity) => entity.reviewed).map(({ table }) => table.name)
  expect(reviewed.toSorted()).toEqual(['blogs', 'cases', 'courses', 'newsletters', 'openings', 'pages'])
  const remarkOn = async (entity: string, id: string, field: string) => {
    const anchor = { field, quote: marked, before: asked, after: answered }
    const { _id } = await made('/api/remarks', { entity, id, text: `${asked} here`, anchor })
    await made('/api/remarks', { entity, id, text: answered, parent: _id })
  }

  const shown = new Map<string, string>()
  const others = new Set<string>()
  for (const name of reviewed) {
    const kind = kinds[name]
    if (!kind) continue
    const word = `seen${name}`
    const { _id: id } = await made(`/api/${name}`, { ...kind.input(word), [kind.flag]: true })
    await remarkOn(name, id, kind.text)
    for (const path of [...kind.shownBy(word), ...kind.structured(word)]) shown.set(path, `on-${word}`)
    for (const path of kind.atMost) others.add(path)
    const { path } = await made(`/api/${name}/${id}/preview-links`, { days: 7 })
    shown.set(path, `on-${word}`).set(path.replace('/preview/', `/api/previews/${name}/`), `on-${word}`)
    const { _id: copy } = await made(`/api/${name}/${id}/duplicate`)
    const ofCopy = await call('GET', `/api/remarks?entity=${name}&id=${copy}`)
    expect(await ofCopy.json()).toEqual({ remarks: [], open: 0, done: 0, more: false })
  }
  // All else that anyone may ask for.
  const routes = sortByAccess(callsOf(site))
  for (const route of [...routes.public, ...routes.open])
    if (route.startsWith('GET ') && !route.includes(':')) others.add(route.replace('GET ', ''))
  for (const { path } of pages) if (!/[:*]/.test(path)) others.add(path)
  for (const path of ['/rss.xml', '/sitemap.xml', '/feed.json', '/robots.txt', '/llms.txt']) others.add(path)
  const { url } = await made('/api/as-of', { at: '2099-04-01T10:00:00Z' })
  others.add(url)

  for (const [path, word] of [...shown, ...[...others].map((path) => [path, ''] as const)]) {
    const text = await (await site.get(path.replace(site.url, ''), { redirect: 'follow' })).text()
    expect(text, path).toContain(word)
    for (const secret of secrets) expect(text, path).not.toContain(secret)
  }

  const { _id: newsletter } = await made('/api/newsletters', { title: 'Spring', body: 'Seen words', greeting: 'Hello' })
  await remarkOn('newsletters', newsletter, 'body')
  await made(`/api/newsletters/${newsletter}/test`)
  await expect.poll(() => sink.taken.length).toBe(1)
  expect(sink.taken[0]?.source).toContain('Seen words')
  for (const secret of secrets) expect(sink.taken[0]?.source).not.toContain(secret)
})

test('a stranger reads and writes no remarks', async () => {
  for (const [method, path] of [
    ['GET', '/api/remarks?entity=blogs&id=x'],
    ['POST', '/api/remarks'],
    ['PUT', '/api/remarks/x'],
    ['DELETE', '/api/remarks/x'],
  ])
    expect((await site.get(String(path), { method: String(method) })).status, `${method} ${path}`).toBe(401)
})
