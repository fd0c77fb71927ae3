import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '#features/users/users.table.ts'
import { changeContent } from '#server/database/content-version.ts'
import { insertRow } from '#server/database/rows.ts'
import { siteSettings } from '#server/site-config/site-settings.table.ts'
import { firebaseWithOwnKeys } from '#testing/firebase-tokens.ts'
import { addCourse, addPost } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let send: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({}, { built: true })
  send = callAs(site, await site.asStaff())
})
afterAll(() => site.close())

const page = async (path: string) => {
  const answer = await site.get(path)
  return { status: answer.status, location: answer.headers.get('location'), html: await answer.text() }
}

test('shows a published change with the next visit, and removes it when it is unpublished', async () => {
  const post = {
    title: 'A very new post',
    slug: 'very-new',
    excerpt: 'Fresh.',
    category: 'Cloud',
    content: 'Words of **today**.',
  }
  // Each page is requested before the change too, so that it is in the cache.
  expect((await page('/blog/very-new')).status).toBe(404)
  expect((await page('/blog')).html.includes(post.title)).toBe(false)
  const { _id } = await (await send('POST', '/api/blogs', post)).json()
  expect((await page('/blog/very-new')).status).toBe(404)
  expect((await page('/blog')).html.includes(post.title)).toBe(false)

  await send('PUT', `/api/blogs/${_id}`, { ...post, published: true })
  const shown = await page('/blog/very-new')
  expect(shown.status).toBe(200)
  expect(shown.html.includes('<strong>today</strong>')).toBe(true)
  for (const path of ['/blog', '/', '/sitemap.xml', '/rss.xml'])
    expect((await page(path)).html, path).toContain('very-new')

  await send('PUT', `/api/blogs/${_id}`, { ...post, slug: 'moved-on' })
  expect(await page('/blog/very-new')).toMatchObject({ status: 301, location: '/blog/moved-on' })
  expect((await page('/blog/moved-on')).status).toBe(200)

  await send('DELETE', `/api/blogs/${_id}`)
  for (const path of ['/blog/very-new', '/blog/moved-on']) expect((await page(path)).status, path).toBe(410)
  expect((await page('/blog')).html).not.toContain(post.title)
  await send('DELETE', `/api/trash/blogs/${_id}`)
  for (const path of ['/blog/very-new', '/blog/moved-on']) expect((await page(path)).status, path).toBe(404)
})

test('shows switches and new orders at once as well', async () => {
  const product = { category: 'AI & Automation Solutions', description: 'Does it.' }
  const made: { _id: string }[] = []
  for (const name of ['Alphaware', 'Betaware'])
    made.push(await (await send('POST', '/api/products', { ...product, name })).json())
  const order = async () =>
    [...(await page('/products')).html.matchAll(/(Alpha|Beta)ware(?=<\/h)/g)].map(([, name]) => name)
  expect(await order()).toEqual(['Alpha', 'Beta'])
  await send('PUT', '/api/products/reorder', { products: made.toReversed() })
  await send('PUT', '/api/products/reorder', {
    products: made.toReversed().map(({ _id }, index) => ({ _id, order: index })),
  })
  expect(await order()).toEqual(['Beta', 'Alpha'])
  await send('PATCH', `/api/products/${made[0]?._id}`, { active: false })
  expect(await order()).toEqual(['Beta'])
})

test('a page that is public can be shared, and one behind a preview link cannot', async () => {
  const records = {
    blogs: await addPost(site.database, { title: 'For everyone' }),
    courses: await addCourse(site.database, { title: 'For everyone' }),
  }
  for (const [list, path] of [
    ['blogs', '/blog'],
    ['courses', '/courses'],
  ] as const) {
    const { id, slug } = records[list]
    expect((await page(`${path}/${slug}`)).html).toContain('data-press=')
    const link = await (await send('POST', `/api/${list}/${id}/preview-links`, { days: 1 })).json()
    const preview = await page(link.path.replace('/preview/', `/preview/${list}/`))
    expect(preview.html).toMatch(/<h1[^>]*>For everyone/)
    expect(preview.html).not.toContain('data-press=')
  }
})

test('only staff see pages as of a time, and no cache stores them', async () => {
  const post = { title: 'Next spring', slug: 'next-spring', excerpt: 'Later.', category: 'Cloud', published: true }
  await send('POST', '/api/blogs', { ...post, publishAt: '2099-03-01T00:00:00Z' })
  expect((await page('/blog/next-spring')).status).toBe(404)
  expect((await site.post('/api/as-of', { at: '2099-04-01T10:00:00Z' })).status).toBe(401)
  const { url } = await (await send('POST', '/api/as-of', { at: '2099-04-01T10:00:00Z' })).json()
  const begun = await site.get(url)
  const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  expect(begun.headers.get('location')).toBe('/')
  for (const path of ['/blog/next-spring', '/blog', '/']) {
    const seen = await site.get(path, { headers: { cookie } })
    expect(seen.headers.get('cache-control')).toBe('no-store')
    expect(seen.headers.get('x-robots-tag')).toBe('noindex')
    const html = await seen.text()
    expect(html).toContain('Next spring')
    expect(html).toContain('Preview of the site on Wed, 1 Apr 2099')
    const script = /<script>(.*?)<\/script>/s.exec(html)?.[1] ?? ''
    expect(seen.headers.get('content-security-policy')).toContain(createHash('sha256').update(script).digest('base64'))
  }
  // The script of the document asks so for the back office, whose address is in the fragment.
  const office = (path: string) => site.get(path, { headers: { cookie: `${cookie}; atrium-office=1` } })
  for (const path of ['/', '/?from=mail']) {
    const html = await (await office(path)).text()
    expect(html, path).toContain('data-client=')
    expect(html, path).not.toContain('aria-label="Site preview"')
  }
  expect(await (await office('/blog')).text()).toContain('aria-label="Site preview"')
  for (const path of ['/blog', '/', '/sitemap.xml']) expect((await page(path)).html).not.toContain('Next spring')
  expect((await page('/blog/next-spring')).status).toBe(404)
  const forged = await site.get('/blog/next-spring', { headers: { cookie: `${cookie}x` } })
  expect(forged.status).toBe(404)
  for (const at of ['2099-02-30T10:00:00Z', '2099-13-01T10:00:00Z', '2099-04-31T10:00:00+05:30', '', 'tomorrow']) {
    const refused = await send('POST', '/api/as-of', { at })
    expect([refused.status, (await refused.json()).issues], at).toEqual([
      422,
      [expect.objectContaining({ path: 'at' })],
    ])
  }
})

/** Starts the view of a site as of another time. Returns a function that tells whether it is still active. */
async function lookAhead(at: TestApp, staff: { headers: { authorization: string } }) {
  const { url } = await (await at.post('/api/as-of', { at: '2099-04-01T10:00:00Z' }, staff)).json()
  const [cookie = ''] = (await at.get(url)).headers.getSetCookie()[0]?.split(';') ?? []
  const goesOn = async () =>
    (await (await at.get('/about', { headers: { cookie } })).text()).includes('aria-label="Site preview"') &&
    (await at.get(url)).headers.getSetCookie().length > 0
  expect(await goesOn()).toBe(true)
  return goesOn
}

describe('looking ahead ends', () => {
  const me = async () => {
    const staff = await site.asStaff()
    const again = await (
      await site.post('/api/identity/sign-in', { email: staff.user.email, password: staff.password })
    ).json()
    return { staff, other: { headers: { authorization: `Bearer ${again.token}` } } }
  }
  const act = (method: string, path: string, staff: { headers: object }, body?: object) =>
    site.get(path, {
      method,
      headers: { ...staff.headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })

  test('with the session in which it was asked for, and with no other', async () => {
    const { staff, other } = await me()
    const [mine, others] = [await lookAhead(site, staff), await lookAhead(site, other)]
    const left = await act('POST', '/api/identity/sign-out', staff)
    expect(left.headers.getSetCookie()).toEqual([expect.stringMatching(/^atrium-as-of=; Max-Age=0; Path=\/; HttpOnly/)])
    expect([await mine(), await others()]).toEqual([false, true])
  })

  test.each([
    ['signing out everywhere', 'POST', '/api/identity/sign-out-everywhere', {}],
    ['signing out all other devices', 'POST', '/api/identity/sign-out-others', {}],
    ['another password', 'POST', '/api/identity/password', { newPassword: 'six rivers meet at dusk' }],
  ])('with %s', async (_name, method, path, body) => {
    const { staff, other } = await me()
    const goesOn = await lookAhead(site, staff)
    const done = await act(method, path, other, { currentPassword: staff.password, ...body })
    expect([done.status, await goesOn()]).toEqual([200, false])
  })

  test('with the end of the access', async () => {
    const { staff } = await me()
    const goesOn = await lookAhead(site, staff)
    const active = async (is: boolean) =>
      expect((await send('PUT', `/api/users/${staff.user.id}`, { name: 'Asha', active: is })).status).toBe(200)
    await active(false)
    expect(await goesOn()).toBe(false)
  })

  test('where all staff must have a second factor that was not shown', async () => {
    const { staff } = await me()
    const goesOn = await lookAhead(site, staff)
    const required = (requireSecondFactor: boolean) =>
      changeContent(site.database, async (trx) => {
        await trx.deleteFrom('siteSettings').where('id', '=', 'sign-in').execute()
        const row = { id: 'sign-in', fields: { requireSecondFactor }, version: 1, updatedAt: new Date().toISOString() }
        await trx.insertInto('siteSettings').values(siteSettings.encode(row)).execute()
      })
    await required(true)
    expect(await goesOn()).toBe(false)
    await required(false)
    expect(await goesOn()).toBe(true)
  })

  test('with the sessions at Firebase', async () => {
    const firebase = await firebaseWithOwnKeys()
    const there = await startTestApp({ identity: firebase.settings }, { built: true, identity: firebase.identity })
    try {
      await there.database.transaction((trx) =>
        insertRow(trx, users, {
          firebaseUid: 'asha',
          email: 'asha@example.com',
          name: 'Asha',
          active: true,
          role: 'viewer',
        }),
      )
      const signedIn = async (at: number) => ({
        headers: { authorization: `Bearer ${await firebase.sign('asha', 'asha@example.com', { auth_time: at })}` },
      })
      const staff = await signedIn(firebase.now - 60)
      const goesOn = await lookAhead(there, staff)
      await there.post('/api/identity/sign-out-everywhere', {}, staff)
      expect(await goesOn()).toBe(false)
      await lookAhead(there, await signedIn(Math.floor(Date.now() / 1_000) + 1))
    } finally {
      await there.close()
    }
  })
})
