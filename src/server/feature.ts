import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Config } from './config.ts'
import type { Database } from './database/connect.ts'

/** The calls of one feature: a Fastify plugin under `/api`, whose routes declare their contracts. */
export type Feature = FastifyPluginAsyncZod<{ config: Config; database: Database }>
