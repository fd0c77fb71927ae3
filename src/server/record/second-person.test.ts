// On both databases: the digest of what becomes public is that of what was approved, on each.
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishingSettings } from '#contract/publishing-settings.ts'
import type { MadeReview } from '#contract/reviews.ts'
import type { RevisionList } from '#contract/revisions.ts'
import { publicKinds } from '#testing/public-kinds.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { callAs, formOf } from '#testing/staff-calls.ts'
import { startTestApp } from '#testing/start-app.ts'
import { addSubscribers, mailSettings } from '#testing/subscriber-rows.ts'

const site = await startTestApp({
  newsletter: { hold: 3_600, confirm: false },
  mail: mailSettings({}),
  rateLimit: false,
})
const kinds = await publicKinds(site)
const ruled = Object.keys(publishingSettings.settings)
/** The kinds of the settings that have a flag. */
const flagged = ruled.flatMap((name) => {
  const kind = kinds[name]
  return kind ? [{ name, ...kind }] : []
})
type Kind = (typeof flagged)[number]

const people = {
  owner: await site.asStaff({ name: 'Olga', role: 'owner' }),
  author: await site.asStaff({ name: 'Meera', role: 'marketing' }),
  asker: await site.asStaff({ name: 'Ravi', role: 'marketing' }),
  second: await site.asStaff({ name: 'Esha', role: 'editor' }),
  viewer: await site.asStaff({ name: 'Vikram', role: 'viewer' }),
}
type Name = keyof typeof people
const by = (name: Name) => callAs(site, people[name])
const ok = async (answer: Response | Promise<Response>) => {
  const { status, url } = await answer
  const body = await (await answer).json()
  expect(status, `${url} ${JSON.stringify(body)}`).toBeLessThan(300)
  return body
}
const rule = (on: boolean) =>
  ok(by('owner')('PUT', '/api/settings/publishing', Object.fromEntries(ruled.map((name) => [name, on]))))
beforeAll(() => addSubscribers(site.database, 1))
beforeEach(() => rule(true))
afterAll(() => site.close())

const isQuick = process.env['TEST_ALL'] === 'false'
const future = '2099-01-01T09:00:00.000Z'
let words = 0
type Made = { name: string; path: string; id: string; body: Record<string, unknown> }

/** A draft of the author. */
async function draft({ name, resource: { path }, input, flag, withText }: Kind): Promise<Made> {
  const body = { ...input(`word${++words}`), ...withText('Words.'), [flag]: false }
  const { _id: id } = await ok(by('author')('POST', `/api${path}`, body))
  return { name, path: `/api${path}`, id, body }
}

async function newsletter(): Promise<Made> {
  const body = { subject: `Tides ${++words}`, body: 'Words.', audience: { to: 'everyone' } }
  const { _id: id } = await ok(by('author')('POST', '/api/newsletters', body))
  return { name: 'newsletters', path: '/api/newsletters', id, body }
}

async function approve({ name: entity, id }: Pick<Made, 'name' | 'id'>, of: Name = 'second', asker: Name = 'asker') {
  const made: MadeReview = await ok(by(asker)('POST', '/api/reviews', { entity, id, of: people[of].user.id }))
  return by(of)('POST', `/api/reviews/${made._id}/answer`, { state: 'approved' })
}

async function approveAsGuest({ name: entity, id }: Made) {
  const of = { name: 'Rohan Kulkarni' }
  const { link = '', _id }: MadeReview = await ok(by('asker')('POST', '/api/reviews', { entity, id, of }))
  const token = link.split('/').pop()
  const settled = { state: 'approved', settledBy: of.name, settledAt: new Date().toISOString() }
  expect(token).toBeTruthy()
  await site.database.db
    .updateTable('reviews')
    .set(settled as never)
    .where('id', '=', _id)
    .execute()
}

/** Approvals that are none of a second person. */
const others: Record<string, (made: Made) => Promise<unknown>> = {
  none: async () => undefined,
  'by the writer': async (made) => ok(approve(made, 'author')),
  'by the asker': async (made) => {
    const { _id }: MadeReview = await ok(
      by('second')('POST', '/api/reviews', { entity: made.name, id: made.id, of: people.viewer.user.id }),
    )
    expect((await by('second')('POST', `/api/reviews/${_id}/answer`, { state: 'approved' })).status).toBe(403)
  },
  'without the right to publish': async (made) => ok(approve(made, 'viewer')),
  'of a guest': approveAsGuest,
}

/** Whether a call was refused for want of a second person, and says how to go on. It is done otherwise. */
async function isRefused(call: Response | Promise<Response>) {
  const answer = await call
  const body = await answer.json()
  const failure = 'failed' in body ? body.failed[0] : answer.ok ? undefined : body
  if (failure)
    expect(failure).toMatchObject({ code: 'review_needed', message: expect.stringContaining('second person') })
  return failure !== undefined
}

type Way = (kind: Kind, made: Made, who: Name, more?: object) => Promise<Response>
const save: Way = ({ flag }, { path, id, body }, who, more = {}) =>
  by(who)('PUT', `${path}/${id}`, { ...body, [flag]: true, ...more })
/** Every way that makes a draft public. */
const ways: Record<string, Way> = {
  save,
  schedule: (kind, made, who, more) => save(kind, made, who, { publishAt: future, ...more }),
  'a form': ({ resource, flag }, { path, id, body }, who, more) => {
    const all = { ...body, [flag]: true, ...more }
    return by(who)('PUT', `${path}/${id}`, resource.form ? formOf(all) : all)
  },
  bulk: (_, { path, id }, who) => by(who)('POST', `${path}/bulk`, { action: 'publish', records: [{ _id: id }] }),
  switch: (kind, made, who) =>
    kind.resource.flags.includes(kind.flag)
      ? by(who)('PATCH', `${made.path}/${made.id}`, { [kind.flag]: true })
      : save(kind, made, who),
}

describe.each(flagged)('$name', (kind) => {
  const { flag, withText, textIn, resource } = kind
  const path = `/api${resource.path}`
  const live = async () => {
    const made = await draft(kind)
    await ok(approve(made))
    await ok(save(kind, made, 'author'))
    return made
  }
  const shown = async ({ id }: Made) =>
    ok(by('author')('GET', `/api${resource.readAt}/${id}`)) as Promise<Record<string, unknown>>

  test.each(Object.entries(ways))('%s needs the approval of a second person', sameOnBoth, async (_, way) => {
    // One check is behind all ways: each push tries all approvals at one of them, and none at the others.
    const tried = Object.entries(others).filter(([approval]) => !isQuick || way === save || approval === 'none')
    for (const [approval, give] of tried) {
      const made = await draft(kind)
      await give(made)
      expect(await isRefused(way(kind, made, 'second')), approval).toBe(true)
      expect((await shown(made))[flag], approval).toBe(false)
    }
    const made = await draft(kind)
    await ok(approve(made))
    expect(await isRefused(way(kind, made, 'author'))).toBe(false)
  })

  test('an approval is of one version, and of its times at any time', async () => {
    const made = await draft(kind)
    await ok(approve(made))
    expect(await isRefused(save(kind, made, 'author', withText('One word more.')))).toBe(true)
    // A form sends all fields, also those without a value.
    const empty = Object.fromEntries(resource.fields.filter((name) => /^seo/.test(name)).map((name) => [name, '']))
    expect(await isRefused(save(kind, made, 'author', { ...empty, publishAt: future }))).toBe(false)
    expect(await isRefused(save(kind, made, 'author', { publishAt: null, unpublishAt: future }))).toBe(false)
    expect(await isRefused(save(kind, made, 'author', { publishAt: null, unpublishAt: null }))).toBe(false)
    const changed = { ...made.body, ...withText('One word more.'), [flag]: false }
    await ok(by('author')('PUT', `${path}/${made.id}`, changed))
    expect(await isRefused(save(kind, made, 'author', withText('One word more.')))).toBe(true)
    // The approved words have returned.
    expect(await isRefused(save(kind, made, 'author'))).toBe(false)
  })

  test('a new record is a draft, and so is a copy', sameOnBoth, async () => {
    const body = kind.input(`word${++words}`)
    const answer = await by('author')('POST', path, { ...body, [flag]: true })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ code: 'review_needed', issues: [{ path: flag }] })
    const { id } = await live()
    expect(await ok(by('author')('POST', `${path}/${id}/duplicate`))).toMatchObject({ [flag]: false })
  })

  test('unpublished changes are published as they were approved', async () => {
    const made = await live()
    const other = { ...made.body, [flag]: true, ...withText('Other words.') }
    expect(await isRefused(by('author')('PUT', `${path}/${made.id}`, other))).toBe(true)
    await ok(by('author')('PUT', `${path}/${made.id}/working-copy`, other))
    const publish = (more: object = {}) =>
      by('author')('PUT', `${path}/${made.id}?workingCopy=publish`, { ...other, ...more })
    expect(await isRefused(publish())).toBe(true)
    await ok(approve(made))
    expect(await isRefused(publish(withText('Other words!')))).toBe(true)
    expect(await isRefused(publish())).toBe(false)
    expect(textIn(await shown(made))).toContain('Other words.')
    // A former version has the approval of its time.
    expect(await isRefused(save(kind, made, 'author'))).toBe(false)
  })

  test(
    'records that leave the site, come back from the trash or were public before need none',
    sameOnBoth,
    async () => {
      await rule(false)
      const made = await draft(kind)
      await ok(save(kind, made, 'author', { publishAt: future }))
      await rule(true)
      expect(await isRefused(save(kind, made, 'author', { publishAt: null }))).toBe(false)
      await ok(by('author')('DELETE', `${path}/${made.id}`))
      await ok(by('author')('POST', `/api/trash/${made.name}/${made.id}/restore`))
      expect((await shown(made))[flag]).toBe(true)
      const off = { action: 'unpublish', records: [{ _id: made.id }] }
      expect(await isRefused(by('author')('POST', `${path}/bulk`, off))).toBe(false)
      expect((await shown(made))[flag]).toBe(false)
    },
  )

  test('each record of a bulk call has its own answer', async () => {
    const [one, other] = [await draft(kind), await draft(kind)]
    await ok(approve(other))
    const records = [one, other].map(({ id }) => ({ _id: id }))
    const { changed, failed } = await ok(by('author')('POST', `${path}/bulk`, { action: 'publish', records }))
    expect(changed.map(({ _id }: { _id: string }) => _id)).toEqual([other.id])
    expect(failed).toMatchObject([{ _id: one.id, code: 'review_needed' }])
  })

  test.each(Object.entries(ways))(
    'an owner is not locked out (%s), and the logs say so',
    sameOnBoth,
    async (_, way) => {
      const made = await draft(kind)
      await ok(way(kind, made, 'owner'))
      expect(await aloneIn(made)).toEqual({
        history: [true, undefined],
        log: [`Publish a record without a second person`],
      })
      const approved = await draft(kind)
      await ok(approve(approved))
      await ok(way(kind, approved, 'owner'))
      expect(await aloneIn(approved)).toEqual({ history: [undefined, undefined], log: [] })
    },
  )

  test('nothing is asked while the setting is off', sameOnBoth, async () => {
    await rule(false)
    const made = await draft(kind)
    expect(await isRefused(save(kind, made, 'author'))).toBe(false)
    expect(await aloneIn(made)).toEqual({ history: [undefined, undefined], log: [] })
  })
})

/** How the history and the activity log name the acts of one person alone. */
async function aloneIn({ path, id }: Pick<Made, 'path' | 'id'>) {
  const { revisions }: RevisionList = await ok(by('owner')('GET', `${path}/${id}/revisions`))
  const rows = await site.database.db
    .selectFrom('activity')
    .select('what')
    .where('recordId', '=', id)
    .where('what', 'like', '%without a second person')
    .execute()
  return { history: revisions.map(({ alone }) => alone), log: rows.map(({ what }) => what) }
}

describe('newsletters', () => {
  const send = ({ id }: Made, who: Name = 'author') => by(who)('POST', `/api/newsletters/${id}/send`)
  const sent = async () => {
    const made = await newsletter()
    await ok(approve(made))
    await ok(send(made))
    await site.database.db
      .updateTable('notifications')
      .set({ fixedAt: new Date().toISOString() })
      .where('newsletterId', '=', made.id)
      .execute()
    return made
  }

  test.each([undefined, future])('are sent as they were approved (at %s)', async (sendAt) => {
    for (const [approval, give] of Object.entries(others)) {
      const made = await newsletter()
      await give(made)
      expect(await isRefused(send(made, 'second')), approval).toBe(true)
    }
    const made = await newsletter()
    await ok(approve(made))
    await ok(by('author')('PUT', `${made.path}/${made.id}`, { ...made.body, body: 'Words!' }))
    expect(await isRefused(send(made))).toBe(true)
    await ok(by('author')('PUT', `${made.path}/${made.id}`, { ...made.body, sendAt }))
    expect(await isRefused(send(made))).toBe(false)
  })

  test('an approval is of the audience too', async () => {
    const made = await newsletter()
    await ok(approve(made))
    const audience = { to: 'topics', topics: ['articles'] }
    await ok(by('author')('PUT', `${made.path}/${made.id}`, { ...made.body, audience }))
    expect(await isRefused(send(made))).toBe(true)
  })

  test('wait in their hold as they were confirmed', async () => {
    await rule(false)
    const made = await newsletter()
    await ok(send(made))
    await rule(true)
    expect(await ok(by('author')('GET', `${made.path}/${made.id}/notification`))).toMatchObject({ state: 'held' })
  })

  test('a correction is for owners, except to the text that was sent', async () => {
    const made = await sent()
    const page = (title: string, who: Name) =>
      by(who)('PUT', `${made.path}/${made.id}/page`, { title, body: made.body['body'] })
    expect(await isRefused(page('Corrected', 'author'))).toBe(true)
    expect(await isRefused(page('Corrected', 'owner'))).toBe(false)
    expect(await aloneIn(made)).toMatchObject({ log: ['Publish a record without a second person'] })
    expect(await isRefused(page(String(made.body['subject']), 'author'))).toBe(false)
  })

  test('an owner sends without a second person, and the logs say so', async () => {
    const made = await newsletter()
    await ok(send(made, 'owner'))
    expect(await aloneIn(made)).toEqual({
      history: [true, undefined],
      log: ['Send a newsletter to 1 subscriber without a second person'],
    })
  })
})

test('unpublished changes stay the words of their writer once a colleague has published them', async () => {
  await rule(false)
  const kind = flagged.find(({ name }) => name === 'cases') as Kind
  const made = await draft(kind)
  await ok(save(kind, made, 'second'))
  const figures = [{ figure: '40', name: 'Servers', asOf: '2026-05-01' }]
  const other = { ...made.body, [kind.flag]: true, ...kind.withText('Other words.'), figures }
  await ok(by('author')('PUT', `${made.path}/${made.id}/working-copy`, other))
  await ok(by('second')('PUT', `${made.path}/${made.id}?workingCopy=publish`, other))
  expect(await ok(approve(made, 'author'))).toMatchObject({ state: 'approved', isPresent: true, counts: false })
  expect(await ok(approve(made, 'second'))).toMatchObject({ counts: true })
})

test('a picture is replaced where nobody has to approve it, and the answer says where', sameOnBoth, async () => {
  const send = (who: Name, path: string, image: Buffer, name = 'a.png') => {
    const form = new FormData()
    form.append('image', new File([image as BlobPart], name))
    return by(who)('POST', path, form)
  }
  const picture = (width: number) =>
    sharp({ create: { width, height: 30, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
  const { _id, url } = await ok(send('author', '/api/media', await picture(40)))
  const [kind] = flagged
  if (!kind) throw new Error('No kind has a flag')
  const made = await draft(kind)
  const body = { ...made.body, imageUrl: url }
  await ok(by('author')('PUT', `${made.path}/${made.id}`, body))
  await ok(approve(made))
  await ok(save(kind, { ...made, body }, 'author'))
  const replaced = await send('author', `/api/media/${_id}/replace`, await picture(50))
  const message = `“${made.body['title']}” uses this, and its changes need the approval of a second person. Change it there, and ask for a review.`
  expect(await replaced.json()).toMatchObject({ code: 'review_needed', message })
  await ok(send('owner', `/api/media/${_id}/replace`, await picture(60)))
  expect((await aloneIn(made)).log).toEqual(['Publish a record without a second person'])
})

test('only owners turn the rule on or off, and everybody knows of it', async () => {
  for (const name of ['author', 'second', 'viewer'] as const) {
    expect((await by(name)('PUT', '/api/settings/publishing', { blogs: false })).status).toBe(403)
    expect(await ok(by(name)('GET', '/api/users/me'))).toMatchObject({ secondPerson: ruled })
  }
})
