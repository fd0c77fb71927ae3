import { writeFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Description, type Operation, operationsOf, readerOf } from '#testing/api-operations.ts'
import { recordExamples } from '#testing/record-examples.ts'
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
  const lines = callsIn(description).map(({ method, path, operationId, security = [], requestBody, responses }) => {
    const token = security.find((one) => 'token' in one)
    const need = token ? token['token']?.[0] : security.some((one) => 'session' in one) ? 'no token' : undefined
    const parts = [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {}))
    const isShown = parts.some((content) => 'example' in content)
    return `${operationId}: ${method} ${path}${need ? `, ${need}` : ''}${isShown ? '' : ', no example'}`
  })
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('./api-calls.txt')
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
