import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { isPublicAddress } from '#server/security/networks.ts'
import { createFetchOutside, createOutsideCheck, type FetchOutside, lookAtLinks } from './fetch-outside.ts'

const limits = { maxBytes: 1_000, timeout: 5_000 }
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** A site on this machine. @returns its port, and the addresses that its callers had */
async function serve(listener: RequestListener, host = '127.0.0.1') {
  const hosts: string[] = []
  const server = createServer((request, reply) => {
    hosts.push(request.headers.host ?? '')
    listener(request, reply)
  }).listen(0, host)
  servers.push(server)
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, hosts }
}

/** Names as a name server would answer them; 127.0.0.1 represents the public internet, 127.0.0.2 the network inside. */
const fetchAmong = (names: Record<string, () => string[]>) =>
  createFetchOutside({
    resolve: async (host) => (names[host]?.() ?? []).map((address) => ({ address, family: 4 })),
    isAllowed: (address) => address === '127.0.0.1',
    isPort: () => true,
  })

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://0.0.0.0/',
  'http://10.0.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[4000::1]/',
  'http://[2002:7f00:1::]/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
  'http://[ff02::1]/',
  'http://localhost/',
])('%s is not on the public internet', async (url) => {
  await expect(createFetchOutside()(url, limits)).rejects.toThrow('This address is not on the public internet.')
})

test.each([
  'file:///etc/passwd',
  'ftp://example.com/',
  'data:image/png;base64,AA==',
  'gopher://example.com/',
  'http://93.184.216.34:22/',
  'http://93.184.216.34:8080/',
  'http://user:secret@93.184.216.34/',
  'nonsense',
])('%s cannot be fetched', async (url) => {
  await expect(createFetchOutside()(url, limits)).rejects.toThrow(/cannot be fetched|can be fetched/)
})

test('public addresses are public', () => {
  for (const address of ['8.8.8.8', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001::1'])
    expect([address, isPublicAddress(address)]).toEqual([address, true])
})

test('a name with one private address is refused, even with public ones', async () => {
  const { port, hosts } = await serve((_, reply) => reply.end('x'))
  const fetchOutside = fetchAmong({ 'mixed.test': () => ['127.0.0.1', '127.0.0.2'] })
  await expect(fetchOutside(`http://mixed.test:${port}/`, limits)).rejects.toThrow('not on the public internet')
  expect(hosts).toEqual([])
})

test('a name is resolved once: the connection goes to the address that was checked', async () => {
  const inside = await serve((_, reply) => reply.end('secret'), '127.0.0.2')
  const outside = createServer((_, reply) => reply.end('public')).listen(inside.port, '127.0.0.1')
  servers.push(outside)
  await once(outside, 'listening')
  const answers = [['127.0.0.1'], ['127.0.0.2']]
  const fetchOutside = fetchAmong({ 'rebinding.test': () => answers.shift() ?? [] })
  const { body } = await fetchOutside(`http://rebinding.test:${inside.port}/`, limits)
  expect(body.toString()).toBe('public')
  expect(inside.hosts).toEqual([])
  expect(answers).toHaveLength(1)
})

test('each redirect is checked again', async () => {
  const inside = await serve((_, reply) => reply.end('secret'), '127.0.0.2')
  const { port } = await serve(({ url }, reply) => {
    const target = url === '/name' ? `http://inside.test:${inside.port}/` : `http://127.0.0.2:${inside.port}/`
    reply.writeHead(302, { location: url === '/file' ? 'file:///etc/passwd' : target }).end()
  })
  const fetchOutside = fetchAmong({ 'outside.test': () => ['127.0.0.1'], 'inside.test': () => ['127.0.0.2'] })
  for (const path of ['/name', '/literal'])
    await expect(fetchOutside(`http://outside.test:${port}${path}`, limits)).rejects.toThrow(
      'not on the public internet',
    )
  await expect(fetchOutside(`http://outside.test:${port}/file`, limits)).rejects.toThrow('Only http and https')
  expect(inside.hosts).toEqual([])
})

test('follows only a few redirects', async () => {
  const { port } = await serve(({ url }, reply) => {
    if (url === '/there') reply.end('found')
    else reply.writeHead(301, { location: url === '/moved' ? '/there' : '/round' }).end()
  })
  const fetchOutside = fetchAmong({ 'outside.test': () => ['127.0.0.1'] })
  expect((await fetchOutside(`http://outside.test:${port}/moved`, limits)).body.toString()).toBe('found')
  await expect(fetchOutside(`http://outside.test:${port}/round`, limits)).rejects.toThrow('cannot be fetched')
})

test('stops at the size limit, whether the site announces the size or not', async () => {
  const { port } = await serve(({ url }, reply) => {
    if (url === '/announced') reply.writeHead(200, { 'content-length': '1001' })
    reply.end('x'.repeat(1_001))
  })
  const fetchOutside = fetchAmong({ 'outside.test': () => ['127.0.0.1'] })
  for (const path of ['/announced', '/unannounced'])
    await expect(fetchOutside(`http://outside.test:${port}${path}`, limits)).rejects.toThrow('too large')
})

test('stops at the deadline, while headers or a body drip', async () => {
  const { port } = await serve(({ url }, reply) => {
    if (url === '/body') reply.writeHead(200).write('x')
  })
  const fetchOutside = fetchAmong({ 'outside.test': () => ['127.0.0.1'] })
  for (const path of ['/headers', '/body'])
    await expect(fetchOutside(`http://outside.test:${port}${path}`, { ...limits, timeout: 200 })).rejects.toThrow(
      'too long',
    )
})

const post = { ...limits, method: 'POST', headers: { 'x-signed': 'yes' }, body: '{"text":"é"}' } as const

test('a body is sent with its headers, and the answer is no redirect that is followed', async () => {
  const given: string[] = []
  const { port, hosts } = await serve(async (request, reply) => {
    given.push(`${request.method} ${request.headers['x-signed']} ${await text(request)}`)
    reply.writeHead(307, { location: `http://outside.test:${port}/there`, 'retry-after': '5' }).end('moved')
  })
  const fetchOutside = fetchAmong({ 'outside.test': () => ['127.0.0.1'] })
  const { status, headers, body } = await fetchOutside(`http://outside.test:${port}/`, post)
  expect([status, headers?.['retry-after'], body.toString()]).toEqual([307, '5', 'moved'])
  expect(given).toEqual(['POST yes {"text":"é"}'])
  expect(hosts).toHaveLength(1)
})

test('where only the beginning of an answer matters, its status counts although it drips, is endless or breaks off', async () => {
  const { port } = await serve(({ url }, reply) => {
    reply.writeHead(201)
    if (url === '/endless') reply.write('x'.repeat(100_000))
    else reply.write('begun', () => url === '/broken' && reply.socket?.resetAndDestroy())
  })
  const fetchOutside = fetchAmong({ 'outside.test': () => ['127.0.0.1'] })
  const answers = ['/endless', '/drips', '/broken'].map(async (path) => {
    const { status, body } = await fetchOutside(`http://outside.test:${port}${path}`, {
      ...post,
      cut: true,
      timeout: 300,
    })
    return [status, body.toString()]
  })
  expect(await Promise.all(answers)).toEqual([
    [201, 'x'.repeat(1_000)],
    [201, 'begun'],
    [201, 'begun'],
  ])
})

test('an address is checked by the rules of later calls, and a name that is not known yet says so', async () => {
  const check = createOutsideCheck({
    protocols: ['https:'],
    isPort: () => true,
    resolve: async (host) => {
      if (host === 'unknown.test') throw new Error('ENOTFOUND')
      return [{ address: host === 'inside.test' ? '10.0.0.5' : '93.184.216.34', family: 4 }]
    },
  })
  await check('https://outside.test:8443/', 1_000)
  await expect(check('https://inside.test/', 1_000)).rejects.toThrow('not on the public internet')
  await expect(check('http://outside.test/', 1_000)).rejects.toThrow('Only https addresses can be fetched.')
  await expect(check('https://unknown.test/', 1_000)).rejects.toMatchObject({ unknownSite: true })
})

test('a link that has worked is not asked for again while someone writes', async () => {
  const asked: string[] = []
  const answers = new Map([
    ['https://a.example/', 200],
    ['https://b.example/', 404],
  ])
  const fetch: FetchOutside = async (url) => {
    asked.push(url)
    return { status: answers.get(url) ?? 0, body: Buffer.alloc(0) }
  }
  const look = () => lookAtLinks(fetch, [...answers.keys()], { signal: AbortSignal.timeout(5_000) })
  expect(Object.fromEntries(await look())).toEqual({ 'https://a.example/': 'works', 'https://b.example/': 'dead' })
  answers.set('https://b.example/', 200)
  asked.length = 0
  expect(Object.fromEntries(await look())).toEqual({ 'https://a.example/': 'works', 'https://b.example/': 'works' })
  expect(asked).toEqual(['https://b.example/'])
})
