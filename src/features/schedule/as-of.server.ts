import * as z from 'zod/mini'
import { optionalTime } from '#contract/fields.ts'
import { feature } from '#server/feature.ts'
import { bearerToken, staffOf } from '#server/identity/access.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { signAsOf } from '#server/security/as-of-token.ts'

/** The call that shows staff the site as of another time. */
export const asOfRoutes = feature('Schedule', async (app, { database, identity }) => {
  app.post(
    '/as-of',
    {
      config: { access: 'staff', activity: 'step' },
      schema: {
        summary: 'Get an address that shows the caller the site as of a time, for at most an hour',
        description: 'It ends with the session of the token.',
        body: z.object({ at: optionalTime('at') }),
        response: { 200: z.object({ url: z.string() }) },
      },
    },
    async (request) => {
      const { at } = request.body
      if (!at) throw new HttpError(422, 'at must be a time with its zone', [{ path: 'at', message: 'at is required' }])
      const session = await identity.nameSession(bearerToken(request) ?? '')
      const token = await signAsOf(database, { at, staffId: staffOf(request).id, session })
      return { url: `/as-of?token=${encodeURIComponent(token)}` }
    },
  )
})
