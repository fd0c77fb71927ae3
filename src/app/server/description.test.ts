import { readFileSync, writeFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Secret } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHookSecret } from '#features/connections/hooks/signing.server.ts'
import { replyAddress } from '#features/contact/ground/reply-address.server.ts'
import { registrationUrl } from '#features/courses/cohorts/course-messages.server.ts'
import { newNumber } from '#features/courses/ground/certificates.server.ts'
import {
  confirmUrl,
  preferencesUrl,
  unsubscribeUrl,
} from '#features/subscribers/subscription/subscription-links.shared.server.ts'
import { createToken } from '#server/identity/single-use-tokens.ts'
import { createSecret } from '#server/identity/tokens.ts'
import { type Description, type Operation, operationsOf, readerOf } from '#testing/api-operations.ts'
import { publicUrl } from '#testing/record-call.ts'
import { recordExamples } from '#testing/record-examples.ts'
import { hideSecrets, secretsIn } from '#testing/secrets.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { nameByRule, ownNames } from './call-names.ts'

let site: TestApp
let text: string
let description: Description
beforeAll(async () => {
  site = await startTestApp({ publicUrl: 'https://www.acme-cloud.in' })
  text = await (await site.get('/api/openapi.json', await site.asStaff())).text()
  description = JSON.parse(text)
})
afterAll(() => site.close())

const callsIn = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ method: method.toUpperCase(), path, ...call })),
  )

// It also checks each example against its schema.
test('passes a public linter', async () => {
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-ambiguous-paths': 'off' } })
  const problems = await lintFromString({ source: text, absoluteRef: '/openapi.json', config })
  const found = problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`)
  // They answer browsers, always the same, send them on, or always refuse.
  expect(found).toEqual([
    'operation-4xx-response #/paths/~1api~1reports/post/responses',
    'operation-4xx-response #/paths/~1api~1seen/post/responses',
    'operation-2xx-response #/paths/~1api~1identity~1provider/get/responses',
    'operation-2xx-response #/paths/~1api~1identity~1provider~1callback/get/responses',
    'operation-2xx-response #/paths/~1api~1mcp/get/responses',
    'operation-2xx-response #/paths/~1api~1mcp/delete/responses',
  ])
})

// A changed name breaks programs. `npx vitest run --project sqlite src/app/server/description.test.ts -u` renews the list.
test('has the calls of the list, with their names, and what a token needs', async () => {
  const lines = callsIn(description).map(({ method, path, operationId, security = [] }) => {
    const token = security.find((one) => 'token' in one)
    const need = token ? token['token']?.[0] : security.some((one) => 'session' in one) ? 'no token' : undefined
    return `${operationId}: ${method} ${path}${need ? `, ${need}` : ''}`
  })
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('./api-calls.txt')
})

// A new call needs one: see `testing/record-examples.ts`, which makes most calls by itself, and the scenes for the rest.
test('shows an example of each body and each answer, except of calls that only browsers make', () => {
  const missing = callsIn(description).flatMap(({ operationId, description = '', requestBody, responses }) => {
    if (description.startsWith('For browsers: ')) return []
    const [answer] = Object.entries(responses).flatMap(([status, { content }]) =>
      status < '300' && content ? [content] : [],
    )
    const json = answer?.['application/json']
    // A file is said to be one by its type and a sentence.
    const isFile = json === undefined || !answer || Object.keys(answer).length > 1
    const needs = [...(requestBody ? [Object.values(requestBody.content)[0]] : []), ...(isFile ? [] : [json])]
    return needs.every((content) => content && 'example' in content) ? [] : [operationId]
  })
  expect(missing).toEqual([])
})

test('says of each file what it is', () => {
  const files = callsIn(description).flatMap(({ operationId, responses }) => {
    const answer = responses['200']
    const types = Object.keys(answer?.content ?? {}).filter((type) => type !== 'application/json')
    return types.length > 0 ? [[operationId, answer?.description] as const] : []
  })
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter(([, text = '']) => !/^[A-Z].{20,}\.$/.test(text))).toEqual([])
})

test('holds no secret, and nothing of a person or of the machine that recorded it', () => {
  expect(secretsIn(text)).toEqual([])
  expect(secretsIn(readFileSync(new URL('./api-examples.json', import.meta.url), 'utf8'))).toEqual([])
})

test('would show a secret of each kind, as the site makes them', async () => {
  const { database, config } = site
  const { token, user } = await site.asStaff()
  const secrets = (['atr_', 'ata_', 'atf_', 'atc_'] as const).map(createSecret)
  const mail = { ...config.mail, inboundSecret: 'kept', replyTo: 'replies@example.com' }
  const links = await Promise.all([
    confirmUrl(database, publicUrl, user.id),
    unsubscribeUrl(database, publicUrl, user.id, 'b2'),
    preferencesUrl(database, publicUrl, user.id),
    registrationUrl(database, publicUrl, user.id, 'withdraw'),
    replyAddress(database, mail, user.id),
  ])
  const others = [createToken(), createHookSecret(), newNumber(), new Secret({ size: 20 }).base32]
  const facts = [
    'asha@bank.co.in',
    '10.0.0.4',
    '127.0.0.1',
    '2001:db8:a:1::1',
    site.url,
    '/tmp/atrium-1/data',
    'C:\\data',
    '9c41-aa05-b0f6-7711',
  ]
  const all = [token, ...secrets, ...links, ...others, ...facts].map(String)
  const shown = (one: string) => JSON.stringify({ example: { url: `https://www.example.com/a?b=${one}`, one } })
  expect(all.filter((one) => secretsIn(shown(one)).length === 0)).toEqual([])
  expect(all.filter((one) => hideSecrets(shown(one)).includes(one))).toEqual([])
})

test('gives each call a name in words, and has and needs each name of its own', () => {
  const names = callsIn(description).map(({ operationId }) => operationId)
  expect(names.filter((name) => !/^[a-z]+([A-Z][A-Za-z0-9]*)?$/.test(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  expect(Object.values(ownNames).filter((name) => !names.includes(name))).toEqual([])
  const needless = Object.entries(ownNames).filter(([call, name]) => {
    const [method = '', path = ''] = call.split(' ')
    return nameByRule(method, path) === name
  })
  expect(needless).toEqual([])
})

test('says in words what every heading is, and names what is used more than once', () => {
  const used = new Set(callsIn(description).flatMap(({ tags = [] }) => tags))
  expect(description.tags.map(({ name }) => name).toSorted()).toEqual([...used].toSorted())
  expect(Object.keys(description.components.schemas)).toEqual(
    expect.arrayContaining(['Post', 'PostInput', 'Course', 'CourseInput', 'ContactRequest', 'Error', 'Conflict']),
  )
  // Half of what it was when each call repeated them; examples are a quarter of it.
  expect(text.length).toBeLessThan(1_150_000)
})

// `RENEW_EXAMPLES=true`, after a build, makes them again; by hand none of them changes.
test.runIf(process.env['RENEW_EXAMPLES'])('records the examples', async () => {
  const { examples, refused } = await recordExamples()
  writeFileSync(new URL('./api-examples.json', import.meta.url), `${JSON.stringify(examples, null, 2)}\n`)
  for (const [id, why] of refused) if (!examples[id]) console.log(id, why)
})

test('shows examples that the contracts accept', () => {
  const operations = new Map(operationsOf(description).map((operation) => [operation.id, operation]))
  let count = 0
  for (const { operationId, requestBody, responses } of callsIn(description)) {
    const { bodies, answers } = operations.get(operationId) as Operation
    const check = (value: unknown, schema: Parameters<typeof readerOf>[0] | null | undefined) => {
      if (value === undefined || !schema) return
      count++
      expect(readerOf(schema).safeParse(value).error?.issues, operationId).toBeUndefined()
    }
    check(requestBody?.content['application/json']?.example, bodies['application/json'])
    for (const [status, { content }] of Object.entries(responses))
      check(content?.['application/json']?.example, answers?.get(Number(status)))
  }
  expect(count).toBeGreaterThan(500)
  for (const [name, { content }] of Object.entries(description.components.responses)) {
    expect(content?.['application/json']?.example, name).toMatchObject({
      code: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(/^[A-Z]/),
    })
  }
})
