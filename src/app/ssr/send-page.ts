import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CachedPage, Encoding } from './page-cache.ts'

/** Sends a prepared page in the best encoding that the browser accepts, or 304 if the browser has it. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: CachedPage) {
  reply.header('vary', 'accept-encoding')
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', page.status >= 500 ? 'no-store' : 'no-cache')
  if (page.location) return reply.redirect(page.location, page.status)
  if (page.status === 200) {
    reply.header('etag', page.etag)
    if (request.headers['if-none-match']?.includes(page.etag)) return reply.code(304).send()
  }
  const encoding = bestEncoding(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.code(page.status).type(page.type).send(page.bytes[encoding])
}

function bestEncoding(accepted: string | string[] = ''): Encoding {
  const names = String(accepted)
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim().toLowerCase())
  if (names.includes('br')) return 'br'
  return names.includes('gzip') ? 'gzip' : 'identity'
}
