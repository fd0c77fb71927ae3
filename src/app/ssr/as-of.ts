import type { FastifyInstance, FastifyRequest } from 'fastify'
import { escapeHtml } from '#content/markup/plain-text.ts'
import { formatIn, zoneName } from '#contract/zoned-format.ts'
import { findStaffAccount } from '#features/users/staff.server.ts'
import type { Config } from '#server/config/config.ts'
import { type GuardOptions, hasAccess } from '#server/identity/access.ts'
import { asOfBegins, asOfEnds, asOfTokenOf, cookieIn, officeCookie, readAsOf } from '#server/security/signed-tokens.ts'

export type AsOfContext = GuardOptions

/** The addresses that start and end the view of the site as of another time. Only staff get this cookie. */
export function serveAsOf(app: FastifyInstance, context: AsOfContext): void {
  const { config } = context
  app.get<{ Querystring: { token?: string } }>('/as-of', async ({ query }, reply) => {
    const token = String(query.token ?? '')
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    if (!(await validTime(context, token))) return reply.redirect('/', 302)
    return reply.header('set-cookie', asOfBegins(token, config)).redirect('/', 302)
  })

  app.get('/as-of/leave', async (_request, reply) =>
    reply.header('cache-control', 'no-store').header('set-cookie', asOfEnds(config)).redirect('/', 302),
  )
}

/** The time as of which a request is answered; null for the present, to which the back office belongs. */
export async function asOfRequest(context: AsOfContext, { headers, url }: FastifyRequest): Promise<string | null> {
  if (/^\/($|\?)/.test(url) && cookieIn(headers.cookie, officeCookie)) return null
  const token = asOfTokenOf(headers.cookie)
  return token ? validTime(context, token) : null
}

/** A token ends with its session, and whenever a call of that session would be refused. */
async function validTime(context: AsOfContext, token: string): Promise<string | null> {
  const { database, identity } = context
  const read = await readAsOf(database, token)
  const account = read && (await findStaffAccount(database, read.staffId))
  const person = account && (await identity.findNamedSession(read.session, account))
  return person && (await hasAccess(person, 'staff', context)) ? read.at : null
}

/**
 * The only script of a document as of another time: an address of the back office is the client's, which belongs to the document of the present.
 * The cookie asks for that one, for a few seconds.
 */
export const officeEntry = `{const enter=()=>{if(/^#\\/(admin|subscribers)\\b/.test(location.hash)){document.cookie='${officeCookie}=1;path=/;max-age=5;samesite=strict';if(location.pathname==='/')location.reload();else location.replace('/'+location.hash)}};enter();addEventListener('hashchange',enter)}`

const momentIn = formatIn('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/**
 * The banner of a document as of another time, with its script. The banner is at the bottom of the window, since the site's header stays at the top, and at the end of
 * the document, so that the link to the content stays the first.
 */
export function asOfBanner(at: string, { timeZone }: Pick<Config, 'timeZone'>): string {
  const moment = new Date(at)
  const shown = `${momentIn(timeZone).format(moment)} ${zoneName(timeZone, moment)}`
  return `<script>${officeEntry}</script><aside aria-label="Site preview" style="position:fixed;inset:auto 0 0;z-index:60;display:flex;flex-wrap:wrap;gap:0 1rem;align-items:center;justify-content:center;padding:.125rem 1rem;background:#7a4a00;color:#fff;font-size:.9375rem"><span>Preview of the site on ${escapeHtml(shown)}. Only you see this.</span><a href="/as-of/leave" style="color:inherit;text-decoration:underline;padding-block:.625rem">Exit preview</a></aside>`
}
