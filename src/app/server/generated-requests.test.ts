import { once } from 'node:events'
import { Agent, type IncomingMessage, request as openRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { conflictBody } from '#contract/fields.ts'
import { OutsideError } from '#server/http/fetch-outside.ts'
import { internalHeaders } from '#server/http/rate-limits.ts'
import { addAnsweredRequest } from '#testing/answer-rows.ts'
import { describedOperations, hiddenOperations, type Operation, readerOf } from '#testing/api-operations.ts'
import { type GeneratedRequest, makeRequest } from '#testing/generated-requests.ts'
import { type Known, remember } from '#testing/generated-values.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { addSubscribers } from '#testing/subscriber-rows.ts'
import { randomFrom } from '#ui/drawing/shapes.ts'

const seed = process.env['FC_SEED'] ?? '1'
const count = Number(process.env['FUZZ_REQUESTS'] ?? (process.env['TEST_ALL'] === 'false' ? 1_500 : 4_500))
/** Requests at the same time. */
const lanes = 6

let site: TestApp
let owner: SignedIn
const agent = new Agent({ keepAlive: true })
beforeAll(async () => {
  const outside = randomFrom(seed)
  site = await startTestApp(
    { rateLimit: false },
    {
      built: true,
      async fetchOutside() {
        if (outside.chance(30)) throw new OutsideError('The other site does not answer.')
        return {
          status: outside.pick([200, 200, 204, 301, 404, 500]),
          body: Buffer.from(outside.pick(['', '{}', '{"title":7}', '<title>A</title>', '\xff\0'])),
        }
      },
    },
  )
  owner = await site.asStaff()
  // Calls of visitors answer no ids of these.
  for (const name of ['asha', 'ravi', 'meera']) await addAnsweredRequest(site.database, `${name}@example.net`)
  await addSubscribers(site.database, 3)
})
afterAll(async () => {
  agent.destroy()
  await site.close()
})

type Answer = { status: number; type: string; body: Buffer }
type Tried = { operation: Operation; request: GeneratedRequest; answer: Answer }

const decoders: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

async function send({ method, path, headers, body }: GeneratedRequest): Promise<Answer> {
  const length: Record<string, string> = body ? { 'content-length': String(body.length) } : {}
  const call = openRequest(site.url, { agent, method, path, headers: { ...internalHeaders, ...length, ...headers } })
  call.end(body)
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  const decode = decoders[answer.headers['content-encoding'] ?? ''] ?? ((bytes) => bytes)
  const bytes = await buffer(answer)
  return {
    status: answer.statusCode ?? 0,
    type: answer.headers['content-type'] ?? '',
    body: bytes.length > 0 ? decode(bytes) : bytes,
  }
}

const stack = /\n\s+at |node_modules|\b(Type|Range|Syntax|URI|Reference)Error\b/
/** Technical words of the program, its libraries and databases, which do not help a person. */
const internals =
  /\.[jt]sx?:\d+|sqlite|postgres|relation "|syntax error|constraint|undefined|Cannot read|Invalid input|expected .* received/i

/** A connection that ends before its answer has. */
const lost = (error: Error): Answer => ({ status: 0, type: '', body: Buffer.from(error.message) })

/** Describes the problem of an answer. */
function faultOf({ operation, request, answer }: Tried): string | undefined {
  const { status, body } = answer
  const text = body.toString()
  if (status === 0) return 'no whole answer'
  // On a busy machine the database may not answer within the time that readiness allows.
  const mayBeUnavailable = operation.answers?.has(503) || request.path.startsWith('/readyz')
  if (status >= 500 && !(status === 503 && mayBeUnavailable)) return 'an internal error'
  // The description's own page is HTML in every answer.
  if (!/^\/api\/(?!docs)/.test(request.path) || request.method === 'HEAD')
    return status >= 400 && stack.test(text) ? 'a stack in a page' : undefined
  let json: unknown
  try {
    json = text === '' ? undefined : JSON.parse(text)
  } catch {}
  if (status >= 400) {
    const { success, data } = conflictBody.safeParse(json)
    const others = Object.keys(json ?? {}).filter((key) => !(key in conflictBody.shape))
    if (!success || others.length > 0 || !data.message || !data.code) return 'not the shape of an error'
    const said = [data.message, ...(data.issues ?? []).map(({ message }) => message)]
    return said.some((message) => stack.test(message) || internals.test(message)) ? 'no words for a person' : undefined
  }
  if (!operation.answers || request.method !== operation.method || status === 304) return undefined
  if (!operation.answers.has(status)) return 'a status that is not described'
  const schema = operation.answers.get(status)
  const fault = schema ? readerOf(schema).safeParse(json).error : undefined
  return fault && `not as described: ${fault.message.slice(0, 300)}`
}

const show = ({ request: { method, path, headers, body }, answer }: Tried) =>
  `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ${JSON.stringify(body?.toString().slice(0, 600) ?? '')}\n  -> ${answer.status} ${answer.body.toString().slice(0, 500)}`

/** In each round records are created before others change them, and deleted last. */
const turnOf = ({ method, path }: Operation) =>
  method === 'DELETE' ? 2 : method === 'POST' && !path.includes('{') ? 0 : 1

test(`${count} requests that follow from the description of the API, sound and spoiled (FC_SEED=${seed})`, {
  timeout: 120_000 + count * 100,
}, async () => {
  const described = await describedOperations(site)
  const operations = [...described, ...hiddenOperations(site, described)].toSorted(
    (one, other) => turnOf(one) - turnOf(other),
  )
  const known: Known = new Map()
  const faults: string[] = []
  const written = new Set<Operation>()
  let number = 0
  let renewed: Promise<SignedIn> | undefined

  async function tryOne(turn: number) {
    const random = randomFrom(`${seed} ${turn}`)
    // Each operation comes once in a round.
    const operation = operations[turn % operations.length] as Operation
    // The first two rounds create the records that the others change.
    const calm = turn < 2 * operations.length || random.chance(25)
    const asOwner = calm || random.chance(80)
    const request = makeRequest(operation, { random, known, calm })
    if (asOwner) request.headers = { ...owner.headers, ...request.headers }
    const tried = { operation, request, answer: await send(request).catch(lost) }
    const fault = faultOf(tried)
    if (fault) faults.push(`${fault}: request ${turn}, ${show(tried)}`)
    const { status, type, body } = tried.answer
    if (status > 0 && status < 300 && type.startsWith('application/json') && body.length > 0)
      remember(known, request.path, JSON.parse(body.toString()))
    if (status > 0 && status < 300 && operation.method !== 'GET') written.add(operation)
    // The requests may sign the owner out.
    if (asOwner && status === 401 && !request.headers['authorization']?.match(/^Bearer$|Basic|a\.b\.c/)) {
      renewed ??= site.asStaff()
      owner = await renewed
      renewed = undefined
    }
  }
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (number < count && faults.length < 40) await tryOne(number++)
    }),
  )
  expect(faults.join('\n\n')).toBe('')
  const writes = described.filter(({ method }) => method !== 'GET')
  // A longer form also brings calls to success whose values rarely fit together.
  expect(written.size).toBeGreaterThan(writes.length * (count < 3_500 ? 0.5 : 0.6))
})
