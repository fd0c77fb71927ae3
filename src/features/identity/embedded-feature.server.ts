import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { AppContext } from '#server/feature.ts'
import type { EmbeddedIdentity } from '#server/identity/identity.ts'

/** Calls that only exist with the embedded identity. */
export type EmbeddedFeature = FastifyPluginAsyncZod<AppContext & { identity: EmbeddedIdentity }>
