import type { Page } from '@playwright/test'
import { test as base, expect, hydrated } from './fixtures.ts'

/** The first administrator, as set up by playwright.config.ts. */
export const admin = { email: 'admin@example.com', password: 'four rivers meet at dawn' }

/** Calls the API as the administrator. @returns the body of the answer; a refusal fails the test */
export type Api = <T = { _id: string }>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data?: unknown,
) => Promise<T>

/** The back office with a signed-in person. The sign-in happens over the API once for each worker, so that tests do not wait for the form. */
export const test = base.extend<{ beginSignedIn: boolean; signedIn: undefined; api: Api }, { token: string }>({
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
  api: async ({ request, token }, use) => {
    await use(async (method, path, data) => {
      const headers = { authorization: `Bearer ${token}` }
      const ask = () => request.fetch(path, { method, data, headers })
      let answer = await ask()
      // The token is that of the whole run.
      if (answer.status() === 403 && (await answer.json()).code === 'confirm_identity') {
        await request.post('/api/identity/confirm', { data: { password: admin.password }, headers })
        answer = await ask()
      }
      expect(answer.status(), `${method} ${path}: ${await answer.text()}`).toBeLessThan(300)
      return answer.status() === 204 ? null : await answer.json()
    })
  },
})

export { expect }

/** The console messages of the browser about a failed call. */
export const failedCalls = /Failed to load resource: the server responded with a status of (409|500|507)/

/** Makes the calls to a path fail, optionally of one method only. */
export const failCalls = (page: Page, path: string | RegExp, method?: string) =>
  page.route(path, (route) =>
    method && route.request().method() !== method
      ? route.fallback()
      : route.fulfill({
          status: 500,
          json: { message: 'Something of the server that nobody should read', code: 'internal' },
        }),
  )

/** The toast with exactly this text. */
export const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: new RegExp(`^${text}$`) })

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
