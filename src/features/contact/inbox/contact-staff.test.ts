import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runs } from '#testing/property-seed.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { contactRequests } from '../ground/contact.table.ts'
import { addRequest } from '../ground/events.shared.server.ts'

let site: TestApp
let staff: SignedIn
const ids: string[] = []
const message = { name: 'Ravi', email: 'ravi@example.org', subject: 'A quote', message: 'Hello' }

beforeAll(async () => {
  site = await startTestApp()
  staff = await site.asStaff()
  const given = [
    message,
    { ...message, name: 'ÉMILE', subject: 'Training' },
    { ...message, email: 'spam@example.net', status: 'spam' as const },
  ]
  await site.database.transaction(async (trx) => {
    for (const [index, values] of given.entries())
      ids.push(
        await addRequest(trx, {
          status: 'pending',
          ...values,
          createdAt: `2026-03-0${index + 1}T10:00:00.000Z`,
        }),
      )
  })
})
afterAll(() => site.close())

const ask = (path: string, init: RequestInit = {}) =>
  site.get(path, { ...init, headers: { ...staff.headers, ...(init.headers as object) } })
const patch = (id: string, body: object) =>
  ask(`/api/contact/${id}`, {
    method: 'PATCH',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
const subjects = async (query: string) =>
  (await (await ask(`/api/contact${query}`)).json()).map(({ subject }: { subject: string }) => subject)

test('lists all requests, newest first', async () => {
  const answer = await ask('/api/contact')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-total-count')).toBe(null)
  const list = await answer.json()
  expect(list).toHaveLength(3)
  expect(list[2]).toEqual({ ...message, _id: ids[0], status: 'pending', createdAt: '2026-03-01T10:00:00.000Z' })
})

test('is searched by name, email and subject, and by words of the message, filtered by status, and paged', async () => {
  expect(await subjects('?search=%C3%A9mile')).toEqual(['Training'])
  expect(await subjects('?search=EXAMPLE.NET')).toEqual(['A quote'])
  expect(await subjects('?search=rain')).toEqual(['Training'])
  expect(await subjects('?search=hell')).toEqual(['A quote', 'Training', 'A quote'])
  expect(await subjects('?search=ello')).toEqual([])
  expect(await subjects('?status=pending')).toEqual(['Training', 'A quote'])
  expect(await subjects('?status=lost')).toEqual([])
  const page = await ask('/api/contact?page=2&limit=1&status=pending')
  expect(page.headers.get('x-total-count')).toBe('2')
  expect(await page.json()).toHaveLength(1)
  const hostile = await ask(`/api/contact?search=${encodeURIComponent(`%_\\'"\0`)}`)
  expect([200, 422]).toContain(hostile.status)
})

test('changes the status to resolved, to spam and back', async () => {
  for (const status of ['resolved', 'spam', 'pending']) {
    const answer = await patch(ids[0] ?? '', { status })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual(expect.objectContaining({ _id: ids[0], status }))
  }
  for (const status of ['done', '', undefined]) expect((await patch(ids[0] ?? '', { status })).status).toBe(422)
  expect((await patch('nobody', { status: 'spam' })).status).toBe(404)
})

test('deletes it', async () => {
  const id = await site.database.transaction((trx) => addRequest(trx, { ...message, status: 'pending' }))
  expect((await ask(`/api/contact/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect((await ask(`/api/contact/${id}`, { method: 'DELETE' })).status).toBe(404)
  expect((await ask('/api/contact/%00', { method: 'DELETE' })).status).toBe(404)
})

describe('the CSV export', () => {
  const rowCount = runs(10_500)

  test('has every request, safe to open in a spreadsheet', async () => {
    const odd = [
      ['=1+1', `"'=1+1"`],
      ['+49 30', `"'+49 30"`],
      ['-2', `"'-2"`],
      ['@SUM(A1)', `"'@SUM(A1)"`],
      ['\t=1', `"'\t'=1"`],
      ['a,b', '"a,b"'],
      ['a;=1+1;b', `"a;'=1+1;b"`],
      ['a\t@SUM(A1)', `"a\t'@SUM(A1)"`],
      ['one\n=1+1\n\ntwo', `"one\n'=1+1\n\ntwo"`],
      ['say "hi"', '"say ""hi"""'],
      ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
      ['सवाल', '"सवाल"'],
    ] as const
    await site.database.transaction(async (trx) => {
      for (const [subject] of odd) await addRequest(trx, { ...message, subject, status: 'pending' })
    })
    const answer = await ask('/api/contact.csv')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="contactRequests-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const csv = bytes.subarray(3).toString()
    const [head, ...rows] = csv.split('\r\n')
    expect(head).toBe(
      '"Name","Email","Subject","Message","Status","Received at (Asia/Kolkata)","Owner","First reply (Asia/Kolkata)","Form","Page","Campaign","Phone","Company","Answers","Files"',
    )
    expect(rows).toContain(
      '"Ravi","ravi@example.org","A quote","Hello","pending","2026-03-01 15:30:00","","","","","","","","",""',
    )
    for (const [, written] of odd) expect(csv).toContain(`"ravi@example.org",${written},"Hello"`)
    for (const delimiter of [',', ';', '\t']) {
      const cells: string[][] = parse(csv, { delimiter, relax_quotes: true, relax_column_count: true })
      expect(cells.flat().filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
    }
  })

  test('answers an error of the database as an error, and not with a file that breaks off', async () => {
    await sql`alter table "contactRequests" rename to "aside"`.execute(site.database.db)
    const answer = await ask('/api/contact.csv')
    await sql`alter table "aside" rename to "contactRequests"`.execute(site.database.db)
    expect([answer.status, (await answer.json()).code]).toEqual([500, 'internal'])
  })

  test('has only the requests that the search and the filters show', async () => {
    const names = async (query: string) =>
      parse<Record<string, string>>(await (await ask(`/api/contact.csv${query}`)).text(), {
        columns: true,
        bom: true,
      }).map(({ Email, Subject }) => `${Email} ${Subject}`)
    expect(await names('?search=rain')).toEqual(['ravi@example.org Training'])
    expect(await names('?status=spam')).toEqual(['spam@example.net A quote'])
    expect(await names('?status=lost')).toEqual([])
    expect(await names('?flood=true')).toEqual([])
  })

  test('is complete for many requests, each once', async () => {
    const createdAt = new Date().toISOString()
    const rows = Array.from({ length: rowCount }, (_, index) =>
      contactRequests.encode({
        ...message,
        id: `many-${index}`,
        subject: `Number ${index}`,
        status: 'pending',
        createdAt,
        lastAt: createdAt,
        turn: 'us',
        version: 1,
      }),
    )
    await site.database.transaction(async (trx) => {
      for (let start = 0; start < rowCount; start += 500)
        await trx
          .insertInto('contactRequests')
          .values(rows.slice(start, start + 500))
          .execute()
    })
    const csv = await (await ask('/api/contact.csv')).text()
    const numbers = [...csv.matchAll(/,"Number (\d+)",/g)].map(([, number]) => Number(number))
    expect(numbers.length).toEqual(rowCount)
    expect(new Set(numbers).size).toEqual(rowCount)
    const parts: { _id: string }[] = []
    for (let page = 1; page <= rowCount / 1_000 + 1; page++)
      parts.push(...(await (await ask(`/api/contact?limit=1000&page=${page}`)).json()))
    expect(parts.length).toBeGreaterThan(rowCount)
    const whole: typeof parts = await (await ask('/api/contact')).json()
    expect(parts).toMatchObject(whole)
    // The specified call answers the specified fields.
    expect(Object.keys(whole[0] ?? {}).sort()).toEqual(
      ['_id', 'name', 'email', 'subject', 'message', 'status', 'createdAt'].sort(),
    )
    expect((await ask('/api/contact?limit=20&page=3&search=number')).headers.get('x-total-count')).toBe(
      String(rowCount),
    )
  })

  test('is only for staff', async () => {
    for (const path of [
      '/api/contact.csv',
      '/api/contact',
      '/api/newsletter/subscribers',
      '/api/newsletter/subscribers.csv',
    ])
      expect((await site.get(path)).status, path).toBe(401)
  })
})
