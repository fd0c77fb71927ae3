import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAs, formOf } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
let staff: SignedIn
beforeAll(async () => {
  site = await startTestApp()
  staff = await site.asStaff({ name: 'Asha Rao' })
  call = callAs(site, staff)
})
afterAll(() => site.close())

let number = 0
const input = (changes = {}) => ({
  title: 'Deliver daily',
  slug: `deliver-daily-${++number}`,
  description: 'From commit to customer.',
  duration: '8 weeks',
  price: 24_000.5,
  category: 'DevOps',
  level: 'Intermediate',
  enrollmentUrl: 'https://example.com/enroll',
  ...changes,
})
const create = async (changes = {}) => {
  const answer = await call('POST', '/api/courses', input(changes))
  expect(answer.status).toBe(201)
  return answer.json()
}
const change = async (id: string, changes: object) => {
  const answer = await call('PUT', `/api/courses/${id}`, input(changes))
  return { status: answer.status, body: await answer.json() }
}

test('creates a default instructor for the first course when there is none', async () => {
  const course = await create({ instructor: '65f1c0ffee' })
  expect(course.instructor).toEqual({ _id: expect.any(String), name: site.config.company.brand, bio: '' })
  expect(await (await call('GET', '/api/instructors')).json()).toMatchObject([
    { _id: course.instructor._id, isDefault: true },
  ])
})

test('accepts a form in the format of the specification: lists as JSON, texts for everything else, and a picture', async () => {
  const png = await sharp({ create: { width: 50, height: 20, channels: 3, background: 'plum' } })
    .png()
    .toBuffer()
  const sent = input({
    syllabus: '## Week 1',
    discountedPrice: 19_999,
    prerequisites: ['Patience', ''],
    learningOutcomes: [''],
    instructor: 'nobody',
    startDate: '2027-02-28T00:00:00.000Z',
    active: true,
    featured: false,
    image: new File([png as BlobPart], 'a.png', { type: 'image/png' }),
  })
  const answer = await call('POST', '/api/courses', formOf(sent))
  expect(answer.status).toBe(201)
  const course = await answer.json()
  const { image: _, instructor: __, ...same } = sent as Record<string, unknown>
  expect(course).toEqual({
    ...same,
    _id: expect.any(String),
    startDate: '2027-02-28',
    asksBy: 'link',
    imageUrl: expect.stringMatching(/^\/media\/.*-50x20\.webp$/),
    instructor: expect.objectContaining({ name: site.config.company.brand }),
    updatedAt: expect.any(String),
    updatedBy: 'Asha Rao',
    version: 1,
  })
  expect(await (await call('GET', `/api/courses/id/${course._id}`)).json()).toEqual(course)
  expect(await (await site.get(`/api/courses/${sent.slug}`)).json()).toMatchObject({
    price: 24_000.5,
    discountedPrice: 19_999,
  })
})

test('accepts a list as a JSON part or as repeated fields', async () => {
  const fields = Object.entries(input({ prerequisites: '["A","B"]' }))
  const parts = fields.map(([name, value]) => {
    const type = name === 'prerequisites' ? 'content-type: application/json\r\n' : ''
    return `--cut\r\ncontent-disposition: form-data; name="${name}"\r\n${type}\r\n${value}\r\n`
  })
  for (const outcome of ['One', 'Two'])
    parts.push(`--cut\r\ncontent-disposition: form-data; name="learningOutcomes"\r\n\r\n${outcome}\r\n`)
  const answer = await site.get('/api/courses', {
    method: 'POST',
    body: `${parts.join('')}--cut--\r\n`,
    headers: { ...staff.headers, 'content-type': 'multipart/form-data; boundary=cut' },
  })
  expect([answer.status, await answer.json()]).toMatchObject([
    201,
    { prerequisites: ['A', 'B'], learningOutcomes: ['One', 'Two'] },
  ])
})

test('reads blank numbers of a form as 0, which means no discount', async () => {
  const blank = await call(
    'POST',
    '/api/courses',
    formOf(input({ price: '', discountedPrice: '', startDate: '', prerequisites: '' })),
  )
  expect(blank.status).toBe(201)
  const course = await blank.json()
  expect(course).toMatchObject({ price: 0, prerequisites: [], learningOutcomes: [] })
  expect(course).not.toHaveProperty('discountedPrice')
  expect(course).not.toHaveProperty('startDate')
})

test('keeps fields that are left out, and removes values for 0, null and an empty text', async () => {
  const { _id } = await create({
    discountedPrice: 10,
    startDate: '2027-01-01',
    syllabus: 'Kept',
    featured: true,
    active: false,
  })
  expect((await change(_id, {})).body).toMatchObject({
    discountedPrice: 10,
    startDate: '2027-01-01',
    syllabus: 'Kept',
    featured: true,
    active: false,
    version: 2,
  })
  for (const none of [0, null]) {
    await change(_id, { discountedPrice: 10 })
    expect((await change(_id, { discountedPrice: none, startDate: '' })).body).not.toHaveProperty('discountedPrice')
  }
  expect((await change(_id, {})).body).not.toHaveProperty('startDate')
})

test('refuses a discounted price that is not below the price, also when only the price changes', async () => {
  for (const body of [input({ price: 10, discountedPrice: 10 }), formOf(input({ price: 10, discountedPrice: 11 }))]) {
    const answer = await call('POST', '/api/courses', body)
    expect(answer.status).toBe(422)
    expect((await answer.json()).issues).toEqual([
      { path: 'discountedPrice', message: 'Discounted price must be below the price' },
    ])
  }
  const { _id } = await create({ price: 100, discountedPrice: 50 })
  expect(await change(_id, { price: 50 })).toMatchObject({
    status: 422,
    body: { issues: [{ path: 'discountedPrice' }] },
  })
  expect(await change(_id, { price: 51 })).toMatchObject({ status: 200, body: { price: 51, discountedPrice: 50 } })
})

test.each([
  [{ title: '' }, 422, 'title'],
  [{ slug: 'adminCourses' }, 422, 'slug'],
  [{ description: ' ' }, 422, 'description'],
  [{ duration: '' }, 422, 'duration'],
  [{ price: -1 }, 422, 'price'],
  [{ price: 1.005 }, 422, 'price'],
  [{ price: 'free' }, 400, 'price'],
  [{ discountedPrice: -1 }, 422, 'discountedPrice'],
  [{ category: 'Cloud' }, 422, 'category'],
  [{ level: '' }, 422, 'level'],
  [{ enrollmentUrl: 'enroll here' }, 422, 'enrollmentUrl'],
  [{ enrollmentUrl: 'javascript:alert(1)' }, 422, 'enrollmentUrl'],
  [{ startDate: '2027-02-30' }, 422, 'startDate'],
  [{ startDate: 'soon' }, 422, 'startDate'],
  [{ prerequisites: 'none' }, 400, 'prerequisites'],
])('%j is refused, as JSON and as a form', async (wrong, status, field) => {
  for (const body of [input(wrong), formOf(input(wrong))]) {
    const answer = await call('POST', '/api/courses', body)
    expect(answer.status).toBe(status)
    expect((await answer.json()).issues?.map(({ path }: { path: string }) => path)).toEqual([field])
  }
})

test('refuses a slug that is already used at its field, and redirects a former one', async () => {
  const course = await create({ slug: 'taken' })
  const again = await call('POST', '/api/courses', input({ slug: 'taken' }))
  expect(again.status).toBe(409)
  expect((await again.json()).issues).toEqual([
    { path: 'slug', message: 'This slug is already used by another course' },
  ])
  await change(course._id, { slug: 'renamed' })
  expect((await site.get('/api/courses/taken')).headers.get('location')).toBe('/api/courses/renamed')
})

test('changes each flag separately without changing the version', async () => {
  const { _id, slug } = await create()
  const flip = async (body: object) => (await call('PATCH', `/api/courses/${_id}`, body)).json()
  expect(await flip({ featured: true })).toMatchObject({ featured: true, active: true, version: 1 })
  expect((await (await site.get('/api/courses?featured=true')).json()).courses).toHaveLength(1)
  expect(await flip({ active: false })).toMatchObject({ featured: true, active: false, version: 1 })
  expect((await site.get(`/api/courses/${slug}`)).status).toBe(404)
  const shown = await call('GET', `/api/courses/${slug}`)
  expect([shown.status, shown.headers.get('cache-control'), await shown.json()]).toMatchObject([
    200,
    'no-store',
    { active: false, version: 1 },
  ])
  for (const nothing of [{}, { title: 'Other' }])
    expect((await call('PATCH', `/api/courses/${_id}`, nothing)).status).toBe(422)
  expect((await call('PATCH', `/api/courses/${_id}`, { active: 'no' })).status).toBe(400)
})

test("the staff's list has inactive courses too, and is searched and paged", async () => {
  const other = await startTestApp()
  try {
    const reader = await other.asStaff()
    const ask = (path: string) => other.get(path, { headers: reader.headers })
    for (const changes of [
      { title: 'Alpha' },
      { title: 'Beta', active: false, level: 'Advanced', price: 900, discountedPrice: 5 },
      { title: 'Gamma', category: 'AI & ML' },
    ])
      await other.post('/api/courses', input(changes), { headers: reader.headers })
    const titles = async (query: string) =>
      (await (await ask(`/api/courses/adminCourses${query}`)).json()).map(({ title }: { title: string }) => title)
    expect(await titles('')).toEqual(['Gamma', 'Beta', 'Alpha'])
    expect(await titles('?search=ADV')).toEqual(['Beta'])
    expect(await titles('?search=ai%20%26')).toEqual(['Gamma'])
    expect(await titles('?status=inactive')).toEqual(['Beta'])
    expect(await titles('?status=active&limit=1&page=2')).toEqual(['Alpha'])
    expect(await titles('?sort=title')).toEqual(['Alpha', 'Beta', 'Gamma'])
    expect(await titles('?sort=price')).toEqual(['Beta', 'Alpha', 'Gamma'])
    expect((await titles('?sort=-category')).at(-1)).toBe('Gamma')
    expect((await ask('/api/courses/adminCourses?sort=level')).status).toBe(400)
    expect((await ask('/api/courses/adminCourses?limit=2')).headers.get('x-total-count')).toBe('3')
    expect((await (await other.get('/api/courses')).json()).courses).toHaveLength(2)
  } finally {
    await other.close()
  }
})

test('deletes a course, from the search too', async () => {
  const { _id, slug } = await create({ syllabus: 'The platypus week' })
  const found = async () => (await (await site.get('/api/courses?search=platypus')).json()).courses.length
  expect(await found()).toBe(1)
  expect((await call('DELETE', `/api/courses/${_id}`)).status).toBe(200)
  expect(await found()).toBe(0)
  expect((await site.get(`/api/courses/${slug}`)).status).toBe(404)
  expect((await call('DELETE', `/api/courses/${_id}`)).status).toBe(404)
})

describe('instructors', () => {
  const make = async (body: object) => (await call('POST', '/api/instructors', body)).json()
  const list = async () =>
    (await (await call('GET', '/api/instructors')).json()) as { _id: string; name: string; isDefault: boolean }[]

  test('are added and changed, and courses show the change', async () => {
    const meera = await make({ name: ' Meera ', bio: 'Builds.', avatarUrl: 'https://example.com/m.png' })
    expect(meera).toEqual({
      _id: expect.any(String),
      name: 'Meera',
      bio: 'Builds.',
      avatarUrl: 'https://example.com/m.png',
      isDefault: false,
      version: 1,
      updatedAt: expect.any(String),
      updatedBy: 'Asha Rao',
    })
    const { slug } = await create({ instructor: meera._id })
    const changed = await (
      await call('PUT', `/api/instructors/${meera._id}`, { name: 'Meera K', avatarUrl: '' })
    ).json()
    expect(changed).toMatchObject({ name: 'Meera K', bio: 'Builds.', version: 2 })
    expect((await (await site.get(`/api/courses/${slug}`)).json()).instructor).toEqual({
      name: 'Meera K',
      bio: 'Builds.',
    })
    expect((await list()).map(({ name }) => name)).toContain('Meera K')
    expect((await call('POST', '/api/instructors', { name: '' })).status).toBe(422)
  })

  test('are deleted when no course names them, and never the default one', async () => {
    const { _id } = await make({ name: 'Noor' })
    const named = await create({ instructor: _id })
    const remove = () => call('DELETE', `/api/instructors/${_id}`)
    expect((await list()).find((one) => one._id === _id)).toMatchObject({ courses: 1 })
    const refused = await remove()
    expect([refused.status, (await refused.json()).message]).toEqual([409, 'One course has this instructor'])
    // A course in the trash can come back.
    await call('DELETE', `/api/courses/${named._id}`)
    expect((await remove()).status).toBe(409)
    await call('DELETE', `/api/trash/courses/${named._id}`)
    expect((await remove()).status).toBe(200)
    expect((await list()).map(({ name }) => name)).not.toContain('Noor')
    const standard = await make({ name: 'Standard', isDefault: true })
    expect((await call('DELETE', `/api/instructors/${standard._id}`)).status).toBe(409)
  })

  test('exactly one is the default', async () => {
    const first = await make({ name: 'First', isDefault: true })
    const second = await make({ name: 'Second' })
    const defaults = async () => (await list()).filter(({ isDefault }) => isDefault).map(({ name }) => name)
    expect(await defaults()).toEqual(['First'])
    expect(await create({ instructor: 'unknown' })).toMatchObject({ instructor: { _id: first._id } })
    const refused = await call('PUT', `/api/instructors/${first._id}`, { name: 'First', isDefault: false })
    expect(refused.status).toBe(422)
    expect((await refused.json()).issues[0].path).toBe('isDefault')
    expect((await call('PUT', `/api/instructors/${second._id}`, { name: 'Second', isDefault: true })).status).toBe(200)
    expect(await defaults()).toEqual(['Second'])
    const course = await create({ instructor: first._id })
    expect((await change(course._id, {})).body.instructor.name).toBe('First')
    // A client may send back the whole object that it received.
    const sent = await call('PUT', `/api/courses/${course._id}`, formOf(input({ instructor: '[object Object]' })))
    expect((await sent.json()).instructor.name).toBe('First')
    expect((await change(course._id, { instructor: 'a\0b' })).body.instructor.name).toBe('Second')
  })
})
