import { test as base, expect, type Page } from '@playwright/test'
import { sampleIds, samplePath } from '#features/home/samples.contract.ts'

/** Playwright looks into the frames of previews too, in which no script may run. */
const lookedIntoFrame = /about:srcdoc.*sandboxed|'postMessage'.*recipient window's origin \('null'\)/

/** Chromium reports this as an error of the page when it shows a document before the transition from the former one could begin. */
const lateTransition = /Transition was aborted because of invalid state\. Page already revealed/

/** The console of every page is watched: an error or a warning fails the test, unless the test allows it. */
export const test = base.extend<{ allowedConsole: RegExp | null; watchedConsole: undefined }>({
  allowedConsole: [null, { option: true }],
  watchedConsole: [
    async ({ page, allowedConsole }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()))
          complaints.push(`${message.text()} ${message.location().url}`)
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      await use(undefined)
      expect(
        complaints.filter(
          (text) => ![allowedConsole, lookedIntoFrame, lateTransition].some((known) => known?.test(text)),
        ),
      ).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Waits until the client has hydrated the document: at an address in the fragment, or for staff. */
export const hydrated = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-hydrated', '')

/** Keeps the client from arriving until the result is called. */
export async function holdClient(page: Page) {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/client-*.js', async (route) => {
    await held.promise
    await route.continue().catch(() => {})
  })
  return held.resolve
}

/** Acts as a visitor who begins to fill in a form, which brings the client, and waits until it has hydrated the document. */
export async function hydrate(page: Page) {
  await page.evaluate(() => document.querySelector<HTMLElement>('input[type=email]')?.focus({ preventScroll: true }))
  await hydrated(page)
}

/** Every public screen by its clean path, with a text of its content. */
export const screens = [
  { path: '/', heading: 'Empower Your Startup Business With Cloud & AI' },
  { path: '/services' },
  { path: '/products' },
  { path: '/blog' },
  { path: '/about', heading: 'Your Digital Partner in Cloud, Data Analytics & AI' },
  { path: '/profile' },
  ...sampleIds.map((id) => ({ path: samplePath(id) })),
  { path: '/contact', heading: "Let's Connect" },
  { path: '/courses' },
  { path: '/blog/the-incident-nobody-rehearsed' },
  { path: '/courses/apis-with-nodejs-and-postgresql' },
  { path: '/newsletter' },
  { path: '/cover/Asha%20Rao', heading: 'A cover for Asha Rao' },
  { path: '/privacy' },
  { path: '/terms' },
  { path: '/cookies' },
  /** The client does not hydrate it. */
  { path: '/nowhere', status: 404 },
]
