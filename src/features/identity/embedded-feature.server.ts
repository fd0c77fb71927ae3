import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { AppContext } from '#server/feature.ts'
import type { EmbeddedIdentity } from '#server/identity/embedded.ts'

/** Calls that exist only where the site keeps the accounts itself. */
export type EmbeddedFeature = FastifyPluginAsyncZod<AppContext & { identity: EmbeddedIdentity }>
