import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

/** An event that has arrived whole. `body` is its JSON as it was sent. */
export type Arrived = { id: string; headers: IncomingHttpHeaders; body: string }

/** Answers an event. The default is 204. */
type Answer = (response: ServerResponse, arrived: Arrived) => void

/** A receiver of webhooks on a free port of this machine. */
export async function startReceiver() {
  const arrived: Arrived[] = []
  let answer: Answer = (response) => void response.writeHead(204).end()
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined)
    if (body === undefined) return
    const one = { id: String(request.headers['webhook-id']), headers: request.headers, body }
    arrived.push(one)
    answer(response, one)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    arrived,
    /** Replaces the answers from now on. */
    answer(next: Answer) {
      answer = next
    },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The event, if the signature is right. @throws otherwise */
export const verified = (secret: string, { headers, body }: Arrived) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as {
    type: string
    timestamp: string
    data: Record<string, unknown>
    test?: true
  }
