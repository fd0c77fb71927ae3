import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Content } from './neighbours.ts'

// A minimal Node server: it looks an answer up in memory and sends it. It ends with the process that started it.
const [contents] = (await once(process, 'message')) as [Content[]]
const answers = new Map(
  contents.map(({ headers, body }, index) => {
    const bytes = Buffer.from(body)
    return [`/${index}`, { headers: [...headers.flat(), 'content-length', String(bytes.length)], bytes }]
  }),
)
const server = createServer((request, reply) => {
  const answer = answers.get(request.url ?? '')
  if (answer) reply.writeHead(200, answer.headers).end(answer.bytes)
  else reply.writeHead(404).end()
}).listen(0, '127.0.0.1')
await once(server, 'listening')
process.once('disconnect', () => process.exit())
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
