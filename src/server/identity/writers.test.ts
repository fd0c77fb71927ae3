// On both databases: the rule asks for flags, uses of pictures and the history of records.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describedResources } from '#testing/described-resources.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp } from '#testing/start-app.ts'
import { addSubscribers } from '#testing/subscriber-rows.ts'

const site = await startTestApp({ rateLimit: false, newsletter: { hold: 3_600, confirm: false } })
const resources = await describedResources(site)
const owner = callAs(site, await site.asStaff())
const writer = callAs(site, await site.asStaff({ role: 'writer', name: 'Isha Joshi' }))
beforeAll(() => addSubscribers(site.database, 2))
afterAll(() => site.close())

type Made = { _id: string; version: number; url: string } & Record<string, unknown>
const made = async (path: string, input: object): Promise<Made> => {
  const answer = await owner('POST', `/api${path}`, input)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return answer.json()
}
const past = '2020-01-01T00:00:00.000Z'
const future = '2999-01-01T00:00:00.000Z'

const picture = (shade: number) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: shade, g: 90, b: 90 } } })
    .png()
    .toBuffer()
async function upload(by: typeof owner, path: string, bytes: Buffer, method = 'POST') {
  const form = new FormData()
  form.append('image', new File([bytes as BlobPart], 'picture.png'))
  return by(method, path, form)
}
const added = async (shade: number): Promise<Made> => (await upload(owner, '/api/media', await picture(shade))).json()

const content = { excerpt: 'Short.', content: 'Words.', category: 'Cloud' }
let count = 0
/** A post of the owner. */
const post = (fields: object = {}) =>
  made('/blogs', { ...content, title: `Wall ${++count}`, slug: `by-name-${count}`, ...fields })
const stored = async (id: string) => (await owner('GET', `/api/blogs/id/${id}`)).json()
const refusal = {
  message: 'Your role (writer) can only change drafts. Ask for a review to publish.',
  code: 'role_forbidden',
}
/** @param id of a post that stays as it is */
async function expectRefused(call: Promise<Response>, id?: string) {
  const answer = await call
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'role_forbidden' }])
  if (id) expect((await stored(id)).version).toBe(1)
}

test(
  'save: a new record is a draft, and a draft is changed without being published or scheduled',
  sameOnBoth,
  async () => {
    for (const { path, input, addressed, flags, entity } of resources) {
      const flag = entity?.flag
      if (!flag || !flags.includes(flag)) continue
      const slug = (name: string) => addressed(`save-${entity.table.name.toLowerCase()}-${name}`)
      const answer = await writer('POST', `/api${path}`, { ...input, ...slug('one') })
      expect(answer.status, await answer.clone().text()).toBe(201)
      const { _id, ...record } = await answer.json()
      expect([path, record[flag]]).toEqual([path, false])
      for (const public_ of [
        { [flag]: true },
        { publishAt: future },
        { unpublishAt: future },
        { [flag]: true, publishAt: future },
      ]) {
        for (const call of [
          writer('POST', `/api${path}`, { ...input, ...slug('two'), ...public_ }),
          writer('PUT', `/api${path}/${_id}`, { ...input, ...slug('one'), ...public_ }),
        ]) {
          const refused = await call
          expect([path, refused.status, await refused.json()]).toEqual([path, 403, refusal])
        }
      }
      expect((await writer('PUT', `/api${path}/${_id}`, { ...input, ...slug('one') })).status).toBe(200)
      expect((await writer('DELETE', `/api${path}/${_id}`)).status).toBe(200)
      expect((await writer('POST', `/api/trash/${entity.table.name}/${_id}/restore`)).status).toBe(200)
    }
  },
)

test('switch, bulk and duplicate: a draft stays one, and each record of a bulk call has its own result', async () => {
  const [live, draft] = [await post({ published: true }), await post()]
  const faq = { question: 'Why?', answer: 'Because.' }
  for (const active of [true, false]) {
    const { _id } = await made('/faqs', { ...faq, active })
    await expectRefused(writer('PATCH', `/api/faqs/${_id}`, { active: !active }))
    await expectRefused(writer('PATCH', `/api/faqs/${_id}`, { active: true }))
  }
  for (const action of ['publish', 'unpublish', 'delete']) {
    const answer = await writer('POST', '/api/blogs/bulk', { action, records: [{ _id: live._id }, { _id: draft._id }] })
    expect(answer.status).toBe(200)
    const { changed, failed } = await answer.json()
    const refused = { publish: [draft], unpublish: [live], delete: [live] }[action] as Made[]
    expect(failed).toEqual(refused.map(({ _id }) => ({ _id, ...refusal })))
    expect(changed.map(({ _id }: Made) => _id)).toEqual(action === 'delete' ? [draft._id] : [])
  }
  const copied = await writer('POST', `/api/blogs/${live._id}/duplicate`)
  expect([copied.status, (await copied.json()).published]).toEqual([201, false])
})

test('trash: a public record stays out of it and in it', async () => {
  const [live, gone, draft] = [await post({ published: true }), await post({ published: true }), await post()]
  await expectRefused(writer('DELETE', `/api/blogs/${live._id}`), live._id)
  for (const { _id } of [gone, draft]) await owner('DELETE', `/api/blogs/${_id}`)
  const listed: Made[] = await (await writer('GET', '/api/trash?entity=blogs&limit=100')).json()
  const rights = ({ _id }: Made) => listed.find((one) => one._id === _id)
  expect(rights(gone)).toMatchObject({ mayChange: false, mayErase: false })
  expect(rights(draft)).toMatchObject({ mayChange: true, mayErase: false })
  for (const { _id } of [gone, draft]) await expectRefused(writer('DELETE', `/api/trash/blogs/${_id}`))
  for (const act of ['free-slug', 'restore']) {
    await expectRefused(writer('POST', `/api/trash/blogs/${gone._id}/${act}`))
    expect((await writer('POST', `/api/trash/blogs/${draft._id}/${act}`)).status).toBe(200)
  }
})

test('working copy: a writer prepares changes of public records of every kind', sameOnBoth, async () => {
  for (const { path, readAt, input, addressed, field, entity } of resources) {
    const flag = entity?.flag
    if (!flag || entity.access.write !== 'writeContent') continue
    const own = { ...input, ...addressed(`copy-${entity.table.name.toLowerCase()}`), [flag]: true }
    const { _id } = await made(path, own)
    const kept = await writer('PUT', `/api${path}/${_id}/working-copy`, { ...own, [field]: 'Prepared' })
    expect(kept.status, path).toBe(200)
    const stored = await (await owner('GET', `/api${readAt}/${_id}`)).json()
    expect([stored[field], stored.workingCopy.fields[field]], path).toEqual([own[field], 'Prepared'])
    const published = await writer('PUT', `/api${path}/${_id}?workingCopy=publish`, { ...own, [field]: 'Prepared' })
    expect([published.status, await published.json()], path).toEqual([403, refusal])
    expect((await writer('DELETE', `/api${path}/${_id}/working-copy`)).status, path).toBe(200)
  }
})

test('working copy: changes to a live, scheduled or ended record wait, and are not published', async () => {
  for (const schedule of [{}, { publishAt: future }, { publishAt: past, unpublishAt: '2021-01-01T00:00:00.000Z' }]) {
    const { _id, title, slug } = await post({ published: true, ...schedule })
    const change = { ...content, title: `${title} again`, slug, published: true, ...schedule }
    await expectRefused(writer('PUT', `/api/blogs/${_id}`, change), _id)
    const kept = await writer('PUT', `/api/blogs/${_id}/working-copy`, change)
    expect([kept.status, await stored(_id)]).toMatchObject([
      200,
      { title, workingCopy: { fields: { title: change.title } } },
    ])
    await expectRefused(writer('PUT', `/api/blogs/${_id}?workingCopy=publish`, change))
    // The message about it is sent as it is stored.
    await expectRefused(writer('PUT', `/api/blogs/${_id}/working-copy`, { ...change, mail: { subject: 'Mine' } }))
    expect((await stored(_id)).mail?.subject).toBeUndefined()
    expect((await owner('PUT', `/api/blogs/${_id}?workingCopy=publish`, change)).status).toBe(200)
  }
})

test('newsletter: a draft is written, and never scheduled or sent', async () => {
  const { _id } = await (await writer('POST', '/api/newsletters', { subject: 'One', body: 'Words.' })).json()
  expect((await writer('PUT', `/api/newsletters/${_id}`, { subject: 'Two' })).status).toBe(200)
  await expectRefused(writer('PUT', `/api/newsletters/${_id}`, { sendAt: future }))
  await expectRefused(writer('POST', '/api/newsletters', { subject: 'One', sendAt: future }))
  for (const act of ['send', 'test', 'undo', 'pause', 'resume', 'retry'])
    await expectRefused(writer('POST', `/api/newsletters/${_id}/${act}`))
  expect((await owner('POST', `/api/newsletters/${_id}/send`, {})).status).toBe(200)
  await expectRefused(writer('DELETE', `/api/newsletters/${_id}`))
  await expectRefused(writer('PUT', `/api/newsletters/${_id}/page`, { title: 'Mine', body: 'Mine.' }))
})

test('profile: the author of a public post keeps the name, bio and photo that it shows', sameOnBoth, async () => {
  const another = await site.asStaff({ role: 'writer', name: 'Om Rao' })
  const call = callAs(site, another)
  const change = { name: 'Om Rao', bio: 'Writes.', avatarUrl: '' }
  const photo = async () => upload(call, '/api/users/me/avatar', await picture(60), 'PUT')
  expect((await call('PUT', '/api/users/me', change)).status).toBe(200)
  const users = site.database.db.selectFrom('users').select('profileId').where('id', '=', another.user.id)
  const { profileId: authorId } = await users.executeTakeFirstOrThrow()
  const { _id } = await post({ authorId })
  expect((await photo()).status).toBe(200)
  expect((await call('PUT', '/api/users/me', change)).status).toBe(200)
  for (const schedule of [{}, { publishAt: future }]) {
    await owner('PUT', `/api/blogs/${_id}`, { ...content, title: 'By Om', slug: 'by-om', published: true, ...schedule })
    for (const one of [
      { ...change, name: 'Mallory' },
      { ...change, bio: 'Buy.' },
    ])
      await expectRefused(call('PUT', '/api/users/me', one))
    await expectRefused(photo())
  }
  // As it is, it may be saved.
  expect((await call('PUT', '/api/users/me', change)).status).toBe(200)
})

test('media: a draft brings no deleted image back, and describes none that others use', sameOnBoth, async () => {
  const [fresh, used, gone] = [await added(81), await added(82), await added(83)]
  const live = await post({ published: true, imageUrl: used.url })
  expect((await owner('DELETE', `/api/media/${gone._id}`)).status).toBe(200)
  const draft = (fields: object) =>
    writer('POST', '/api/blogs', { ...content, title: 'With', slug: `with-${++count}`, ...fields })
  await expectRefused(draft({ imageUrl: gone.url }))
  await expectRefused(draft({ content: `![x](${gone.url})` }))
  for (const path of ['/api/media', '/api/images']) await expectRefused(upload(writer, path, await picture(83)))
  await expectRefused(
    writer('PUT', `/api/blogs/${live._id}/working-copy`, { ...content, title: 'W', slug: 'w', imageUrl: gone.url }),
  )
  expect((await site.get(gone.url)).status).toBe(410)
  expect((await draft({ imageUrl: used.url, imageAlt: 'Planted' })).status).toBe(201)
  expect((await draft({ imageUrl: fresh.url, imageAlt: 'A chart' })).status).toBe(201)
  const alt = async ({ _id }: Made) => (await (await writer('GET', `/api/media/${_id}`)).json()).alt
  expect([await alt(used), await alt(fresh)]).toEqual(['', 'A chart'])
  expect((await writer('PUT', `/api/media/${fresh._id}`, { alt: 'Another' })).status).toBe(200)
  await expectRefused(writer('PUT', `/api/media/${used._id}`, { alt: 'Planted' }))
  for (const call of [writer('DELETE', `/api/media/${fresh._id}`), writer('POST', `/api/media/${fresh._id}/erase`)])
    await expectRefused(call)
})

test('an inactive course is public while visitors can still find its page or its people have seats', async () => {
  const { path, input } = resources.find(({ path }) => path === '/courses') ?? {
    path: '',
    input: {},
  }
  const course = await made(path, { ...input, slug: 'was-public', active: true })
  await owner('PATCH', `/api/courses/${course._id}`, { active: false })
  await expectRefused(writer('PUT', `/api/courses/${course._id}`, { ...input, slug: 'moved' }))
  await expectRefused(writer('DELETE', `/api/courses/${course._id}`))
})
