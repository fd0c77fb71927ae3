import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IsPublic } from '#app/cards/serve-cards.ts'
import type { ApiFetch } from '#app/web/rendering.ts'
import type { ErrorBody } from '#contract/fields.ts'
import { lookup } from '#contract/lookup.ts'
import { consentIds } from '#features/consent/consent.shared.server.ts'
import type { AppContext } from '#server/feature.ts'
import { type CacheOptions, sendResponse } from '#server/http/cached-routes.ts'
import { errorHandler } from '#server/http/errors.ts'
import { asksForMarkdown, markdownAddress, pageOfMarkdown, refusesHtml } from '#server/http/markdown-form.ts'
import { internalHeaders, limitRenders } from '#server/http/rate-limits.ts'
import { type MadeResponse, type PreparedResponse, prepareResponse } from '#server/http/response-cache.ts'
import { asOfTime } from '#server/runtime/clock.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { renders } from '#server/runtime/measurements.ts'
import { createWorkQueue } from '#server/runtime/work-queue.ts'
import { allowInline } from '#server/security/headers.ts'
import type { ConfigNow } from '#server/site-config/site-config.ts'
import type { FormResult } from '#web/form-result.tsx'
import type { PageRoute } from '#web/page-route.ts'
import { canonicalPath, readTarget, recordPathsOf } from './address.ts'
import { type AsOfContext, asOfBanner, asOfRequest, officeEntry, serveAsOf } from './as-of.ts'
import type { Assets } from './assets.ts'
import { descriptionOf } from './document.ts'
import { missingPages, withCampaign } from './missing-pages.ts'
import { markdownOf, pageDocument } from './page-document.ts'
import { away, createProvider } from './provide-page.ts'
import { pageCacheControl, type RenderFor, sendPage, sendPageError } from './send-page.ts'

type Served = Pick<AppContext, 'site' | 'pathOwner' | 'entities' | 'pagePaths'> & {
  assets: () => Promise<Assets>
  caching: CacheOptions
}

/** Rendering blocks the only thread; more renders at once would only use more memory. */
const rendersAtOnce = 3
/** The number of renders that may wait: about a second's work. */
const waitingRenders = 30
/** How long a page waits for its data, in milliseconds. */
const dataWithin = 10_000

const busy = 'Many pages are being requested at once. Please try again in a moment.'

type Look = { banner?: string; inert?: boolean; answers?: Record<string, object> | undefined }

/** The path of the page that all unknown paths share. */
const unknownPath = '/not-found'

/**
 * Serves the document of every public screen at its clean path. Its data comes from the API in-process. A page in the cache is sent at
 * once, even while the database is unavailable; a page that must be rendered counts against the client's rate limit and waits for its
 * turn.
 */
export async function servePages(app: FastifyInstance, { assets, caching, site, ...asOfParts }: AsOfContext & Served) {
  const { redirected, found } = missingPages(asOfParts)
  const { config, database } = asOfParts
  const { cache, readVersion } = caching
  const queue = createWorkQueue({ concurrency: rendersAtOnce, queueLimit: waitingRenders, busyMessage: busy })
  // Others are answered before each render blocks the thread again, and a flood is seen, and refused, as it arrives.
  const inTurn = <Result>(work: () => Promise<Result>) =>
    queue(async () => {
      await setImmediate()
      return work()
    })
  const countRender = await limitRenders(app, asOfParts)
  const provide = createProvider({ ...caching, assets, inTurn })
  const cacheControl = pageCacheControl(config)
  const recordPath = recordPathsOf({ ...asOfParts, readVersion })

  const fetchApi: ApiFetch = async (path) => {
    const ask = (url: string) => app.inject({ url, headers: internalHeaders, signal: AbortSignal.timeout(dataWithin) })
    let answer = await ask(path)
    if (answer.statusCode === 301) answer = await ask(String(answer.headers.location))
    return { status: answer.statusCode, body: answer.json() }
  }

  /** Renders the page of an address. All addresses of missing records share one document for each page. */
  async function make(
    route: Pick<PageRoute, 'path' | 'personal' | 'wholePath'>,
    url: string,
    { form = null, version, markdown }: { form?: FormResult | null; version?: string | undefined; markdown?: boolean },
  ) {
    const ready = await assets()
    const started = performance.now()
    let gone = false
    const loaded = await ready.renderer.loadPage(url, async (path) => {
      const answer = await fetchApi(path)
      gone ||= answer.status === 404 && (answer.body as Partial<ErrorBody> | null)?.code === 'gone'
      return answer
    })
    const data = performance.now() - started
    const rendered = async (): Promise<MadeResponse> => {
      const start = performance.now()
      const { personal } = route
      // Without its wordings a page is complete: the call then takes the present ones.
      const consent = await consentIds({ database, site }).catch(() => undefined)
      const page = await pageDocument(asOfParts, ready, await site.now(), loaded, { form, personal, consent })
      const { movedTo, path, noIndex } = page.head
      const headers = { vary: 'accept' }
      if (movedTo) {
        const location = markdown ? markdownAddress(movedTo) : movedTo
        return { response: prepareResponse({ status: 301, text: '', location, headers }), keep: 'invented' }
      }
      const ordinary = page.status === 404 || (path === url && (!noIndex || route.wholePath))
      const render = performance.now() - start
      renders.report({ dataSeconds: data / 1_000, renderSeconds: render / 1_000 })
      const timing = `data;dur=${data.toFixed(1)}, render;dur=${render.toFixed(1)}`
      return {
        response: prepareResponse({
          status: page.status === 404 && gone ? 410 : page.status,
          text: page.text,
          headers,
          ...(markdown && (await markdownOf(page, config.publicUrl + (path ?? url)))),
          ...(page.status === 200 && { cacheControl, timing }),
        }),
        keep: ordinary ? 'ordinary' : 'invented',
      }
    }
    if (!loaded.missing || url === unknownPath || !ready.cacheable || version === undefined) return rendered()
    const key = `${gone ? 'gone' : 'missing'} ${markdown ? markdownAddress(route.path) : route.path}`
    const shared =
      cache.find(key, version) ?? (await (cache.underWay(key, version) ?? cache.make(key, version, rendered)))
    return { response: shared, keep: null }
  }

  /** Renders a page for one member of staff, without scripts. */
  async function lookAt(url: string, settings: ConfigNow, { answers, ...shape }: Look) {
    const ready = await assets()
    const loaded = await ready.renderer.loadPage(url, async (path) => {
      const body = answers && lookup(answers, path)
      return body ? { status: 200, body } : fetchApi(path)
    })
    return pageDocument(asOfParts, ready, settings, loaded, { ...shape, personal: true, scriptless: true })
  }

  /** Renders a page as of another time, for one member of staff. Without scripts, so that every link leads to another such document. */
  async function makeAsOf(url: string, asOf: string): Promise<PreparedResponse> {
    const page = await lookAt(url, await site.now(), { banner: asOfBanner(asOf, config) })
    const { movedTo: location } = page.head
    const cacheControl = 'no-store'
    if (location) return prepareResponse({ status: 302, text: '', location, cacheControl })
    return prepareResponse({ status: page.status, text: page.text, cacheControl })
  }

  /** Makes a page for one visitor: the answer to a form, or the page of a link in a message. */
  const renderFor: RenderFor = async (request, url, form) => {
    const { renderer } = await assets()
    const version = form ? undefined : await readVersion()
    if (version === null) throw new HttpError(503, away)
    await countRender(request)
    const route = renderer.findPage(url.split('?', 1)[0] ?? '')
    if (!route) throw notFound()
    return (await inTurn(() => make(route, url, { form, version }))).response
  }

  /** The form of a page that the request asks for. */
  function provideForm(
    request: FastifyRequest,
    route: Parameters<typeof make>[0],
    url: string,
    count?: () => Promise<void>,
  ) {
    const markdown = asksForMarkdown(request)
    return provide(markdown ? markdownAddress(url) : url, (version) => make(route, url, { version, markdown }), count)
  }

  /** All unknown paths share one page, so that invented paths cannot fill the cache. An old address leads to its new one. */
  async function sendUnknown(request: FastifyRequest, reply: FastifyReply) {
    if (await found(request, reply)) return reply
    try {
      return sendPage(request, reply, await provideForm(request, { path: '*' }, unknownPath))
    } catch (error) {
      return sendPageError(error, request, reply, site.last())
    }
  }

  serveAsOf(app, asOfParts)

  app.setErrorHandler((error, request, reply) => {
    const unknown = error instanceof HttpError && error.status === 404
    return unknown ? sendUnknown(request, reply) : sendPageError(error, request, reply, site.last())
  })
  // A browser gets a page, a program the API's error shape.
  app.setNotFoundHandler((request, reply) =>
    request.headers.accept?.includes('text/html')
      ? sendUnknown(request, reply)
      : errorHandler(notFound(), request, reply),
  )

  app.get('/*', async (request, reply) => {
    const target = readTarget(request.url)
    if (!target) return sendUnknown(request, reply)
    const { search, searchParams } = target
    const ofMarkdown = pageOfMarkdown(target.pathname)
    const pathname = ofMarkdown ?? target.pathname
    const at = ofMarkdown === undefined ? (path: string) => path : markdownAddress
    const { renderer } = await assets()
    const whole = pathname.replace(/(?<=.)\/+$/, '')
    const route = renderer.findPage(whole)
    const path = route?.wholePath ? await recordPath(whole) : route && canonicalPath(route.path, whole)
    const unknown = !route || typeof path !== 'string'
    // An old address leads to its new one at once, without the way over the address without slashes.
    if (unknown && whole !== pathname)
      return (await redirected(request, reply)) ? reply : reply.redirect(whole + search, 301)
    if (unknown) return sendUnknown(request, reply)
    if (path !== pathname) return reply.redirect(at(path) + search, 301)
    const url = await renderer.pageAddress(route, path, searchParams)
    const asOf = await asOfRequest(asOfParts, request)
    // A page for one person, or of another time, has no second form.
    if (ofMarkdown !== undefined && (route.personal || asOf !== null)) return sendUnknown(request, reply)
    if (asOf !== null && !route.personal) {
      await countRender(request)
      allowInline(reply, officeEntry).header('x-robots-tag', 'noindex')
      return sendResponse(request, reply, await inTurn(() => asOfTime(asOf, () => makeAsOf(url, asOf))))
    }
    if (route.personal) {
      if (refusesHtml(request.headers.accept)) throw new HttpError(406, 'This page has no form in Markdown')
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      reply.header('x-robots-tag', 'noindex, nofollow')
      return sendResponse(request, reply, await renderFor(request, url, null))
    }
    // A page that reads its query is no old address.
    if (search && url === path && (await redirected(request, reply, 'query'))) return reply
    const { page, hit } = await provideForm(request, route, url, () => countRender(request))
    if ((page.status === 404 || page.status === 410) && (await found(request, reply))) return reply
    return sendPage(request, reply, { page: withCampaign(page, searchParams), hit })
  })

  /** A document that is not a page and changes with the content, such as the feed; it is cached like a page. */
  async function sendMade(request: FastifyRequest, reply: FastifyReply, type: string, text: () => Promise<string>) {
    const made = async (): Promise<MadeResponse> => ({
      response: prepareResponse({ text: await text(), type, cacheControl }),
      keep: 'ordinary',
    })
    return sendPage(request, reply, await provide(request.routeOptions.url ?? '', made))
  }

  const renderPageWith: AppContext['renderPageWith'] = (url, settings, { answers } = {}) =>
    inTurn(() =>
      site.withDraft(settings, async () => {
        const { status, head, text } = await lookAt(url, settings, { inert: true, answers })
        const page = { title: head.title, description: descriptionOf(head, settings.company) }
        return { html: text, ...(status === 200 && { page }) }
      }),
    )

  const isPublic: IsPublic = async (request, url) => {
    const { renderer } = await assets()
    const route = renderer.findPage(url.split('?', 1)[0] ?? '')
    if (!route) return false
    const count = () => countRender(request)
    return (await provide(url, (version) => make(route, url, { version }), count)).page.status === 200
  }

  const headOf = async (path: string) => lookAt(path, await site.now(), {})

  return { renderFor, renderPageWith, sendUnknown, sendMade, countRender, isPublic, headOf }
}
