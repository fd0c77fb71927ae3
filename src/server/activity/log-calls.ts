import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import { type Act, type Call, duringCall, logTransactions, writeActivity } from './activity.ts'
import { activityKind, entityOfCall } from './describe-call.ts'
import { logRefusal, originOf } from './refusals.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * How a call of staff gets into the activity log. Unset: by the transactions in which it changes something, and a download of a table
     * always. `always`: also without a transaction, for a call that changes something by a single statement. `step`: never, since another
     * call completes the act, or the call changes nothing that others see.
     */
    activity?: 'always' | 'step'
    /** The act in words that staff use, where the summary is meant for programmers: 'Add a passkey'. */
    act?: string
  }
  interface FastifyRequest {
    activityCall: Call | null
  }
}

/**
 * Logs what staff do with the routes that are registered afterwards: changes in their own transactions, downloads of tables, and refusals of
 * what somebody may not do. It runs after the guard, which says who calls.
 */
export function logCalls(app: FastifyInstance, database: Database): void {
  logTransactions(database)
  app.decorateRequest('activityCall', null)

  // With a callback, so that the handler runs within it.
  app.addHook('preHandler', (request, _reply, done) => {
    if (!request.staff || request.routeOptions.config.activity === 'step') return done()
    const call = { act: actOf(request), written: false, over: false }
    request.activityCall = call
    if (isRead(request)) done()
    else duringCall(call, done)
  })

  app.addHook('onSend', async (request, reply) => {
    const call = request.activityCall
    const { config, url = '' } = request.routeOptions
    if (reply.statusCode === 403 && config.access !== 'public' && !request.asksToConfirm) {
      const { by, byId, entity } = actOf(request)
      await logRefusal(database, request, { what: `Refused: ${actIn(request.routeOptions)}`, by, byId, entity })
    }
    if (!call) return
    const done = reply.statusCode < 400 && !call.written
    const isExport = isRead(request) && url.endsWith('.csv')
    if (done && (isExport || config.activity === 'always'))
      await writeActivity(database, call.act).catch((error) => logFailure(request.log, error))
    // What goes on in the background after the answer is not this call's.
    call.over = true
  })
}

const isRead = ({ method }: FastifyRequest) => method === 'GET'

/** What a route does, in a few words: its summary up to the first comma or colon. */
export function actIn({ config, schema }: Pick<RouteOptions, 'config' | 'schema'>): string {
  const { summary = '' } = (schema ?? {}) as { summary?: string }
  return config?.act ?? summary.replace(/[,:;].*$/, '')
}

function actOf(request: FastifyRequest): Act {
  const { staff, method, params } = request
  const { url = '' } = request.routeOptions
  const { id } = (params ?? {}) as { id?: unknown }
  return {
    kind: isRead(request) ? 'export' : activityKind(method, url),
    what: url.endsWith('/bulk') ? 'Bulk change' : actIn(request.routeOptions),
    by: staff?.name,
    byId: staff?.id,
    entity: entityOfCall(url),
    recordId: typeof id === 'string' ? id : undefined,
    ...originOf(request),
  }
}

/** Names the record that a call is about, for an entry of a transaction that notes none. */
export function nameRecord({ activityCall }: FastifyRequest, recordName: string): void {
  if (activityCall) activityCall.act.recordName = recordName
}
