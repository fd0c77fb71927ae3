import { request as rawRequest } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { callsOf } from '#testing/route-access.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

const message = { name: 'A', email: 'a@example.com', subject: 'S', message: 'M' }
const post = (body: string | undefined, type?: string) =>
  site.get('/api/contact', { method: 'POST', body: body ?? null, headers: type ? { 'content-type': type } : {} })

async function expectError(answer: Response, status: number, code: string) {
  const body = await answer.json()
  expect(answer.status).toBe(status)
  expect(body.code).toEqual(code)
  expect(typeof body.message).toBe('string')
  expect(Object.keys(body).filter((key) => !['message', 'code', 'issues'].includes(key))).toEqual([])
  expect(answer.headers.get('cache-control')).toBe('no-store')
}

describe('malformed requests', () => {
  test.each([
    ['broken JSON', '{"name":', 'application/json', 400, 'malformed'],
    ['no JSON at all', '', 'application/json', 400, 'malformed'],
    ['no body', undefined, undefined, 400, 'malformed'],
    ['a list', '[]', 'application/json', 400, 'malformed'],
    ['a text', '"hello"', 'application/json', 400, 'malformed'],
    ['null', 'null', 'application/json', 400, 'malformed'],
    ['a number for a text', JSON.stringify({ ...message, name: 7 }), 'application/json', 400, 'malformed'],
    ['a poisoned object', '{"__proto__":{"admin":true}}', 'application/json', 400, 'malformed'],
    ['plain text', 'hello', 'text/plain', 415, 'unsupported_media_type'],
    ['a form', 'name=A', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['XML', '<a/>', 'application/xml', 415, 'unsupported_media_type'],
    [
      'two megabytes',
      JSON.stringify({ ...message, message: 'x'.repeat(2_000_000) }),
      'application/json',
      413,
      'too_large',
    ],
  ])('refuses %s', async (_, body, type, status, code) => {
    await expectError(await post(body, type), status, code)
  })
})

test.each(['/api', '/api/', '/api/nothing', '/api/blogs/a/b', '/api/openapi'])('answers %s with 404', async (path) => {
  await expectError(await site.get(path), 404, 'not_found')
  await expectError(
    await site.get(path, { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } }),
    404,
    'not_found',
  )
})

test('logs internal errors and does not reveal them', async () => {
  const error = vi.spyOn(site.app.log, 'error')
  await sql`alter table "products" rename to "aside"`.execute(site.database.db)
  await expectError(await site.get('/api/products'), 500, 'internal')
  expect(JSON.stringify(await (await site.get('/api/products')).json())).not.toMatch(/product|table|sql/i)
  expect(error).toHaveBeenCalled()
  await sql`alter table "aside" rename to "products"`.execute(site.database.db)
  expect((await site.get('/api/products')).status).toBe(200)
})

test('revalidates public data with an ETag and answers 304 while it is unchanged', async () => {
  const first = await site.get('/api/blogs')
  expect(first.headers.get('cache-control')).toBe('no-cache')
  const etag = first.headers.get('etag') ?? ''
  const again = await site.get('/api/blogs', { headers: { 'if-none-match': `"other", ${etag}` } })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
  expect(again.headers.get('etag')).toEqual(etag)
  expect((await site.get('/api/products', { headers: { 'if-none-match': etag } })).status).toBe(200)
})

test('refuses an address with broken encoding', async () => {
  const status = await new Promise((resolve, reject) => {
    const call = rawRequest(`${site.url}/api/blogs/%E0%A4%A`, (answer) => resolve(answer.resume().statusCode))
    call.on('error', reject).end()
  })
  expect(status).toBe(400)
})

describe('the API documentation', () => {
  type Operation = {
    tags: string[]
    summary: string
    responses: Record<string, unknown>
    parameters?: { name: string }[]
    requestBody?: unknown
  }

  // biome-ignore lint/suspicious/noExplicitAny: a document of many forms
  let description: Promise<any> | undefined
  /** It is a megabyte, so it is read once. */
  const read = () => {
    description ??= site.asStaff().then(async (staff) => (await site.get('/api/openapi.json', staff)).json())
    return description
  }

  test('lists every public call with its answers', async () => {
    const document = await read()
    expect(document.openapi).toMatch(/^3\.1/)
    const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    )
    const byName = new Map<string, Operation>(operations)
    for (const name of [
      'GET /api/products',
      'GET /api/services',
      'GET /api/blogs',
      'GET /api/blogs/{id}',
      'GET /api/courses',
      'GET /api/courses/{id}',
      'POST /api/contact',
      'POST /api/newsletter/subscribe',
    ]) {
      expect(byName.get(name), name).toMatchObject({ tags: [expect.any(String)], summary: expect.any(String) })
    }
    expect(byName.get('GET /api/courses')?.parameters?.map(({ name }) => name)).toEqual([
      'page',
      'limit',
      'search',
      'category',
      'level',
      'featured',
    ])
    expect(byName.get('POST /api/contact')?.requestBody).toBeDefined()
  })

  test.each([
    ['get', '/api/identity', '200 429 503'],
    ['get', '/api/courses', '200 400 422 429 503'],
    ['get', '/api/blogs', '200 400 401 403 422 429 503'],
    ['get', '/api/blogs/{id}', '200 301 401 403 404 429 503'],
    ['get', '/api/legal/{name}', '200 404 429 503'],
    ['post', '/api/contact', '201 400 409 413 415 422 429 503 507'],
    ['post', '/api/newsletter/subscription', '200 400 404 410 413 415 422 429 503 507'],
    ['post', '/api/identity/sign-in', '200 400 401 403 413 415 422 429 503 507'],
    ['post', '/api/mail/bounces', '200 400 401 404 409 413 415 422 429 503 507'],
    ['get', '/api/users', '200 400 401 403 422 429 503'],
    ['put', '/api/products/{id}', '200 400 401 403 404 409 413 415 422 429 503 507'],
    ['patch', '/api/products/{id}', '200 400 401 403 404 413 415 422 429 503 507'],
    ['delete', '/api/products/{id}', '200 401 403 404 409 429 503 507'],
    ['put', '/api/products/reorder', '200 400 401 403 409 413 415 422 429 503 507'],
    ['get', '/api/newsletter/subscribers.csv', '200 400 401 403 422 429 503'],
    // It is the same for every report, so that it tells a sender nothing.
    ['post', '/api/reports', '204'],
  ])('describes each answer of %s %s', async (method, path, statuses) => {
    const { responses } = (await read()).paths[path][method]
    expect(Object.keys(responses).join(' ')).toBe(statuses)
  })

  test('describes the shape of an error', async () => {
    const { paths, components } = await read()
    expect(paths['/api/contact'].post.responses['422']).toEqual({ $ref: '#/components/responses/Invalid' })
    const { schema } = components.responses.Invalid.content['application/json']
    expect(schema).toEqual({ $ref: '#/components/schemas/Error' })
    expect(components.schemas.Error).toMatchObject({
      properties: { message: { type: 'string' }, code: { type: 'string' }, issues: { type: 'array' } },
      required: ['message', 'code'],
    })
  })

  test('describes the fields of a form, its picture, and how to detect conflicts', async () => {
    const { paths, components } = await read()
    for (const [path, method] of [
      ['/api/blogs', 'post'],
      ['/api/courses/{id}', 'put'],
      ['/api/images', 'post'],
    ] as const) {
      const { content } = paths[path][method].requestBody
      const { schema } = content['multipart/form-data']
      const named = schema.$ref ? components.schemas[schema.$ref.replace('#/components/schemas/', '')] : schema
      expect(named.properties.image).toMatchObject({ type: 'string', format: 'binary' })
      expect(Object.keys(content)).toHaveLength(path === '/api/images' ? 1 : 2)
    }
    const { parameters, responses } = paths['/api/products/{id}'].put
    expect(responses['409']).toEqual({ $ref: '#/components/responses/Conflicting' })
    const { schema } = components.responses.Conflicting.content['application/json']
    expect(parameters).toContainEqual(expect.objectContaining({ in: 'header', name: 'if-match', required: false }))
    expect(schema).toEqual({ $ref: '#/components/schemas/Conflict' })
    expect(components.schemas.Conflict.properties.conflict).toBeDefined()
    expect(paths['/api/contact.csv'].get.responses['200'].content).toHaveProperty('text/csv')
  })

  test('has paths that differ in more than the names of their parameters, and says who may call', async () => {
    const { paths } = await read()
    const shapes = Object.keys(paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'))
    expect(shapes.toSorted()).toEqual([...new Set(shapes)].toSorted())
    const calls = Object.values(paths).flatMap((methods) => Object.values(methods as Record<string, object>))
    expect(calls.every((call) => 'security' in call)).toBe(true)
  })

  test.each([
    ['get', '/api/blogs', [{}, { session: [] }, { token: [] }]],
    ['post', '/api/blogs', [{ session: ['writeContent'] }, { token: ['writeContent'] }]],
    ['post', '/api/users', [{ session: ['manage'] }]],
    ['post', '/api/contact', []],
  ])('says that %s %s takes a session or a token, with a permission', async (method, path, security) => {
    const { paths, components } = await read()
    expect(paths[path][method].security).toEqual(security)
    expect(Object.keys(components.securitySchemes)).toEqual(['session', 'token'])
  })

  test('lists every call', async () => {
    const { paths } = await read()
    const known = new Set(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
      ),
    )
    const calls = callsOf(site)
    expect(calls.length).toBeGreaterThan(8)
    for (const call of calls) expect(known, call).toContain(call.replace(/:(\w+)/g, '{$1}'))
  })

  test.each(['/api/openapi.json', '/api/docs/json'])('serves %s to staff only', async (path) => {
    const answer = await site.get(path)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    await expectError(answer, 401, 'unauthenticated')
    await expectError(await site.get(path, { headers: { authorization: 'Bearer nonsense' } }), 401, 'unauthenticated')
    const { headers, user } = await site.asStaff()
    expect((await site.get(path, { headers })).status).toBe(200)
    expect((await site.get(path, { headers, method: 'HEAD' })).status).toBe(200)
    await site.database.db.updateTable('users').set({ active: false }).where('id', '=', user.id).execute()
    await expectError(await site.get(path, { headers }), 403, 'forbidden')
  })

  test('serves it as YAML, which takes a second to write, to staff only', async () => {
    await expectError(await site.get('/api/docs/yaml'), 401, 'unauthenticated')
  })

  test('is public if the settings say so', async () => {
    const open = await startTestApp({ apiDocs: 'public' })
    for (const path of ['/api/openapi.json', '/api/docs/json', '/api/docs'])
      expect((await open.get(path)).status, path).toBe(200)
    await open.close()
  })

  test('can be browsed with files of this site only, from a page without the description', async () => {
    const { headers } = await site.asStaff()
    for (const path of ['/api/docs', '/api/docs/']) {
      expect((await site.get(path, { headers })).status).toBe(200)
      // A browser opens the page without a token; the page then requests the description with the stored one.
      const page = await site.get(path)
      expect(page.status).toBe(401)
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(page.headers.get('content-security-policy')).toContain("script-src 'self';")
      const html = await page.text()
      expect(html).not.toMatch(/<script(?![^>]*src=)|(?:src|href)="https?:/)
      expect(html).not.toContain('/api/users')
      for (const [, file = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
        expect((await site.get(new URL(file, `${site.url}${path}`).pathname)).status, file).toBe(200)
      }
    }
  })
})

describe('the rate limits', () => {
  test.each(['/api/contact', '/api/newsletter/subscribe'])('allow each address %s ten times a minute', async (path) => {
    const call = (headers: Record<string, string> = {}) =>
      fetch(site.url + path, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json', ...headers },
      })
    for (let count = 0; count < 10; count++) expect((await call()).status).toBe(422)
    const refused = await call()
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await expectError(refused, 429, 'rate_limited')
    await expectError(await call({ 'x-atrium-internal': 'é'.repeat(43) }), 429, 'rate_limited')
    await expectError(await call({ 'x-forwarded-for': '203.0.113.9' }), 429, 'rate_limited')
    expect((await site.post(path, {})).status).toBe(422)
    expect((await fetch(`${site.url}/api/products`)).status).toBe(200)
  })

  test('of reading are high, but exist', async () => {
    const quick = await startTestApp()
    const statuses = new Map<number, number>()
    for (let count = 0; count < 650; count++) {
      const { statusCode } = await quick.app.inject('/api/nothing')
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
    expect([...statuses]).toEqual([
      [404, 600],
      [429, 50],
    ])
    expect((await quick.get('/api/products')).status).toBe(200)
    // The same address may still use the back office.
    const { headers } = await quick.asStaff()
    expect((await quick.app.inject({ url: '/api/contact', headers })).statusCode).toBe(200)
    await quick.close()
  })

  test('can be switched off', async () => {
    const open = await startTestApp({ rateLimit: false })
    const call = () => open.app.inject({ method: 'POST', url: '/api/contact', payload: {} })
    for (let count = 0; count < 15; count++) expect((await call()).statusCode).toBe(422)
    await open.close()
  })
})
