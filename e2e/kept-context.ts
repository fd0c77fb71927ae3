import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** A page of the site without scripts. It is open between the tests, so that Chromium keeps the process with the compiled scripts of the site. */
export const quiet = '/robots.txt'

/** The storages of a context's origins; cookies are apart. */
const storages = ['cache_storage', 'file_systems', 'indexeddb', 'local_storage', 'service_workers', 'storage_buckets']

/**
 * A browser context that the tests of a worker use in turn. A new one has empty caches, and its first visit to the back office takes twice the
 * processor time. Each test gets a new page, and finds nothing stored.
 */
export class KeptContext {
  private readonly context: BrowserContext
  private readonly keeper: Page
  private readonly devTools: CDPSession

  private constructor(context: BrowserContext, keeper: Page, devTools: CDPSession) {
    this.context = context
    this.keeper = keeper
    this.devTools = devTools
  }

  static async open(browser: Browser, options: BrowserContextOptions) {
    const context = await browser.newContext(options)
    const keeper = await context.newPage()
    await keeper.goto(quiet)
    refuseWhatStays(context)
    return new KeptContext(context, keeper, await context.newCDPSession(keeper))
  }

  /** Lends the context to a test, and then removes all that the test left in it. */
  async lend(use: (context: BrowserContext) => Promise<void>) {
    await this.empty()
    await use(this.context)
    const pages = this.context.pages().filter((page) => page !== this.keeper)
    await Promise.all(pages.map((page) => page.close()))
  }

  /** Empties the context until it stays empty: the last writes and locks of a closed page end a moment later. */
  private async empty() {
    expect(this.context.pages(), 'pages of the test before').toEqual([this.keeper])
    await Promise.all([this.context.clearCookies(), this.context.clearPermissions(), this.context.setOffline(false)])
    const look = async () => {
      await this.devTools.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: storages.join() })
      await this.keeper.evaluate(() => localStorage.clear())
      return { ...(await this.keeper.evaluate(findStored)), cookies: await this.context.cookies() }
    }
    const nothing = { local: [], session: [], databases: [], caches: [], workers: 0, locks: [], cookies: [] }
    await expect.poll(look, { message: 'what the test before has left' }).toEqual({ ...nothing, address: quiet })
  }
}

/** Runs in the browser. */
const findStored = async () => ({
  address: location.pathname,
  local: Object.keys(localStorage),
  session: Object.keys(sessionStorage),
  databases: (await indexedDB.databases()).map(({ name }) => name),
  caches: await caches.keys(),
  workers: (await navigator.serviceWorker.getRegistrations()).length,
  locks: (await navigator.locks.query()).held?.map(({ name }) => name),
})

/** No call takes these back, so a test makes them on its page, or in its own context (`ownContext`). */
function refuseWhatStays(context: BrowserContext) {
  const refuse = () => {
    throw new Error('The context is shared with the next tests: use the page, or test.use({ ownContext: true }).')
  }
  const { clock } = context
  for (const name of ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const) clock[name] = refuse
  const calls = ['addInitScript', 'close', 'exposeBinding', 'exposeFunction', 'route', 'routeFromHAR'] as const
  for (const name of [...calls, 'routeWebSocket', 'setExtraHTTPHeaders', 'setGeolocation'] as const)
    context[name] = refuse
}
