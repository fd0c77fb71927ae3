import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Parts } from '#server/feature.ts'
import type { EmbeddedIdentity } from '#server/identity/embedded.ts'

/** Calls that only a site with accounts of its own has. */
export type EmbeddedFeature = FastifyPluginAsyncZod<Parts & { identity: EmbeddedIdentity }>
