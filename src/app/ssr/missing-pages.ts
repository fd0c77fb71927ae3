import type { FastifyReply, FastifyRequest } from 'fastify'
import { createCounter, findRedirect, oldRequest } from '#features/redirects/follow-redirects.shared.server.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import type { AppContext } from '#server/feature.ts'
import { markdownAddress, pageOfMarkdown } from '#server/http/markdown-form.ts'
import type { PreparedResponse } from '#server/http/response-cache.ts'

type Context = Pick<AppContext, 'config' | 'database' | 'entities' | 'pagePaths'>

/** Redirects old addresses, and counts those at which visitors find nothing. */
export function missingPages(context: Context) {
  const counter = createCounter(context)

  /**
   * Answers with the redirect of the address, if it has one.
   * @param only `query`: only one with a query, at an address with a page
   * @returns whether it has answered
   */
  async function redirected(request: FastifyRequest, reply: FastifyReply, only?: 'query'): Promise<boolean> {
    const url = oldRequest(request.raw)
    if (!url) return false
    try {
      const found = (await findRedirect(context, url, only)) ?? (await markdownRedirect(context, url, only))
      if (!found) return false
      counter.followed(request.raw, found.id)
      // Staff can change it at any time.
      reply.header('cache-control', 'no-cache').redirect(addCampaign(found.location, url.searchParams), found.status)
      return true
    } catch (error) {
      // The page, or that it is missing, may be known without the database.
      logFailure(request.log, error, 'The redirects could not be read')
      return false
    }
  }

  /** Redirects an address at which there is no page, or counts it. @returns whether it has answered */
  async function found(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    if (await redirected(request, reply)) return true
    const url = oldRequest(request.raw)
    if (url) counter.missed(request.raw, url)
    return false
  }

  return { redirected, found }
}

/** The redirect of a page leads from its Markdown to that of the new one. */
async function markdownRedirect(context: Context, url: URL, only?: 'query') {
  const pathname = pageOfMarkdown(url.pathname)
  if (pathname === undefined) return undefined
  const found = await findRedirect(context, Object.assign(new URL(url), { pathname }), only)
  const isPage = found?.location.startsWith('/') && !/^[^?#]*\.\w+(?:[?#]|$)/.test(found.location)
  return found && isPage ? { ...found, location: markdownAddress(found.location) } : found
}

/** A redirect keeps the campaign of the address, so that the visit counts for it. */
export const withCampaign = (page: PreparedResponse, given: URLSearchParams): PreparedResponse =>
  page.location ? { ...page, location: addCampaign(page.location, given) } : page

function addCampaign(location: string, given: URLSearchParams): string {
  const campaign = new URLSearchParams([...given].filter(([name]) => /^(utm_|via$)/.test(name)))
  if (campaign.size === 0) return location
  const [address = '', part] = location.split(/#(.*)/s, 2)
  return `${address}${address.includes('?') ? '&' : '?'}${campaign}${part === undefined ? '' : `#${part}`}`
}
