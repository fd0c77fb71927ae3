import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { MetricsConfig } from '#server/config/config.ts'
import { ConfigError } from '#server/config/environment.ts'
import { isInternal } from '#server/http/rate-limits.ts'
import { requests } from '#server/runtime/measurements.ts'
import { nodeHttp, originOf } from '#server/runtime/node-http.ts'
import type { Metrics } from './metrics.ts'

const path = '/metrics'

type Options = {
  config: MetricsConfig
  metrics: Metrics
  /** Answers a caller without the token as an unknown address is answered. */
  sendUnknown(request: FastifyRequest, reply: FastifyReply): unknown
}

/** Serves the metrics to callers with the token, or on a separate address. */
export async function serveMetrics(app: FastifyInstance, { config, metrics, sendUnknown }: Options): Promise<void> {
  app.addHook('onClose', async () => metrics.close())
  if (config.listen) return listenForMetrics(app, config, config.listen, metrics)
  app.get(path, async (request, reply) => {
    if (!hasToken(request.raw, config.token)) return sendUnknown(request, reply)
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.read())
  })
}

/** A separate server with only this route. */
function listenForMetrics(
  app: FastifyInstance,
  { token }: MetricsConfig,
  { host, port }: NonNullable<MetricsConfig['listen']>,
  metrics: Metrics,
) {
  const address = originOf(host, port).replace('http://', '')
  const headers = { 'content-type': metrics.contentType, 'cache-control': 'no-store' }
  const server = nodeHttp.createServer((request, response) => {
    const known = request.method === 'GET' && request.url === path
    if (!known || (token && !hasToken(request, token))) return void response.writeHead(404).end()
    metrics.read().then(
      (text) => response.writeHead(200, headers).end(text),
      () => response.writeHead(500).end(),
    )
  })
  app.addHook('onReady', async () => {
    const listening = Promise.withResolvers<void>()
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      listening.reject(
        new ConfigError(
          code === 'EADDRINUSE'
            ? `METRICS_LISTEN ${address} is already in use; give each process an address of its own, or set METRICS_TOKEN instead`
            : `METRICS_LISTEN ${address} cannot be listened on (${code})`,
        ),
      ),
    )
    server.listen(port, host, () => listening.resolve())
    await listening.promise
  })
  // Answers until the process has finished its requests.
  app.addHook('onClose', async () => void server.close())
}

/** Compares hashes, which takes constant time. */
function hasToken({ headers }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return false
  return timingSafeEqual(sha256(headers.authorization ?? ''), sha256(`Bearer ${token}`))
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/**
 * Reports each answered request, except the calls that the process makes to itself.
 * @param findPage the pattern of a page's address, which the router does not know
 */
export function reportRequests(app: FastifyInstance, findPage: (url: string) => Promise<string | undefined>): void {
  const routeOf = async ({ url, routeOptions }: FastifyRequest) => {
    if (routeOptions.url === '/*') return findPage(url)
    return routeOptions.url
  }
  app.addHook('onResponse', async (request, reply) => {
    if (isInternal(request)) return
    const route = (await routeOf(request)) ?? 'unknown'
    if (reply.prepared) reply.prepared.response.route = route
    requests.report({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 })
  })
}
