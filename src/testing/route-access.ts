/** How many calls are made at a time: more would wait for a connection of PostgreSQL until a busy machine refuses them. */
const atOnce = 20

/** Tries each of many calls, some at a time. */
export async function tryEach(routes: string[], attempt: (route: string) => Promise<unknown>): Promise<void> {
  const rest = routes.values()
  const tryRest = async () => {
    for (const route of rest) await attempt(route)
  }
  await Promise.all(Array.from({ length: atOnce }, tryRest))
}

/** The calls that anyone may make. Such a call ignores a token, or checks it itself. */
const publicRoutes = [
  'DELETE /api/mcp',
  'GET /api/blog-highlights',
  'GET /api/certificates/:number',
  'GET /api/course-requests/link',
  'GET /api/courses',
  'GET /api/courses/:slug/dates/:id.ics',
  'GET /api/pages/:page/dates/:id.ics',
  'GET /api/forms/token',
  'GET /api/identity',
  'GET /api/identity/provider',
  'GET /api/identity/provider/callback',
  'GET /api/identity/session',
  'GET /api/legal/:name',
  'GET /api/mcp',
  'GET /api/newsletters/by-code/:code',
  'GET /api/newsletter/preferences',
  'GET /api/newsletter/subscription',
  'GET /api/previews/blogs/:token',
  'GET /api/previews/cases/:token',
  'GET /api/previews/courses/:token',
  'GET /api/previews/newsletters/:token',
  'GET /api/previews/openings/:token',
  'GET /api/previews/pages/:token',
  'GET /api/careers',
  'GET /api/careers/:slug',
  'GET /api/pages/:id/files/:at/:file',
  'GET /api/people',
  'GET /api/redirects/by-path',
  'GET /api/work',
  'GET /api/work/:slug',
  'POST /api/contact',
  'POST /api/course-requests',
  'POST /api/course-requests/link',
  'POST /api/course-requests/link/details',
  'POST /api/identity/forgot',
  'POST /api/identity/invitation',
  'POST /api/identity/provider/sign-in',
  'POST /api/identity/reset',
  'POST /api/identity/sign-in',
  'POST /api/identity/sign-in/confirm',
  'POST /api/identity/sign-in/passkey',
  'POST /api/identity/sign-in/passkey/options',
  'POST /api/identity/sign-out',
  'POST /api/mail/bounces',
  'POST /api/mail/inbound',
  'POST /api/newsletter/preferences',
  'POST /api/newsletter/subscribe',
  'POST /api/newsletter/subscription',
  'POST /api/oauth/register',
  'POST /api/oauth/revoke',
  'POST /api/oauth/token',
  'POST /api/previews/answer',
  'POST /api/reports',
  'POST /api/seen',
]
/** The calls that anyone may make and that return more to staff. */
const openRoutes = ['GET /api/blogs', 'GET /api/blogs/:id', 'GET /api/courses/:id', 'GET /api/pages/by-path/:path']

/** The ordered entities whose records only some roles may read. */
const orderedForStaff = ['/api/savedReplies']

/** Every call of an application, except its documentation, the handlers of unknown addresses, and what a browser asks before a call. */
export const callsOf = ({ routes }: { routes: string[] }) =>
  routes.filter((route) => /^(?!OPTIONS)\S+ \/api\/(?!docs|openapi\.json|\*|$)/.test(route)).sort()

/** Calls that do not exist where Firebase keeps the accounts. */
export const onlyEmbedded =
  /\/api\/(identity\/(accounts|invitation|confirm|password|provider|forgot|reset|second-factor|passkeys|sign-in|sign-out$|sign-out-others|session|new-devices)|users\/(invitations|:id\/(invitation|reset-link|second-factor)))/

/**
 * Sorts an application's calls by who may make them. Calls not listed above must be only for staff, except the list of
 * an ordered entity: `orderedEntity` makes it open, and `every-resource.test.ts` tests its public form.
 */
export function sortByAccess(routes: string[]): Record<'public' | 'open' | 'staff', string[]> {
  const ordered = routes.flatMap((route) => /^PUT (.+)\/reorder$/.exec(route)?.[1] ?? [])
  const lists = ordered.filter((path) => !orderedForStaff.includes(path)).map((path) => `GET ${path}`)
  const open = [...openRoutes, ...lists]
  return {
    public: publicRoutes,
    open,
    staff: routes.filter((route) => !publicRoutes.includes(route) && !open.includes(route)),
  }
}
