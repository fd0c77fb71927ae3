import type { APIRequestContext, BrowserContext, BrowserContextOptions, Page, Response } from '@playwright/test'
import { test as base, expect, hydrated } from './fixtures.ts'
import { KeptContext } from './kept-context.ts'

/** The first administrator, as set up by playwright.config.ts. */
export const admin = { email: 'admin@example.com', password: 'four rivers meet at dawn' }

/** Calls the API as the administrator. @returns the body of the answer; a refusal fails the test */
export type Api = <T = { _id: string }>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data?: unknown,
) => Promise<T>

/** Sends a message by the contact form's call. */
type Ask = (subject: string, message?: string, email?: string) => Promise<unknown>

type AdminFixtures = {
  ownContext: boolean
  /** Opens a page as in another browser, without a sign-in. Its context is kept, too. */
  another: () => Promise<Page>
  /** Playwright's: all options of the test's context. */
  _combinedContextOptions: BrowserContextOptions
  beginSignedIn: boolean
  keepsRecords: boolean
  signedIn: undefined
  made: string[]
  api: Api
  ask: Ask
}

/**
 * The back office with a signed-in person. The sign-in happens over the API once for each worker, so that tests do not wait for the form.
 * Records made by a test are deleted for good at its end, so that the next attempt, or a second run on the same site, starts from the same state.
 */
export const test = base.extend<AdminFixtures, { token: string; keptContexts: Map<string, KeptContext> }>({
  token: [
    async ({ playwright }, use, { project }) => {
      const request = await playwright.request.newContext({ baseURL: project.use.baseURL ?? '' })
      const answer = await request.post('/api/identity/sign-in', { data: admin })
      expect(answer.status()).toBe(200)
      await use((await answer.json()).token)
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
  keptContexts: [({}, use) => use(new Map()), { scope: 'worker' }],
  ownContext: [false, { option: true }],
  context: async ({ browser, keptContexts, ownContext, _combinedContextOptions: options }, use) => {
    if (ownContext) {
      const context = await browser.newContext()
      await use(context)
      return context.close()
    }
    const key = JSON.stringify(options)
    const kept = keptContexts.get(key) ?? (await KeptContext.open(browser, options))
    // After a failure the worker ends, and its contexts with it.
    keptContexts.set(key, kept)
    await kept.lend(use)
  },
  another: async ({ browser, keptContexts, _combinedContextOptions: options }, use) => {
    const ended = Promise.withResolvers<void>()
    const lendings: Promise<void>[] = []
    await use(async () => {
      const key = `${lendings.length} ${JSON.stringify(options)}`
      const kept = keptContexts.get(key) ?? (await KeptContext.open(browser, options))
      keptContexts.set(key, kept)
      const lent = Promise.withResolvers<BrowserContext>()
      const lending = kept.lend((context) => {
        lent.resolve(context)
        return ended.promise
      })
      lending.catch(lent.reject)
      lendings.push(lending)
      return (await lent.promise).newPage()
    })
    ended.resolve()
    await Promise.all(lendings)
  },
  beginSignedIn: [true, { option: true }],
  signedIn: [
    async ({ page, token, beginSignedIn }, use) => {
      if (!beginSignedIn) return use(undefined)
      await page.addInitScript((token) => {
        if (window.location.protocol.startsWith('http')) localStorage.setItem('token', token)
      }, token)
      await use(undefined)
    },
    { auto: true },
  ],
  keepsRecords: [false, { option: true }],
  /** The paths of the records that the test makes, on its pages or by `api`. */
  made: [
    async ({ page, context, request, token, keepsRecords }, use) => {
      const made: string[] = []
      const note = async (answer: Response) => {
        if (answer.status() !== 201 || answer.request().method() !== 'POST') return
        // The page may be gone before the body was read.
        noteMade(made, answer.url(), await answer.json().catch(() => null))
      }
      context.on('response', note)
      await use(made)
      context.off('response', note)
      if (keepsRecords) return
      // An open form would ask for a record that is gone.
      await page.close()
      const call = caller(request, token)
      for (const path of made.toReversed()) {
        await call('DELETE', path)
        await call('DELETE', path.replace('/api/', '/api/trash/'))
      }
    },
    { auto: true },
  ],
  api: async ({ request, token, made }, use) => {
    const call = caller(request, token)
    await use(async (method, path, data) => {
      const answer = await call(method, path, data)
      expect(answer.status(), `${method} ${path}: ${await answer.text()}`).toBeLessThan(300)
      const body = answer.status() === 204 ? null : await answer.json()
      if (answer.status() === 201) noteMade(made, path, body)
      return body
    })
  },
  ask: async ({ request, api, made }, use) => {
    const subjects = new Set<string>()
    await use((subject, message = 'We need a hand.\nSoon.', email = 'asha@example.org') => {
      subjects.add(subject)
      const data = { name: 'Asha Rao', email, subject, message }
      return request.post('/api/contact', { data })
    })
    const contacts = await api<{ _id: string; subject: string }[]>('GET', '/api/contact')
    for (const { _id, subject } of contacts) if (subjects.has(subject)) made.push(`/api/contact/${_id}`)
  },
})

/** Calls as the administrator, with a confirmation by password if required, because the token is shared by the whole run. */
const caller = (request: APIRequestContext, token: string) => async (method: string, path: string, data?: unknown) => {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await request.fetch(path, { method, data, headers })
  if (answer.status() !== 403 || (await answer.json()).code !== 'confirm_identity') return answer
  await request.post('/api/identity/confirm', { data: { password: admin.password }, headers })
  return request.fetch(path, { method, data, headers })
}

function noteMade(made: string[], url: string, record: { _id?: string } | null) {
  const list = new URL(url, 'http://site').pathname.replace(/\/[^/]+\/duplicate$/, '')
  if (record?._id) made.push(`${list}/${record._id}`)
}

export { expect }

/** The console messages of the browser about a failed call. */
export const failedCalls =
  /Failed to load resource: (the server responded with a status of (409|500|507)|net::ERR_INTERNET_DISCONNECTED)/

/** Makes the calls to a path fail, optionally of one method only. */
export const failCalls = (page: Page, path: string | RegExp, method?: string) =>
  page.route(path, (route) =>
    method && route.request().method() !== method
      ? route.fallback()
      : route.fulfill({
          status: 500,
          json: { message: 'An internal message of the server', code: 'internal' },
        }),
  )

/** The toast with this text, or the bar that also offers to undo. */
export const toast = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: new RegExp(`^${text}(“|Undo|$)`) })

/** Agrees to the confirmation dialog. */
export async function agree(page: Page, question: string, action = 'Delete') {
  const dialog = page.getByRole('alertdialog', { name: question })
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Opens a screen like a new visit and waits for its data. Between two fragments the browser would stay in the document. */
export async function visit(page: Page, path: string) {
  await page.goto('about:blank')
  await page.goto(`/#${path}`)
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
}

/** Opens a screen in the document that another one has opened: the client does not start again. An unknown address comes between them. */
export async function goOnTo(page: Page, path: string) {
  const between = page.getByRole('heading', { level: 1, name: 'Page not found' })
  await page.evaluate(() => {
    location.hash = '#/admin/nowhere'
  })
  await expect(between).toBeVisible()
  if (path === '/admin/nowhere') return
  await page.evaluate((path) => {
    location.hash = `#${path}`
  }, path)
  await expect(between).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
}
