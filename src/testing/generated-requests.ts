import type { Operation, Parameter } from './api-operations.ts'
import { makeBody, toText } from './generated-bodies.ts'
import { type Making, makeValue, oddValue, pickFrom } from './generated-values.ts'

export type GeneratedRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

/** Parts of an address as they are sent, encoded or not. */
const oddParts = [
  ...[
    '%00',
    '%ud800',
    '%ED%A0%80',
    '%E0%A4%A',
    '%',
    '%2',
    '%2e%2e',
    '..',
    '.',
    '%2F',
    '..%2f..%2fetc',
    '%5c',
    '%F0%9F%98%80',
    "'",
    '%22',
  ],
  ...[
    '__proto__',
    'constructor',
    'undefined',
    'null',
    'id',
    'new',
    '-1',
    '0',
    '1e9',
    '9007199254740993',
    'a'.repeat(900),
    'a'.repeat(1_100),
  ],
  ...[
    '%EF%BB%BF',
    '%E2%80%AE',
    '%0d%0aX-A:b',
    '%FF',
    'a;b=c',
    'A%CC%81',
    '%25',
    '1%00',
    '',
    '(',
    '*',
    '%7B%7B7*7%7D%7D',
  ],
]
const oddQueries = [
  ...[
    'page=1&page=2',
    'page[]=1',
    'page[a]=1',
    'page=%',
    'search=%00',
    'search=%ED%A0%80',
    'search=%ud800',
    '__proto__=1',
    '=',
    '&&&',
    '?',
    '%00=%00',
  ],
  ...[
    'limit=1e3',
    'limit=0x10',
    'limit=Infinity',
    'limit=9007199254740993',
    'page=1000000&limit=100',
    `search=${'a%20'.repeat(2_000)}`,
    'search=%22',
  ],
  ...[
    "search=('%22*-:^",
    'search=%F0%9F%98%80',
    'search=a+OR+b',
    'sort=-',
    'constructor[prototype]=1',
    'page=1%00',
    `${'a&'.repeat(2_000)}`,
  ],
]
const oddHeaders: Record<string, string>[] = [
  ...['"1"', 'W/"x"', '*', '', '"', '"1", "2"', '"9007199254740993"', '-1', 'é', '"\\"'].map((value) => ({
    'if-match': value,
  })),
  ...['*/*;q=0', 'application/xml', 'x'.repeat(5_000), '"'].map((value) => ({ accept: value })),
  { 'accept-encoding': 'br;q=9, gzip;q=x, *' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'x' },
  { 'if-none-match': '*, "a' },
  { 'if-modified-since': 'yesterday' },
  { range: 'bytes=9-1,-0' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-for': ', ,::1%eth0' },
  { cookie: 'a=%; as-of=%00; =;;' },
  { authorization: 'Bearer' },
  { authorization: 'Basic OjpQ' },
  { authorization: 'Bearer a.b.c' },
  { 'x-request-id': '%00'.repeat(300) },
]
/** Makes a request for an operation: most of its parts follow the description, and some are broken unless it is calm. */
export function makeRequest(operation: Operation, making: Making): GeneratedRequest {
  const { parameters, bodies, method } = operation
  const { random, known, calm } = making
  const spoils = (percent: number) => !calm && random.chance(percent)
  const headers: Record<string, string> = spoils(18) ? { ...pickFrom(oddHeaders, random) } : {}
  const match = parameters.find((parameter) => parameter.in === 'header')
  if (match && spoils(20)) headers[match.name] = `"${pickFrom(known.get('version') ?? [1], random)}"`
  const types = Object.keys(bodies)
  const sendsBody = types.length > 0 ? !spoils(4) : spoils(6)
  const type = types.length > 0 ? pickFrom(types, random) : 'application/json'
  const body = sendsBody ? makeBody(type, bodies, making) : undefined
  if (body) headers['content-type'] = body.type
  return {
    method: spoils(4) ? random.pick(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'POST']) : method,
    path: makeAddress(operation, making),
    headers,
    body: body?.bytes,
  }
}

function makeAddress({ path, parameters }: Operation, making: Making): string {
  const { random, calm } = making
  const place = path.split('/').filter((word) => /^[a-zA-Z-]+$/.test(word) && word !== 'id')
  const filled = path
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => makePart(name, place, parameters, making))
    .replaceAll('*', () => (random.chance(50) ? pickFrom(oddParts, random) : 'blog'))
  const query = makeQuery(parameters, making)
  const spellings = [`${filled}/`, `/${filled}`, filled.toUpperCase(), `${filled}.json`, `${filled}%20`]
  const spelled = !calm && random.chance(3) ? pickFrom(spellings, random) : filled
  return spelled + (query ? `?${query}` : '')
}

/** A path parameter: mostly one that exists. */
function makePart(name: string, place: string[], parameters: Parameter[], making: Making): string {
  const { random, known, calm } = making
  if (!calm && random.chance(20)) return pickFrom(oddParts, random)
  const schema = parameters.find((parameter) => parameter.name === name)?.schema ?? {}
  const listed = place.findLast((word) => word.endsWith(`${name}s`)) ?? `${name}s`
  const places = name === 'id' ? [place[1] ?? ''] : name === 'uid' ? ['firebaseUid'] : [listed, name, 'slug']
  const met = places.map((word) => known.get(word)).find((values) => values !== undefined)
  const value = met && !schema.enum ? pickFrom(met, random) : makeValue(schema, making, name)
  return encodeURIComponent(toText(value).toWellFormed())
}

function makeQuery(parameters: Parameter[], making: Making): string {
  const { random, calm } = making
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  if (!calm && random.chance(inQuery.length > 0 ? 20 : 4)) return pickFrom(oddQueries, random)
  return inQuery
    .filter(({ required }) => required || random.chance(40))
    .map(({ name, schema }) => {
      const value = !calm && random.chance(25) ? oddValue(random) : makeValue(schema, making, name)
      return `${name}=${encodeURIComponent(toText(value).toWellFormed()).slice(0, 8_000)}`
    })
    .join('&')
}
