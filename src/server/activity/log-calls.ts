import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { ActivityKind } from '#contract/activity.ts'
import type { Database } from '#server/database/connect.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import { type Act, type Call, duringCall, logTransactions, type RecordNames, writeActivity } from './activity.ts'
import { logRefusal, originOf } from './refusals.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * How the activity log records a call of staff. Unset: by its transactions, and every download of a table.
     * `always`: also without a transaction, for a call with a single statement. `step`: never, because another call
     * completes the act, or others see no change.
     */
    activity?: 'always' | 'step'
    /** The act in plain words, if the summary is meant for programmers: 'Add a passkey'. */
    act?: string
  }
  interface FastifyRequest {
    activityCall: Call | null
  }
}

/**
 * Logs the acts of staff on routes registered afterwards: changes in their transactions, downloads of tables, and
 * refusals. It runs after the guard, which identifies the caller.
 */
export function logCalls(app: FastifyInstance, database: Database, names: RecordNames): void {
  logTransactions(database, names)
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
    // Background work after the answer does not belong to this call.
    call.over = true
  })
}

const isRead = ({ method }: FastifyRequest) => method === 'GET'

/** The act of a route in a few words: its summary up to the first comma or colon. */
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

/** Names the record of a call, for a transaction that notes none, and the kind of the call where its path does not say it. */
export function nameRecord({ activityCall }: FastifyRequest, recordName: string, kind?: ActivityKind): void {
  if (activityCall) Object.assign(activityCall.act, { recordName }, kind && { kind })
}

/** The kind of a call, by its method and the pattern of its path. */
function activityKind(method: string, url: string): ActivityKind {
  const [entity = '', ...rest] = segmentsOf(url)
  if (rest.at(-1) === 'restore') return 'restore'
  if (entity === 'users' || entity === 'identity') return 'account'
  if (entity === 'settings') return 'settings'
  if (method === 'DELETE') return entity === 'trash' || deletesRecord(rest) ? 'delete' : 'change'
  return method === 'POST' && rest.length === 0 ? 'create' : 'change'
}

/** Whether the path ends with the id of a record. */
const deletesRecord = (rest: string[]) => rest.findIndex(isParameter) === rest.length - 1

/** The kind of record in a path: 'subscribers' for `/api/newsletter/subscribers/:id`. */
function entityOfCall(url: string): string | undefined {
  const segments = segmentsOf(url)
  return segments[Math.max(0, segments.findIndex(isParameter) - 1)]
}

const segmentsOf = (url: string) => url.replace(/^\/api\/|\.csv$/g, '').split('/')
const isParameter = (segment: string) => segment.startsWith(':')
