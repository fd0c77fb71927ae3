import { ownPagePath, visitOf } from '#contract/visit.ts'
import { consentOf } from '#features/consent/consent.shared.server.ts'
import { feature } from '#server/feature.ts'
import { errorSchemas } from '#server/http/errors.ts'
import { visitorFormLimit } from '#server/http/rate-limits.ts'
import { isSuspicious } from '#server/security/bot-signals.ts'
import { senderOf } from '#server/security/counters.ts'
import { readToken } from '#server/security/signed-tokens.ts'
import {
  linkAnswer,
  linkQuestion,
  preferences,
  preferencesAnswer,
  preferencesQuestion,
  subscribed,
  subscription,
  subscriptionLink,
} from './newsletter.contract.ts'
import { newsletterMessages } from './newsletter.messages.ts'
import { changePreferences, narrowTopics, readPreferences } from './preferences.server.ts'
import { subscriptionsOf } from './subscribers.shared.server.ts'
import { countSubscription, subscribe } from './subscription.server.ts'
import { countSignUp, mailboxOf } from './subscription-limits.shared.server.ts'
import { followLink, readLinkStatus } from './subscription-links.server.ts'

export const newsletterRoutes = feature('Newsletter', async (app, { config, database, mailService, site }) => {
  app.post(
    '/newsletter/subscribe',
    {
      config: { access: 'public', rateLimit: visitorFormLimit },
      schema: {
        summary: 'Subscribe an address to the newsletter',
        description:
          'Subscribing twice is not an error, and the answer does not reveal whether the address was subscribed before. `topics` are the ids of the chosen ones; unknown ones are left out, and without `topics` all are chosen.',
        body: subscription,
        response: { 201: subscribed },
      },
    },
    async ({ body, ip }, reply) => {
      const { topics, welcome } = subscriptionsOf(await site.now())
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
      const asked = await database.transaction(async (trx) => {
        if (sender) await countSignUp(trx, sender, reply)
        return subscribe(trx, body.email, { confirm, mailbox, welcome, consent })
      })
      if (asked) mailService.wake()
      await countSubscription({ config, database, site }, 'email', body.email.toLowerCase())
      return reply
        .code(201)
        .send({ message: newsletterMessages.success, ...(config.newsletter.confirm && { confirm: true }) })
    },
  )
  app.get(
    '/newsletter/subscription',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Get the purpose of a signed link from a message, and the state of its subscription',
        querystring: linkQuestion,
        response: { 200: subscriptionLink, ...errorSchemas(404) },
      },
    },
    async ({ query }, reply) => {
      reply.header('cache-control', 'no-store')
      return readLinkStatus(database, query.purpose, query.token)
    },
  )

  app.post(
    '/newsletter/subscription',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Unsubscribe, undo that, or confirm, with a signed link from a message',
        description: 'Repeating the call changes nothing.',
        body: linkAnswer,
        response: { 200: subscriptionLink, ...errorSchemas(404, 410) },
      },
    },
    async ({ body: { purpose, token, action, reason } }) => {
      const { welcome } = subscriptionsOf(await site.now())
      const link = await followLink(database, purpose, token, action, { reason, welcome })
      if (action === 'confirm') {
        mailService.wake()
        const confirmed = await readToken(database, purpose, token)
        if (confirmed) await countSubscription({ config, database, site }, 'id', confirmed.value)
      }
      return link
    },
  )

  const choices = async () => ({ topics: subscriptionsOf(await site.now()).topics, zone: config.timeZone })

  app.get(
    '/newsletter/preferences',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Get the choices of the subscription that a signed link from a message is for',
        querystring: preferencesQuestion,
        response: { 200: preferences, ...errorSchemas(404) },
      },
    },
    async ({ query }, reply) => {
      reply.header('cache-control', 'no-store')
      return readPreferences(database, query.token, await choices())
    },
  )

  app.post(
    '/newsletter/preferences',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Choose topics, pause, leave or return, with a signed link from a message',
        description:
          'Repeating the call changes nothing, and neither does an action that does not apply to the state of the subscription. A pause ends after three months.',
        body: preferencesAnswer,
        response: { 200: preferences, ...errorSchemas(404) },
      },
    },
    async ({ body: { token, ...answer } }) => changePreferences(database, token, answer, await choices()),
  )
})
