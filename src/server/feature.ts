import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Config } from './config.ts'
import type { Database } from '#server/database/connect.ts'
import type { Identity } from '#server/identity/identity.ts'
import type { Mail } from '#server/mail/mail.ts'
import type { Mailroom } from '#app/server/mail-service.ts'

/** What the machine room lends to every feature. */
export type Parts = { config: Config; database: Database; identity: Identity; mail: Mail; mailroom: Mailroom }

/**
 * The calls of one feature: a Fastify plugin under `/api`, whose routes declare their contracts. They are for the staff alone unless
 * their `config.access` says otherwise (see `identity/access.ts`).
 */
export type Feature = FastifyPluginAsyncZod<Parts>
