import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanText } from '#contract/clean-text.ts'
import { csvLine } from '#server/http/long-lists.ts'
import { describedOperations, type Operation, type Schema } from '#testing/api-operations.ts'
import { type Known, makeValue, remember } from '#testing/generated-values.ts'
import { naughtyTexts } from '#testing/naughty-texts.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { callAs, formOf } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { settled } from '#testing/transfer-reader.ts'
import { randomFrom } from '#ui/drawing/shapes.ts'

/** How often each record is written. Every text field has a different text in each round; as many rounds as there are texts bring all to all. */
const rounds = Number(process.env['NAUGHTY_ROUNDS'] ?? (process.env['TEST_ALL'] === 'false' ? 1 : 4))
const seed = process.env['FC_SEED'] ?? '1'
const random = randomFrom(seed)
const known: Known = new Map()
const making = { random, known, calm: true }

let site: TestApp
let operations: Operation[]
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false })
  operations = await describedOperations(site)
  call = callAs(site, await site.asStaff())
  for (const path of ['/api/services', '/api/courses', '/api/authors', '/api/instructors'])
    if (!find('POST', path)) remember(known, path, await (await call('GET', path)).json())
    else await recordFor(`${path}/{id}`)
})
afterAll(() => site.close())

const json = 'application/json'
const find = (method: string, path: string) =>
  operations.find((operation) => operation.method === method && operation.path === path)
const at = (value: unknown, path: (string | number)[]) =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], value)

/** The paths of the text fields of a body; a list has one entry. */
function textFields(schema: Schema, path: (string | number)[] = []): (string | number)[][] {
  const { type, anyOf = [], enum: options, const: only, format, properties = {}, items } = schema
  if (options || only !== undefined || format === 'binary') return []
  if (type === 'object')
    return Object.entries(properties).flatMap(([name, inner]) => textFields(inner, [...path, name]))
  if (type === 'array') return textFields(items ?? {}, [...path, 0])
  if ([type].flat().includes('string')) return [path]
  return anyOf.flatMap((inner) => textFields(inner, path))
}

/** A body with every field, whose lists have one entry. */
function fullBody(schema: Schema, name = ''): unknown {
  const { type, anyOf, properties, items } = schema
  if (anyOf?.[0]) return fullBody(anyOf[0], name)
  if (type === 'array') return [fullBody(items ?? {}, name)]
  if (type !== 'object' || !properties) return makeValue(schema, making, name)
  return Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, fullBody(inner, key)]))
}

/**
 * The allowed changes of a text: none, or invisible characters go, lines of presentation programs become ends of lines or spaces, space around
 * it goes, a setting of one line has spaces for its ends of lines, and a slug is in lower case. An empty one may be left out.
 */
function kept(text: string, read: unknown, joinsLines = false): boolean {
  const forms = [text, cleanText(text, ' '), cleanText(text, '\n')].flatMap((one) => [
    one,
    one.trim(),
    one.trim().toLowerCase(),
    ...(joinsLines ? [one.replaceAll(/\s*[\r\n\u2028\u2029]\s*/g, ' ').trim()] : []),
  ])
  return forms.includes(read as string) || (read === undefined && forms.includes(''))
}

type Issue = { path: string; message: string }

/** Writes the texts into the fields. Those that are refused by name get their sound values back. @returns the stored value of each field */
async function write(
  sound: unknown,
  fields: (string | number)[][],
  texts: string[],
  send: (body: unknown) => Promise<Response>,
) {
  const refused = new Set<string>()
  for (;;) {
    const body = structuredClone(sound)
    for (const [index, field] of fields.entries())
      if (!refused.has(field.join('.')))
        Object.assign(at(body, field.slice(0, -1)) as object, { [field.at(-1) ?? '']: texts[index] })
    const answer = await send(body)
    if (answer.ok) return fields.map((field) => !refused.has(field.join('.')))
    const { message, issues = [] }: { message: string; issues?: Issue[] } = await answer.json()
    const sent = fields.map((field) => field.join('.')).filter((field) => !refused.has(field))
    const named = issues.map(({ path }) => path)
    const told = named.length > 0 && named.every((path) => sent.includes(path))
    expect([answer.status, told], JSON.stringify([message, issues, body]).slice(0, 1_000)).toEqual([422, true])
    for (const field of named) refused.add(field)
  }
}

test(`every text field that staff write keeps a text, cleans it as documented, or refuses it by name (FC_SEED=${seed})`, {
  timeout: 120_000 + rounds * 10_000,
}, async () => {
  const faults: string[] = []
  const targets = operations.filter(
    ({ method, path, bodies }) =>
      method === 'PUT' &&
      /^(\/api\/[a-z-]+\/\{id\}|[^{]+)$/.test(path) &&
      !/\/(re)?order$/.test(path) &&
      // The choices of an import name categories, authors and addresses, a webhook names events, a course and its address.
      !/^\/api\/(content-imports|hooks)\//.test(path) &&
      bodies[json],
  )
  for (const [number, { path, bodies }] of targets.entries()) {
    const schema = bodies[json] as Schema
    const address = path.replace('{id}', await recordFor(path))
    const fields = textFields(schema)
    const body = fullBody(schema) as Record<string, unknown>
    const sound = {
      ...body,
      // A decorative picture has no text.
      ...('decorative' in body && { decorative: false }),
      ...('audience' in body && { audience: { to: 'everyone' } }),
      // Plain text is stored as rich text.
      ...('format' in body && { format: 'rich' }),
      // There are two topics at least.
      ...('topics' in body && { topics: [{ name: 'One' }, { name: 'Two' }] }),
    }
    expect(
      (await call('PUT', address, sound).then(async (answer) => [answer.status, await answer.json()]))[0],
      JSON.stringify([path, sound]),
    ).toBe(200)
    for (let round = 0; round < rounds; round++) {
      const texts = fields.map(
        (_, index) => naughtyTexts[(round * 7 + index + number * 3) % naughtyTexts.length] as string,
      )
      const accepted = await write(sound, fields, texts, (body) => call('PUT', address, body))
      const stored = await read(path, address)
      for (const [index, field] of fields.entries()) {
        const name = `${path} ${field.join('.')}`
        const [text, value] = [texts[index] as string, at(stored, field)]
        // A field that names another record is read as that record.
        if (!accepted[index] || (typeof value === 'object' && value !== null)) continue
        // The title or the subject of a newsletter is the other where it is empty.
        if (path.startsWith('/api/newsletters/') && /^(title|subject)$/.test(String(field)) && text.trim() === '')
          continue
        if (!kept(text, value, path.startsWith('/api/settings')))
          faults.push(`${name}: ${JSON.stringify(text)} became ${JSON.stringify(value)}`)
      }
    }
  }
  expect(faults).toEqual([])
})

/** The last part of the address of a record to write to. */
async function recordFor(path: string): Promise<string> {
  if (!path.includes('{id}')) return ''
  const collection = path.replace('/{id}', '')
  const bodies = find('POST', collection)?.bodies ?? {}
  const answer = bodies[json]
    ? await call(
        'POST',
        collection === '/api/users' ? '/api/users/invitations' : collection,
        collection === '/api/remarks'
          ? { entity: 'blogs', id: await recordFor('/api/blogs/{id}'), text: 'Words' }
          : // Of its title and its subject a newsletter has one at least, and a page that is public a section.
            {
              ...Object(makeValue(bodies[json], making)),
              ...(collection === '/api/newsletters' && { subject: 'Words' }),
              ...(collection === '/api/pages' && { active: false }),
            },
      )
    : await call('POST', collection, formOf({ image: new File([await aPicture()], 'a.png', { type: 'image/png' }) }))
  const body = await answer.json()
  expect([answer.status, body], path).toEqual([201, expect.anything()])
  remember(known, collection, body)
  return body._id ?? body.user?._id
}

const aPicture = async () =>
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )

/** The record as staff read it: by itself, or from the list. */
async function read(path: string, address: string) {
  const own = [path.replace('{id}', 'id/{id}'), path].find((one) => find('GET', one))
  if (own) return (await call('GET', own.replace('{id}', address.split('/').at(-1) ?? ''))).json()
  // They are listed by their record; a change of nothing answers one.
  if (path === '/api/remarks/{id}') return (await call('PUT', address, {})).json()
  const list = await (await call('GET', path.replace('/{id}', ''))).json()
  return list.find(({ _id }: { _id: string }) => address.endsWith(_id))
}

test('messages of visitors keep their texts, and no table that staff download holds a formula', async () => {
  const fields = [['name'], ['subject'], ['message']]
  for (let index = 0; index < naughtyTexts.length; index += 2) {
    const texts = fields.map((_, offset) => naughtyTexts[(index + offset) % naughtyTexts.length] as string)
    const email = `visitor-${index}@example.com`
    const accepted = await write({ name: 'Ravi', email, subject: 'Hello', message: 'How?' }, fields, texts, (body) =>
      site.post('/api/contact', body),
    )
    const [stored] = await (await call('GET', `/api/contact?search=${email}&limit=1`)).json()
    for (const [at, name] of ['name', 'subject', 'message'].entries())
      if (accepted[at])
        expect([name, texts[at], stored[name], kept(texts[at] as string, stored[name])]).toEqual([
          name,
          texts[at],
          stored[name],
          true,
        ])
  }
  for (const email of ['=1+1@example.com', '+1@example.com', '-1@example.com'])
    await site.post('/api/newsletter/subscribe', { email })
  for (const text of naughtyTexts) {
    const answer = await site.post('/api/newsletter/subscribe', { email: text })
    expect([text, answer.status, (await answer.json()).issues?.[0].path]).toEqual([text, 422, 'email'])
  }
  const { id: courseId } = await addCourse(site.database)
  for (const [index, text] of naughtyTexts.entries())
    await site.post('/api/course-requests', {
      ...{ courseId, kind: 'nextDate', name: text, company: text, message: text, email: `asker-${index}@example.com` },
    })
  const tables = operations.filter(({ path }) => path.endsWith('.csv'))
  expect(tables.length).toBeGreaterThan(2)
  // An import that leaves them all out.
  const csv = ['a@example.com', ...naughtyTexts].map((text) => csvLine([text])).join('')
  const { _id } = await (await call('POST', '/api/newsletter/imports', { csv })).json()
  await call('PUT', `/api/newsletter/imports/${_id}`, { agreed: 'At a fair', agreedOn: '2026-01-01' })
  await call('POST', `/api/newsletter/imports/${_id}/apply`)
  await call('POST', '/api/redirects', { from: '/=1+1', to: '/about' })
  const form = formOf({ file: new File(['---\ntitle: "=1+1"\n---\nWords'], 'a.md') })
  const content = await settled(call, (await (await call('POST', '/api/content-imports', form)).json())._id)
  expect(content.state).toBe('open')
  for (const { path } of tables) {
    const id = path.startsWith('/api/content-imports/') ? content._id : _id
    const answer = await call('GET', path.replace('{id}', id))
    const lines: string[][] = parse(await answer.text(), { bom: true })
    expect(lines.length, path).toBeGreaterThan(1)
    expect(lines.flat().filter((cell) => /^[=+\-@\t\r\n＝＋－＠]|[;\t\r\n][=+\-@＝＋－＠]/.test(cell))).toEqual([])
  }
})
