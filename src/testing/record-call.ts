import { type Operation, readerOf, type Schema } from './api-operations.ts'
import { hideSecrets } from './secrets.ts'
import { callAs } from './staff-calls.ts'
import type { SignedIn, TestApp } from './start-app.ts'

type Values = Record<string, unknown>
/** A call and its answer, as the description shows them. `path` and `query` have the values of its parameters. */
export type Example = { path?: Values; query?: Values; body?: unknown; form?: Values; answer?: unknown }
export type Examples = Record<string, Example>

/** `form` is sent as the type of form that the call takes; a file is shown as its name. */
export type Given = {
  path?: Record<string, string>
  query?: Values | undefined
  body?: unknown
  form?: Record<string, string | File>
  headers?: Record<string, string>
}

/** The address of the site that is recorded. */
export const publicUrl = 'https://www.example.com'

export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const longestText = 120

/** The first of each list, and the beginning of each text. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longestText ? `${value.slice(0, longestText)}…` : value
  if (Array.isArray(value)) return value.slice(0, 1).map(shorten)
  if (!isValues(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner)]))
}

/** Shortened, unless the contract wants it whole. */
function fitting(value: unknown, schema: Schema | null | undefined): unknown {
  const short = shorten(value)
  return !schema || readerOf(schema).safeParse(short).success ? short : value
}

function formOf(operation: Operation, form: Record<string, string | File>): FormData | URLSearchParams {
  const isMultipart = 'multipart/form-data' in operation.bodies
  const sent = isMultipart ? new FormData() : new URLSearchParams()
  for (const [name, value] of Object.entries(form)) sent.append(name, value as string)
  return sent
}

/** A form as the description shows it. A field may hold several files. */
function shownForm(operation: Operation, form: Record<string, string | File>): Values {
  const [schema] = Object.values(operation.bodies)
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => {
      const shown = typeof value === 'string' ? value : value.name
      return [name, schema?.properties?.[name]?.type === 'array' ? [shown] : shown]
    }),
  )
}

/** Makes a call, as a member of staff or as a stranger. @returns its answer, and the example that shows it, or why it was refused */
export async function makeCall(
  site: TestApp,
  caller: Pick<SignedIn, 'headers'> | null,
  operation: Operation,
  { path = {}, query, body, form, headers = {} }: Given,
): Promise<{ example: Example; answer: unknown } | { example?: undefined; refusal: string }> {
  const { method, answers, bodies } = operation
  const address = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''))
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
  const call = callAs(site, (caller ?? { headers: {} }) as SignedIn)
  const response = await call(method, address + search, form ? formOf(operation, form) : body, headers)
  const text = await response.text()
  if (!response.ok) return { refusal: `${response.status} ${text.slice(0, 300)}` }
  const schema = answers?.get(response.status)
  const answer = schema && schema.type !== 'string' && text ? JSON.parse(text) : undefined
  const example: Example = {
    ...(Object.keys(path).length > 0 && { path }),
    ...(query && { query }),
    ...(body !== undefined && { body: fitting(body, bodies['application/json']) }),
    ...(form && { form: shownForm(operation, form) }),
    ...(answer !== undefined && { answer: fitting(answer, schema) }),
  }
  return { example, answer }
}

const day = 86_400_000
/** The day of all recordings. */
const settledAt = Date.parse('2026-03-02')

/**
 * Nothing in a public file may look like a secret. Ids and times differ in each recording, so fixed ones replace them.
 */
export function settled(examples: Examples): Examples {
  const ids = new Map<string, string>()
  const idFor = (id: string) =>
    ids.getOrInsertComputed(id, () => `01950000-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`)
  const today = new Date().toISOString().slice(0, 10)
  const shift = (date: string) => new Date(settledAt + Date.parse(date) - Date.parse(today)).toISOString().slice(0, 10)
  // A time of the sample content has no milliseconds, and a full day between it and now.
  const settleTime = (time: string, date: string, more: string) => {
    const isRecorded = !more.endsWith('.000Z') || Math.abs(Date.parse(time) - Date.now()) < day
    return isRecorded ? `${shift(date)}T04:30:00.000Z` : time
  }
  const text = JSON.stringify(examples)
    // The browser, or this machine, as the site names it.
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'https://hooks.example.com')
    .replaceAll(/"(?:127\.0\.0\.1|::1)"/g, '"203.0.113.7"')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, idFor)
    .replaceAll(/(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d\.\d{3}Z)/g, settleTime)
    .replaceAll(today, '2026-03-02')
    .replaceAll(/\/media\/[0-9a-f]{32}/g, '/media/790d48bb4ef0e56ecef6417e1f71dbb3')
    .replaceAll(/"[0-9a-f]{32}"/g, '"790d48bb4ef0e56ecef6417e1f71dbb3"')
    .replaceAll(/"tookMs":\d+/g, '"tookMs":19')
    .replaceAll(/"client_id_issued_at":\d+/g, '"client_id_issued_at":1772425800')
    .replaceAll(/"code":"\d{6}"/g, '"code":"123456"')
  return JSON.parse(hideSecrets(text))
}
