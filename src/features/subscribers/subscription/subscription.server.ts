import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ownPagePath, visitOf } from '#contract/visit.ts'
import { consentOf } from '#features/consent/consent.shared.server.ts'
import { feature } from '#server/feature.ts'
import { internalHeaders, visitorFormLimit } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { isSuspicious } from '#server/security/bot-signals.ts'
import { senderOf } from '#server/security/counters.ts'
import { readToken } from '#server/security/signed-tokens.ts'
import { signUpMessages } from '../ground/sign-up-words.contract.ts'
import {
  linkAnswer,
  linkQuestion,
  preferences,
  preferencesAnswer,
  preferencesQuestion,
  subscribed,
  subscription,
  subscriptionLink,
} from '../ground/subscribers.contract.ts'
import { topicsNow } from '../ground/subscribers.shared.server.ts'
import { subscriptionSettings } from '../ground/subscription-settings.contract.ts'
import { countSignUp, countSubscription, mailboxOf, subscribe } from './subscription.shared.server.ts'
import {
  changePreferences,
  followLink,
  narrowTopics,
  readLinkStatus,
  readPreferences,
} from './subscription-links.shared.server.ts'

export const subscriptionRoutes = feature('Newsletter', async (app, { config, database, site }) => {
  route(app, 'POST /newsletter/subscribe', {
    access: 'public',
    rateLimit: visitorFormLimit,
    summary: 'Subscribe an address to the newsletter',
    description:
      'Subscribing twice is not an error, and the answer does not reveal whether the address was subscribed before. `topics` are the ids of the chosen ones; unknown ones are left out, and without `topics` all are chosen.',
    input: subscription,
    answer: { 201: subscribed },
    handler: async ({ body, ip, log }) => {
      const { topics, welcome } = subscriptionSettings.of(await site.now())
      const chosen = narrowTopics(body.topics, topics)
      const [suspicious, mailbox, consentText, sender] = await Promise.all([
        isSuspicious(database, body),
        mailboxOf(database, body.email),
        consentOf({ database, site }, 'newsletter', body.consent),
        config.rateLimit ? senderOf(database, 'newsletter', ip) : null,
      ])
      // A sign-up that looks automated must always be confirmed.
      const confirm = config.newsletter.confirm || suspicious
      const consentPage = ownPagePath(body.formPage ?? body.page, config.publicUrl)
      const { page, referrer, campaign } = visitOf(body, config.publicUrl)
      const cameFrom = { page, referrer: referrer ?? (body.referrer === '' ? '' : undefined), campaign }
      const consent = { consentText, consentPage, cameFrom, ...chosen }
      await database.transaction(async (trx) => {
        if (sender) await countSignUp(trx, sender)
        return subscribe(trx, body.email, { confirm, mailbox, welcome, consent })
      })
      await countSubscription(log, { config, database, site }, 'email', body.email.toLowerCase())
      return { message: signUpMessages.success, ...(config.newsletter.confirm && { confirm: true }) }
    },
  })
  route(app, 'GET /newsletter/subscription', {
    access: 'public',
    summary: 'Get the purpose of a signed link from a message, and the state of its subscription',
    query: linkQuestion,
    answer: subscriptionLink,
    errors: [404],
    handler: async ({ query }, reply) => {
      reply.header('cache-control', 'no-store')
      return readLinkStatus(database, query.purpose, query.token)
    },
  })

  route(app, 'POST /newsletter/subscription', {
    access: 'public',
    summary: 'Unsubscribe, undo that, or confirm, with a signed link from a message',
    description: 'Repeating the call changes nothing.',
    input: linkAnswer,
    answer: subscriptionLink,
    errors: [404, 410],
    handler: async ({ body: { purpose, token, action, reason }, log }) => {
      const { welcome } = subscriptionSettings.of(await site.now())
      const link = await followLink(database, purpose, token, action, { reason, welcome })
      if (action === 'confirm') {
        const confirmed = await readToken(database, purpose, token)
        if (confirmed) await countSubscription(log, { config, database, site }, 'id', confirmed.value)
      }
      return link
    },
  })

  const choices = async () => ({ topics: await topicsNow(site), zone: config.timeZone })

  route(app, 'GET /newsletter/preferences', {
    access: 'public',
    summary: 'Get the choices of the subscription that a signed link from a message is for',
    query: preferencesQuestion,
    answer: preferences,
    errors: [404],
    handler: async ({ query }, reply) => {
      reply.header('cache-control', 'no-store')
      return readPreferences(database, query.token, await choices())
    },
  })

  route(app, 'POST /newsletter/preferences', {
    access: 'public',
    summary: 'Choose topics, pause, leave or return, with a signed link from a message',
    description:
      'Repeating the call changes nothing, and neither does an action that does not apply to the state of the subscription. A pause ends after three months.',
    input: preferencesAnswer,
    answer: preferences,
    errors: [404],
    handler: async ({ body: { token, ...answer } }) => changePreferences(database, token, answer, await choices()),
  })
})

/** The field that a mail program posts to unsubscribe its reader (RFC 8058), in either of the two encodings that it may choose. */
const isOneClick = (body: string) =>
  /^One-Click\s*$/i.test(
    [...new URLSearchParams(body)].find(([name]) => /^List-Unsubscribe$/i.test(name))?.[1] ??
      /\bname="?List-Unsubscribe"?\s*?\r?\n(?:[^\r\n]+\r?\n)*\r?\n([^\r\n]*)/i.exec(body)?.[1] ??
      '',
  )
const largestBody = 16 * 1024

/** The buttons of the pages that messages link to, and the one-click unsubscription. A POST without the field of a button changes nothing. */
export async function serveSubscriptionLinks(app: FastifyInstance): Promise<void> {
  // Mail programs send multipart or no particular type, so the body is read as text and searched.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: largestBody }, (_request, body, done) =>
    done(null, body),
  )

  // Large mail providers unsubscribe their readers from a few addresses, so the rate limits for visitors do not apply.
  const call = (path: string, payload: object) =>
    app.inject({ method: 'POST', url: `/api/newsletter/${path}`, headers: internalHeaders, payload })
  for (const purpose of ['unsubscribe', 'confirm', 'preferences'] as const) {
    const page = `/newsletter/${purpose}`
    app.post(page, async (request: FastifyRequest, reply: FastifyReply) => {
      const body = typeof request.body === 'string' ? request.body : ''
      const { token = '' } = request.query as { token?: string }
      // The page always shows the current state, and reloading it does not post again.
      const back = (done?: string) =>
        reply.redirect(`${page}?${new URLSearchParams({ token, ...(done && { done }) })}`, 303)
      reply.header('cache-control', 'no-store')
      if (purpose === 'unsubscribe' && isOneClick(body)) {
        const { statusCode, body: answer } = await call('subscription', { purpose, token, action: 'unsubscribe' })
        return reply
          .code(statusCode)
          .type('text/plain; charset=utf-8')
          .send(statusCode === 200 ? 'Unsubscribed' : messageOf(answer))
      }
      const fields = new URLSearchParams(body)
      const action = fields.get('action')
      if (action === null) return back()
      const reason = fields.get('reason') ?? undefined
      const done = reason ? 'reason' : action
      if (purpose !== 'preferences') {
        await call('subscription', { purpose, token, action, reason })
        return back(done)
      }
      const topics = action === 'save' ? fields.getAll('topics') : undefined
      const { statusCode } = await call('preferences', { token, action, topics, reason })
      return back(statusCode === 422 ? 'none' : done)
    })
  }
}

const messageOf = (answer: string) => String(JSON.parse(answer).message ?? '')
