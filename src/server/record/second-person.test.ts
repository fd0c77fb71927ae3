// On both databases: the digest of what becomes public is that of what was stored, on each.
import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishingSettings } from '#contract/publishing-settings.ts'
import { publicKinds } from '#testing/public-kinds.ts'
import { callAs, formOf } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp } from '#testing/start-app.ts'
import { addSubscribers, mailSettings } from '#testing/subscriber-rows.ts'
import { presentVersion, versionColumns } from './reviews.ts'

const site = await startTestApp({ newsletter: { hold: 3_600, confirm: false }, mail: mailSettings({}) })
const kinds = await publicKinds(site)
const ruled = Object.keys(publishingSettings.settings)
/** The kinds with a flag, and all their calls. */
const flagged = ruled.flatMap((name) => {
  const kind = kinds[name]
  return kind ? [{ name, ...kind }] : []
})
type Kind = (typeof flagged)[number]

const people = {
  owner: await site.asStaff({ name: 'Olga', role: 'owner' }),
  writer: await site.asStaff({ name: 'Wim', role: 'writer' }),
  marketing: await site.asStaff({ name: 'Meera', role: 'marketing' }),
  editor: await site.asStaff({ name: 'Esha', role: 'editor' }),
}
type Name = keyof typeof people
const by = (name: Name) => callAs(site, people[name] as SignedIn)
const ok = async (answer: Response | Promise<Response>) => {
  const { status, ...rest } = await answer
  const body = await (await answer).json()
  expect(status, JSON.stringify({ ...rest, body })).toBeLessThan(300)
  return body
}
const rule = async (on: boolean) =>
  ok(by('owner')('PUT', '/api/settings/publishing', Object.fromEntries(ruled.map((name) => [name, on]))))
beforeAll(() => addSubscribers(site.database, 1))
beforeEach(() => rule(true))
afterAll(() => site.close())

const future = '2099-01-01T09:00:00.000Z'
let words = 0

/** A draft that marketing has written. */
async function draft({ resource, input, flag }: Pick<Kind, 'resource' | 'input' | 'flag'>) {
  const body = { ...input(`word${++words}`), [flag]: false }
  const { _id: id } = await ok(by('marketing')('POST', `/api${resource.path}`, body))
  return { id, body: body as Record<string, unknown> }
}

const tableOf = (name: string) => site.entities.find(({ table }) => table.name === name)?.table as never

async function approve(name: string, id: string, counts = true) {
  const record = { table: tableOf(name), id }
  const present = await presentVersion(site.database.db, record)
  if (!present) throw new Error('no version')
  await site.database.db
    .insertInto('reviews')
    .values({
      ...versionColumns(present),
      id: randomUUIDv7(),
      entity: name,
      recordId: id,
      askedAt: new Date().toISOString(),
      askedBy: 'Meera',
      ofName: 'Esha',
      state: 'approved',
      counts,
      version: 1,
    } as never)
    .execute()
}

const refused = { code: 'review_needed', message: expect.stringContaining('second person') }
/** Whether a call was refused for want of a second person. It is done otherwise. */
async function isRefused(call: Response | Promise<Response>) {
  const answer = await call
  const body = await answer.json()
  const failure = 'failed' in body ? body.failed[0] : answer.ok ? undefined : body
  if (failure) expect(failure).toMatchObject(refused)
  return failure !== undefined
}

type Record_ = Awaited<ReturnType<typeof draft>>
type Way = (kind: Kind, record: Record_, who: Name) => Promise<Response>
/** Every way that makes a draft public. */
const ways: { [Name in string]: Way } = {
  save: ({ resource, flag }, { id, body }, who) =>
    by(who)('PUT', `/api${resource.path}/${id}`, { ...body, [flag]: true }),
  schedule: ({ resource, flag }, { id, body }, who) =>
    by(who)('PUT', `/api${resource.path}/${id}`, { ...body, [flag]: true, publishAt: future }),
  bulk: ({ resource }, { id }, who) =>
    by(who)('POST', `/api${resource.path}/bulk`, { action: 'publish', records: [{ _id: id, version: 1 }] }),
  switch: ({ resource, flag }, { id, body }, who) =>
    resource.flags.includes(flag)
      ? by(who)('PATCH', `/api${resource.path}/${id}`, { [flag]: true })
      : by(who)('PUT', `/api${resource.path}/${id}`, { ...body, [flag]: true }),
  form: ({ resource, flag }, { id, body }, who) =>
    by(who)(
      'PUT',
      `/api${resource.path}/${id}`,
      resource.form ? formOf({ ...body, [flag]: true }) : { ...body, [flag]: true },
    ),
}

describe.each(flagged)('$name', (kind) => {
  const { name, resource, flag, text } = kind
  const path = `/api${resource.path}`

  test.each(Object.entries(ways))('%s needs an approval of this version', async (_, way) => {
    const record = await draft(kind)
    expect(await isRefused(way(kind, record, 'marketing'))).toBe(true)
    await approve(name, record.id, false)
    expect(await isRefused(way(kind, record, 'editor'))).toBe(true)
    await approve(name, record.id)
    expect(await isRefused(way(kind, record, 'marketing'))).toBe(false)
  })

  test('a new record is a draft', async () => {
    const body = kind.input(`word${++words}`)
    const answer = await by('marketing')('POST', path, { ...body, [flag]: true })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ ...refused, issues: [{ path: flag }] })
  })

  test('a working copy is published as it was approved', async () => {
    const { id, body } = await draft(kind)
    await approve(name, id)
    await ok(ways['save']?.(kind, { id, body }, 'marketing') as Promise<Response>)
    const live = { ...body, [flag]: true, [text]: 'Other words.' }
    expect(await isRefused(by('marketing')('PUT', `${path}/${id}`, live))).toBe(true)
    await ok(by('marketing')('PUT', `${path}/${id}/working-copy`, live))
    const publish = (body: object) => by('marketing')('PUT', `${path}/${id}?workingCopy=publish`, body)
    expect(await isRefused(publish(live))).toBe(true)
    await approve(name, id)
    expect(await isRefused(publish({ ...live, [text]: 'Other words!' }))).toBe(true)
    expect(await isRefused(publish(live))).toBe(false)
  })
})
