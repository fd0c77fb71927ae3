import { afterAll, beforeAll, expect, test } from 'vitest'
import { actOfRoute } from '#server/activity/log-calls.ts'
import { aloneAct } from '#server/record/second-person.ts'
import { sortByAccess } from '#testing/route-access.ts'
import { callAs, importSubscribers } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import type { ActivityEntry, ActivityPage } from './activity.contract.ts'
import { past, sentenceOf } from './sentences.server.ts'

let site: TestApp
let staff: SignedIn
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false })
  staff = await site.asStaff({ name: 'Meera Nair' })
})
afterAll(() => site.close())

/** The calls of staff that change something, as they are registered. */
const writing = () => {
  const calls = sortByAccess(site.routes.filter((route) => /^(POST|PUT|PATCH|DELETE) \/api\/[^*]+$/.test(route)))
  return [...calls.open, ...calls.staff].filter((route) => site.configs.has(route) && !route.startsWith('GET'))
}
const isStep = (route: string) => site.configs.get(route)?.activity === 'step'

/** Technical words. */
const code = /[`{}()<>_:;,]|\b(api|caller|csv|dns|endpoint|flags?|ids?|json|options|payload|slugs?|uid|urls?)\b/i
const longest = 12

const presentActs = () =>
  writing()
    .filter((route) => !isStep(route))
    .map((route) => {
      const config = site.configs.get(route) ?? {}
      return actOfRoute({ config, ...(config.schema && { schema: config.schema }) })
    })

/** The past of the verbs that do not follow the rule. */
const irregular: Record<string, string> = {
  ...{ Cancel: 'Cancelled', Choose: 'Chose', Give: 'Gave', Log: 'Logged', Make: 'Made', Put: 'Put' },
  ...{ Send: 'Sent', Take: 'Took', Tell: 'Told', Undo: 'Undid', Withdraw: 'Withdrew', Write: 'Wrote' },
}
const pastOf = (verb: string) => irregular[verb] ?? `${verb.replace(/([^aeiou])y$/, '$1i').replace(/e$/, '')}ed`

test('every act of staff is a plain sentence, and told in the past', () => {
  const acts = presentActs()
  expect(acts.length).toBeGreaterThan(80)
  for (const act of acts) {
    expect(act).toMatch(/^[A-Z][a-z]+ ([a-z]|FAQs$)/)
    expect(act).not.toMatch(code)
    expect(act.split(' ').length, act).toBeLessThanOrEqual(longest)
    const verb = act.split(' ', 1)[0] ?? ''
    expect(past, `the log reads “${act}” as an order: add its verb to sentences.server.ts`).toHaveProperty(verb)
    expect(sentenceOf(act)).toBe(act.replace(verb, pastOf(verb)))
  }
})

test('the past of each verb is spelled right, also of acts that only the log still has', () => {
  for (const [verb, told] of Object.entries(past)) expect(told).toBe(pastOf(verb))
})

test('an entry says what happened, to which record', () => {
  const post = { label: 'Blog post', name: 'On clouds' }
  const present = [
    ['Update a blog post', post, 'Updated blog post “On clouds”'],
    ['Make a preview link of a blog post', post, 'Made a preview link of blog post “On clouds”'],
    ['Save changes to a live blog post as draft', post, 'Saved changes to live blog post “On clouds” as draft'],
    ['Restore a deleted record', post, 'Restored blog post “On clouds”'],
    ['Update an FAQ', { label: 'FAQ', name: 'Who pays?' }, 'Updated FAQ “Who pays?”'],
    [
      'Offer a seat to an attendee',
      { label: 'Registration', name: 'Sneha Kulkarni' },
      'Offered a seat to Sneha Kulkarni',
    ],
    ['Move an image or file to the trash', { label: 'Media', name: 'Cover' }, 'Moved “Cover” to the trash'],
    ['Delete a record in the trash for good', post, 'Deleted blog post “On clouds” in the trash for good'],
    [
      'Remove the two-factor authentication of a colleague',
      { name: 'Tara Sen' },
      'Removed the two-factor authentication of Tara Sen',
    ],
    ['Pause a newsletter', post, 'Paused a newsletter: On clouds'],
    ['Reorder products', {}, 'Reordered products'],
  ] as const
  // An example of an act that was renamed proves nothing.
  expect(presentActs()).toEqual(expect.arrayContaining(present.map(([act]) => act)))
  const others = [
    ['Delete a record', post, 'Deleted blog post “On clouds”'],
    [aloneAct, post, 'Published blog post “On clouds” without a second person'],
    [
      'Send a newsletter to 3 subscribers without a second person',
      { label: 'Newsletter', name: 'Spring dates' },
      'Sent newsletter “Spring dates” to 3 subscribers without a second person',
    ],
    ['Delete a record', { label: 'FAQ' }, 'Deleted an FAQ'],
    ['Accept the invitation', {}, 'Accepted the invitation'],
    ['Confirm an attendee', { label: 'Registration', name: 'Sneha Kulkarni' }, 'Confirmed Sneha Kulkarni'],
    ['Refused: List the users', {}, 'Tried to list the users'],
    ['Refused: a wrong password', {}, 'A wrong password'],
    ['Further refusals', {}, 'Further refusals'],
    // Of an earlier version.
    ['Create a question', { name: 'Who pays?' }, 'Created a question: Who pays?'],
    ['Bulk delete', { name: 'Ledger' }, 'Bulk delete: Ledger'],
  ] as const
  for (const [act, named, sentence] of [...present, ...others]) expect(sentenceOf(act, named), act).toBe(sentence)
})

/** Makes one call after another: an act adds an entry, a step adds none. */
test('an act has one entry, and a step has none', async () => {
  const newest = async (): Promise<ActivityEntry[]> =>
    ((await (await callAs(site, staff)('GET', '/api/activity')).json()) as ActivityPage).entries
  const act = async (method: string, path: string, body?: unknown, entries = 1) => {
    const last = (await newest())[0]?._id
    const answer = await callAs(site, staff)(method, path, body)
    const text = await answer.text()
    expect(answer.status, `${method} ${path}: ${text}`).toBeLessThan(300)
    const all = await newest()
    const added = all
      .slice(
        0,
        all.findIndex(({ _id }) => _id === last),
      )
      .map(({ what }) => what)
    expect(added, `${method} ${path}`).toHaveLength(entries)
    return text === '' ? undefined : JSON.parse(text)
  }
  const step = (method: string, path: string, body?: unknown) => act(method, path, body, 0)
  await callAs(site, staff)('GET', '/api/contact.csv')

  const product = { name: 'Ledger', category: 'AI & Automation Solutions', description: 'Keeps books.' }
  const { _id: first } = await act('POST', '/api/products', product)
  const { _id: second } = await act('POST', `/api/products/${first}/duplicate`)
  await act('PUT', `/api/products/${first}`, { ...product, name: 'Cashbook' })
  await act('PATCH', `/api/products/${first}`, { active: false })
  const products = [second, first].map((_id, order) => ({ _id, order }))
  await act('PUT', '/api/products/reorder', { products })
  await act('POST', '/api/products/bulk', { action: 'delete', records: [{ _id: second }] })
  await act('DELETE', `/api/products/${first}`)
  await act('POST', `/api/trash/products/${first}/restore`)
  await act('DELETE', `/api/trash/products/${second}`)

  const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
  const post = {
    title: 'A post',
    slug: 'a-post',
    excerpt: 'Short.',
    category: 'Cloud',
    content: `Words.\n\n${video}\n`,
  }
  const { _id: blog } = await act('POST', '/api/blogs', { ...post, published: true, sendNotification: true })
  await act('PUT', `/api/blogs/${blog}`, { ...post, title: 'A better post', content: `${video}1\n` })
  await act('POST', `/api/blogs/${blog}/notification/undo`)
  await act('PUT', `/api/blogs/${blog}/working-copy`, { ...post, title: 'The best post' })
  await act('DELETE', `/api/blogs/${blog}/working-copy`)
  const { _id: link } = await act('POST', `/api/blogs/${blog}/preview-links`, { days: 7 })
  await act('DELETE', `/api/blogs/${blog}/preview-links/${link}`)
  await step('POST', '/api/content/preview', { content: 'Words.' })
  await step('POST', '/api/as-of', { at: '2031-03-30T00:59:00Z' })

  const email = 'tara@example.com'
  const { uid } = await step('POST', '/api/identity/accounts', { name: 'Tara', email, password: staff.password })
  const { _id: colleague } = await act('POST', '/api/users', { name: 'Tara', email, firebaseUid: uid })
  await act('PUT', `/api/users/${colleague}`, { name: 'Tara Rao' })
  await act('POST', `/api/users/${colleague}/reset-link`)
  await act('PUT', `/api/users/${colleague}`, { active: false })
  await act('DELETE', `/api/users/${colleague}`)
  await act('POST', '/api/users/invitations', { name: 'Zoya', email: 'zoya@example.com', role: 'editor' })
  await act('PUT', '/api/users/me', { name: 'Meera Kulkarni', bio: 'Writes.' })
  await act('PUT', '/api/settings/home', { title: 'Welcome' })
  await importSubscribers(
    (method, path, body) => (path.endsWith('/apply') ? act : step)(method, path, body),
    'reader@example.org',
  )
  await step('POST', '/api/identity/passkeys/options')
  await step('DELETE', '/api/users/me/first-steps')
})
