import type { FastifyInstance, RouteOptions } from 'fastify'
import { errorSchemas } from './errors.ts'

/**
 * Adds the errors that follow from a route's schema, method and access to its responses, for every route registered afterwards.
 * A route only names its specific errors, such as 409.
 */
export function describeErrors(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { schema } = route
    if (!schema || schema.hide) return
    route.schema = { ...schema, response: { ...errorSchemas(...errorsOf(route)), ...(schema.response as object) } }
  })
}

function errorsOf({ schema, config, method }: RouteOptions): number[] {
  const errors = [429, 503]
  if (config?.access !== 'public') errors.push(401, 403)
  if (schema?.params) errors.push(404)
  if (schema?.body || schema?.querystring) errors.push(400, 422)
  if (schema?.body) errors.push(413, 415)
  // Only a call that saves something notices that the disk is full.
  if (method !== 'GET') errors.push(507)
  return errors
}
