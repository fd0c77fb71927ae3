import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createHookSecret, signatureHeaders } from '#features/connections/hooks/signing.server.ts'
import { eventBody } from '#server/hooks/event-body.ts'
import { hookEvents } from './hook-events.server.ts'

const path = 'docs/webhooks.md'
const document = await readFile(path, 'utf8')

type Schema = { description?: string; properties?: Record<string, Schema>; items?: Schema; required?: string[] }

/** The rows of a table, with columns as wide as their texts. */
function tableOf(head: string[], rows: string[][]): string {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** Each field with its place, and `personal` for one that needs the tick. */
const fieldRows = ({ properties = {}, required = [] }: Schema, personal: readonly string[], before = ''): string[][] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const notes = [!required.includes(name) && 'may be missing', personal.includes(name) && 'personal'].filter(Boolean)
    const row = [`\`${before}${name}\``, `${schema.description}${notes.length ? ` _(${notes.join(', ')})_` : ''}`]
    const inner = schema.items ? { schema: schema.items, before: `${name}[].` } : { schema, before: `${name}.` }
    return [row, ...fieldRows(inner.schema, [], before + inner.before)]
  })

const eventsPart = () => {
  const all = hookEvents.map(({ name, data }) => [`\`${name}\``, String((z.toJSONSchema(data) as Schema).description)])
  const details = hookEvents.map(({ name, data, personal = [] }) => {
    const rows = fieldRows(z.toJSONSchema(data) as Schema, personal as readonly string[])
    return `<details>\n<summary>The fields of <code>${name}</code></summary>\n\n${tableOf(['Field', 'What it is'], rows)}\n\n</details>`
  })
  return [tableOf(['Event', 'When it is sent'], all), ...details].join('\n\n')
}

const examplePart = () => {
  const [kind] = hookEvents
  if (!kind) return ''
  const body = eventBody(
    kind,
    { data: kind.example, at: '2027-02-03T08:15:00.000Z' },
    { form: 'generic', personal: true },
  )
  return `\`\`\`json\n${JSON.stringify(JSON.parse(body), null, 2)}\n\`\`\``
}

/** The document with a part between two marks replaced. */
const withPart = (text: string, name: string, part: string) =>
  text.replace(
    new RegExp(`(<!-- ${name}\\b[^>]*-->\n).*?(<!-- /${name} -->)`, 's'),
    (_, from, to) => `${from}\n${part}\n\n${to}`,
  )

test('the document has all events with their fields, and an example', async () => {
  const written = withPart(withPart(document, 'events', eventsPart()), 'example', examplePart())
  await expect(written).toMatchFileSnapshot(`../../${path}`)
})

/** The blocks of code in a language. */
const blocks = (language: string) =>
  [...document.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, code = '']) => code)

const secret = createHookSecret()
const body = JSON.stringify({ type: 'contact.created', data: { name: 'आशा <&>' } })
const signed = (secrets: string[], now = Date.now()) => signatureHeaders('id-1', body, secrets, now)
const cases: [string, Record<string, string>, string, boolean][] = [
  ['signed now', signed([secret]), body, true],
  ['signed with two secrets', signed([createHookSecret(), secret]), body, true],
  ['signed with another secret', signed([createHookSecret()]), body, false],
  ['signed long ago', signed([secret], Date.now() - 600_000), body, false],
  ['changed since', signed([secret]), body.replace('contact', 'course'), false],
]

test.each(cases)('the code of the document tells what is ours: %s', async (_, headers, sent, isOurs) => {
  const [withPackage = '', byHand = ''] = blocks('js')
  expect(withPackage).toContain('webhook.verify(await text(request), request.headers)')
  const verified = () => new Webhook(secret).verify(sent, headers)
  if (isOurs) expect(verified()).toEqual(JSON.parse(body))
  else expect(verified).toThrow()

  const { verify } = await import(`data:text/javascript,${encodeURIComponent(byHand)}`)
  expect(verify(secret, sent, headers)).toEqual(isOurs ? JSON.parse(body) : null)
})

test('the code for Python does the same', ({ skip }) => {
  const python = (code: string, input = '') =>
    execFileSync('python3', ['-c', code], { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] })
  try {
    python('import sys; assert sys.version_info >= (3, 9)')
  } catch {
    skip('There is no Python')
  }
  const [code = ''] = blocks('python')
  const ask = `${code}\nimport sys\nprint(json.dumps([verify(a, b.encode(), c) is not None for a, b, c in json.load(sys.stdin)]))`
  const asked = cases.map(([, headers, sent]) => [secret, sent, headers])
  expect(JSON.parse(python(ask, JSON.stringify(asked)))).toEqual(cases.map(([, , , isOurs]) => isOurs))
})
