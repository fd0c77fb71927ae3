import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pages } from '#app/pages.ts'
import { createSiteRouter, loadScreen, readLocation } from './site-router.tsx'

/** The part of a window that the router reads, with a history of which only the newest entry is kept. */
function stubWindow(address: string) {
  const location = new URL(address, 'https://site.test')
  const listeners: Record<string, () => void> = {}
  const write = (state: unknown, _title: string, to: string) => {
    history.state = state
    location.href = new URL(to, location).href
  }
  const history = {
    state: { key: 'first' } as unknown,
    pushState: write,
    replaceState: write,
    scrollRestoration: 'auto',
  }
  const addEventListener = (name: string, listener: () => void) => {
    listeners[name] = listener
  }
  vi.stubGlobal('window', { location, history, scrollY: 0, addEventListener })
  return { location, history, listeners }
}

const pageAt = (path: string) => pages.find((page) => page.path === path) as (typeof pages)[number]
const moduleOf = (name: string) => ({ default: Object.assign(() => null, { displayName: name }) })
const settled = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(() => {
  for (const page of pages) vi.spyOn(page, 'load').mockResolvedValue(moduleOf(page.path))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A router before its screen is hydrated. */
async function routerAt(address: string, mode: 'hash' | 'path') {
  const stub = stubWindow(address)
  const location = readLocation(mode)
  const router = createSiteRouter(mode, { location, ...(await loadScreen(location)), isReturn: true, scroll: 'stay' })
  return { ...stub, router }
}

async function openAt(address: string, mode: 'hash' | 'path') {
  const stub = await routerAt(address, mode)
  stub.router.listen(() => {})
  return stub
}

test('the address is in the fragment or in the path, and each entry is counted for the back office', async () => {
  const hash = await openAt('/', 'hash')
  hash.router.navigate('/blog?page=2#list')
  await settled()
  expect(hash.location.href).toBe('https://site.test/#/blog?page=2#list')
  expect(readLocation('hash')).toMatchObject({ pathname: '/blog', search: '?page=2', hash: '#list' })
  expect(hash.history.state).toMatchObject({ idx: 1, key: expect.any(String) })
  hash.router.navigate('/about', { replace: true })
  await settled()
  expect(hash.history.state).toMatchObject({ idx: 1 })

  const path = await openAt('/blog', 'path')
  path.router.navigate('#intro')
  await settled()
  expect(path.location.href).toBe('https://site.test/blog#intro')
})

test('a fragment that is not a path is a place on Home', () => {
  stubWindow('/#main')
  expect(readLocation('hash').pathname).toBe('/')
})

test('the screen stays until the code of the next one is there, and the latest navigation wins', async () => {
  const { router, location } = await openAt('/', 'hash')
  const slow = Promise.withResolvers<ReturnType<typeof moduleOf>>()
  vi.spyOn(pageAt('/products'), 'load').mockReturnValue(slow.promise)
  router.navigate('/products')
  expect(router.read()).toMatchObject({ isPending: true, entry: { location: { pathname: '/' } } })
  router.navigate('/services')
  await settled()
  slow.resolve(moduleOf('/products'))
  await settled()
  expect(router.read()).toMatchObject({ isPending: false, entry: { location: { pathname: '/services' } } })
  expect(location.hash).toBe('#/services')
})

test('code that does not load is an error on its page', async () => {
  const { router } = await openAt('/', 'hash')
  const failure = new Error('no connection')
  vi.spyOn(pageAt('/courses'), 'load').mockRejectedValue(failure)
  router.navigate('/courses')
  await settled()
  expect(router.read().entry.screen).toEqual({ error: failure })
})

test('code that does not load at once is an error on its page', async () => {
  const failure = new Error('no connection')
  vi.spyOn(pageAt('/courses'), 'load').mockRejectedValue(failure)
  const { router } = await openAt('/#/courses', 'hash')
  expect(router.read().entry).toMatchObject({ location: { pathname: '/courses' }, screen: { error: failure } })
})

test('Back is followed, also during hydration', async () => {
  const { router, history, location, listeners } = await routerAt('/#/blog', 'hash')
  const back = (address: string) => {
    history.state = { key: address }
    location.href = new URL(address, location).href
    listeners['popstate']?.()
  }
  back('/#/about')
  router.listen(() => {})
  await settled()
  expect(router.read().entry).toMatchObject({ location: { pathname: '/about' }, isReturn: true, scroll: 'restore' })
  back('/#/services')
  await settled()
  expect(router.read().entry.location.pathname).toBe('/services')
})

test('in the path the back office is another document', async () => {
  const { router, location } = await openAt('/blog', 'path')
  const assign = vi.fn()
  Object.assign(location, { assign })
  router.navigate('/admin/blogs')
  await settled()
  expect(assign).toHaveBeenCalledWith('/admin/blogs')
})
