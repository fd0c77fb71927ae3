import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { OutsideError } from '#server/http/fetch-outside.ts'
import { shareMailSite, startMailSite } from '#testing/mail-site.ts'
import { addPost } from '#testing/sample-rows.ts'
import type { SmtpSink } from '#testing/smtp-sink.ts'
import { callAs } from '#testing/staff-calls.ts'
import type { TestApp } from '#testing/start-app.ts'
import { addImport, addSubscribers } from '#testing/subscriber-rows.ts'

const publicUrl = 'https://www.example.com'
const tables = ['notifications', 'newsletters', 'subscribers', 'imports', 'postMails', 'blogs'] as const
const settings = () => ({ publicUrl, newsletter: { hold: 0, confirm: false } })
const plain = shareMailSite(tables, {}, settings())
const withPages = shareMailSite(tables, {}, settings(), { built: true })
const withoutMail = shareMailSite(tables, { smtpUrl: undefined }, settings(), {
  built: true,
  async fetchOutside(url) {
    if (url.includes('slow')) throw new OutsideError('The site took too long to answer.')
    if (url.includes('nowhere')) throw new OutsideError('The site of this address was not found.', true)
    return { status: url.endsWith('/gone') ? 404 : 200, body: Buffer.from('') }
  },
})
let sink: SmtpSink
let site: TestApp
let call: ReturnType<typeof callAs>

async function start({ hold = 0 } = {}, of: { sink: SmtpSink; site: TestApp } = plain) {
  ;({ sink, site } = of)
  site.config.newsletter.hold = hold
  call = callAs(site, await site.asStaff({ name: 'Meera' }))
}

const json = async (answer: Promise<Response>) => (await answer).json()
const newsletter = { title: 'Course dates', subject: 'Dates in May', body: 'Three courses: [all](/courses#may).' }
const save = async (fields: object = {}) => json(call('POST', '/api/newsletters', { ...newsletter, ...fields }))
const send = async (fields: object = {}) => {
  const { _id } = await save(fields)
  const answer = await call('POST', `/api/newsletters/${_id}/send`)
  expect(answer.status).toBe(200)
  return _id as string
}
const codeOf = async () =>
  (await site.database.db.selectFrom('notifications').select('code').executeTakeFirstOrThrow()).code as string
const messages = async (count: number) => {
  await expect.poll(() => sink.taken.length).toBe(count)
  return Promise.all(sink.taken.map(({ source }) => PostalMime.parse(source)))
}

describe('a newsletter', () => {
  test('greets each by name, names itself in links to our pages, and has its page and both links in the footer', async () => {
    await start()
    await addSubscribers(site.database, 1, { email: 'asha@example.net', name: 'Asha <b>' })
    await addSubscribers(site.database, 1, { email: 'nobody@example.net' })
    await send({ greeting: 'Hello {name},', preheader: 'In short' })
    const all = await messages(2)
    const code = await codeOf()
    const [asha, other] = ['asha', 'nobody'].map((name) => all.find(({ to }) => to?.[0]?.address?.startsWith(name)))
    expect(asha?.subject).toBe('Dates in May')
    expect(asha?.html).toContain('Hello Asha &lt;b&gt;,')
    expect(asha?.text).toContain('Hello Asha <b>,')
    expect(other?.html).toContain('>Hello,<')
    expect(asha?.html).toContain(`href="${publicUrl}/courses?via=${code}#may"`)
    expect(asha?.html).toContain(`href="${publicUrl}/newsletters/${code}"`)
    expect(asha?.html).toMatch(/>In short</)
    expect(asha?.html).toMatch(/Email preferences<.*Unsubscribe</s)
    expect(asha?.html).toMatch(/newsletter\/(preferences|unsubscribe)\?token=[^"?]*"/)
    expect(asha?.text).toContain('Course dates\n')
    for (const part of [asha?.html, asha?.text]) expect(part).not.toMatch(/\.invalid|greeting-/)
  })

  test('links to the page where a record is now, and leaves the words of a link to a draft', async () => {
    await start()
    await addSubscribers(site.database, 1)
    const post = await addPost(site.database, { slug: 'new-place' })
    const draft = await addPost(site.database, { published: false })
    await send({ body: `[read](/go/blogs/${post.id}/old?x=1#y) and [later](/go/blogs/${draft.id}/later)` })
    const [message] = await messages(1)
    expect(message?.html).toContain(`href="${publicUrl}/blog/new-place?x=1&amp;via=${await codeOf()}#y"`)
    expect(message?.html).toContain('later')
    expect(message?.html).not.toContain('/go/')
  })

  test('is a page without its greeting once its hold has ended, and none when undone or deleted', async () => {
    await start({ hold: 1 })
    await addSubscribers(site.database, 1)
    const id = await send({ greeting: 'Hello {name},' })
    const code = await codeOf()
    const page = () => site.get(`/api/newsletters/by-code/${code}`)
    expect((await page()).status).toBe(404)
    await messages(1)
    const answer = await page()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-robots-tag')).toContain('noindex')
    const shown = await answer.json()
    expect(shown).toMatchObject({ title: 'Course dates', at: expect.stringMatching(/Z$/) })
    expect(shown.html).toContain('<a href="/courses#may">')
    expect(JSON.stringify(shown)).not.toMatch(/Hello|via=/)

    // A later change was not sent.
    await call('PUT', `/api/newsletters/${id}`, { ...newsletter, title: 'Other', body: 'Other' })
    expect((await (await page()).json()).title).toBe('Course dates')
    expect((await call('DELETE', `/api/newsletters/${id}`)).status).toBe(200)
    const deleted = await page()
    expect([deleted.status, (await deleted.json()).code]).toEqual([404, 'gone'])
    expect((await site.get('/api/newsletters/by-code/none')).status).toBe(404)
  })

  test('has a document that no search engine lists and no cache keeps', async () => {
    await start({}, withPages)
    await addSubscribers(site.database, 1)
    const id = await send()
    await messages(1)
    const path = `/newsletters/${await codeOf()}`
    const answer = await site.get(path)
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-robots-tag')).toContain('noindex')
    expect(html).toContain('<h1 class="text-h1">Course dates</h1>')
    expect(html).toContain('href="/courses#may"')
    expect(await (await site.get('/sitemap.xml')).text()).not.toContain('/newsletters')
    expect(html).not.toContain('Corrected on')
    await call('PUT', `/api/newsletters/${id}/page`, { title: 'Dates', body: 'Corrected.' })
    expect(await (await site.get(path)).text()).toMatch(/Corrected on (<!-- -->)?\d{1,2} \w{3} \d{4}/)
    await call('DELETE', `/api/newsletters/${id}`)
    expect((await site.get(path)).status).toBe(410)
    expect((await site.get('/newsletters/none')).status).toBe(404)
  })

  test('with a text that is too intricate is sent and shown as plain paragraphs', async () => {
    await start()
    await addSubscribers(site.database, 1)
    await send({ body: '>'.repeat(5_000) })
    const [message] = await messages(1)
    expect(message?.html).toContain('&gt;&gt;&gt;')
    const page = await site.get(`/api/newsletters/by-code/${await codeOf()}`)
    expect(page.status).toBe(200)
    expect((await page.json()).html).toContain('<p>>>>')
  })

  test('that is undone has no page', async () => {
    await start({ hold: 60 })
    await addSubscribers(site.database, 1)
    const id = await send()
    const code = await codeOf()
    expect((await call('POST', `/api/newsletters/${id}/undo`)).status).toBe(200)
    expect((await site.get(`/api/newsletters/by-code/${code}`)).status).toBe(404)
  })
})

describe('a preview and a test', () => {
  test('show what is typed, with the name of the member of staff, and send nothing to others', async () => {
    await start()
    await addSubscribers(site.database, 3)
    const typed = { title: 'T', subject: '', preheader: '', greeting: 'Hi {name}!', body: '**[Go](/courses)**' }
    const preview = await json(call('POST', '/api/newsletters/preview', typed))
    expect(preview).toMatchObject({ subject: 'T', bytes: Buffer.byteLength(preview.html) })
    expect(preview.html).toContain('Hi Meera!')
    expect(preview.html).toContain(`href="${publicUrl}/courses"`)
    expect(preview.html).not.toContain('Read it in your browser')
    // A word that is wider than a phone must not widen the message.
    expect(preview.html).toMatch(/table-layout:fixed;overflow-wrap:anywhere/)
    expect(preview.text).toContain('Hi Meera!')

    const { _id } = await save()
    const sent = await call('POST', `/api/newsletters/${_id}/test`, { subject: 'Typed', greeting: 'Hi {name}!' })
    expect(sent.status).toBe(200)
    const [message] = await messages(1)
    expect(message).toMatchObject({ subject: '[Test] Typed', html: expect.stringContaining('Hi Meera!') })
    expect(message?.html).toContain('Three courses')
    expect((await call('POST', '/api/newsletters/none/test', {})).status).toBe(404)
  })

  test('of one person who asks for very many keep nobody else waiting', { tags: 'all' }, async () => {
    await start()
    const heavy = { title: 'T', body: '**a** '.repeat(20_000) }
    const colleague = callAs(site, await site.asStaff({ role: 'viewer' }))
    const flood = Array.from({ length: 40 }, () => colleague('POST', '/api/newsletters/preview', heavy))
    const own = await call('POST', '/api/newsletters/preview', { title: 'T', body: 'Short' })
    expect(own.status).toBe(200)
    const statuses = (await Promise.all(flood)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(30)
    expect(statuses.filter((status) => status !== 503).length).toBeLessThanOrEqual(5)
  })

  test('a test that the mail server refuses answers 503 with the reason', async () => {
    await start({}, await startMailSite())
    await sink.close()
    const { _id } = await save()
    const answer = await call('POST', `/api/newsletters/${_id}/test`, {})
    expect(answer.status).toBe(503)
    expect((await answer.json()).message).toMatch(/ECONNREFUSED|connect/)
  })

  test('of a text that is too intricate are refused with its reason', async () => {
    await start()
    const answer = await call('POST', '/api/newsletters/preview', { title: 'T', body: '>'.repeat(5_000) })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ code: 'too_intricate' })
  })
})

describe('the message about a post', () => {
  const post = {
    title: 'On clouds',
    slug: 'on-clouds',
    excerpt: 'In short.',
    content: 'The **whole** text, [more](/services).',
    category: 'Cloud',
  }
  const savePost = async (fields: object = {}, id = '') =>
    json(call(id ? 'PUT' : 'POST', id ? `/api/blogs/${id}` : '/api/blogs', { ...post, ...fields }))
  const published = { published: true, sendNotification: true }

  test('without changes is the usual one, and an old client sees no new field', async () => {
    await start()
    await addSubscribers(site.database, 1)
    const saved = await savePost(published)
    expect(saved).not.toHaveProperty('mail')
    const [message] = await messages(1)
    expect(message?.subject).toBe('On clouds')
    expect(message?.text).toContain('In short.')
    expect(message?.text).not.toMatch(/Hello|whole/)
    expect(message?.html).toContain(`href="${publicUrl}/blog/on-clouds?via=${await codeOf()}"`)
    expect(await site.database.db.selectFrom('postMails').selectAll().execute()).toEqual([])
  })

  test('differs as its form says, and its link leads to the post', async () => {
    await start({}, withPages)
    await addSubscribers(site.database, 1, { name: 'Asha' })
    const mail = { subject: 'Clouds!', preheader: 'All of it', greeting: 'Dear {name},', whole: true }
    const saved = await savePost({ ...published, mail })
    expect(saved.mail).toEqual(mail)
    const [message] = await messages(1)
    const code = await codeOf()
    expect(message?.subject).toBe('Clouds!')
    expect(message?.html).toContain('>All of it<')
    expect(message?.html).toContain('Dear Asha,')
    expect(message?.html).toContain(`href="${publicUrl}/services?via=${code}"`)
    expect(message?.text).toContain('The whole text')
    const page = await site.get(`/newsletters/${code}`)
    expect([page.status, page.headers.get('location')]).toEqual([301, '/blog/on-clouds'])
    await call('DELETE', `/api/blogs/${saved._id}`)
    expect((await site.get(`/newsletters/${code}`)).status).toBe(404)
  })

  test('keeps its options when a save says nothing, loses them by null, and a copy has none', async () => {
    await start({}, withoutMail)
    const saved = await savePost({ mail: { subject: 'Clouds!', preheader: ' ' } })
    expect(saved.mail).toEqual({ subject: 'Clouds!', whole: false })
    expect((await savePost({}, saved._id)).mail).toEqual({ subject: 'Clouds!', whole: false })
    const copy = await json(call('POST', `/api/blogs/${saved._id}/duplicate`))
    expect(copy).not.toHaveProperty('mail')
    expect(await savePost({ mail: null }, saved._id)).not.toHaveProperty('mail')
    const wrong = await call('PUT', `/api/blogs/${saved._id}`, { ...post, mail: { audience: { to: 'all' } } })
    expect(wrong.status).toBe(422)
  })

  test('options are kept when the changes of a live post are saved as draft', async () => {
    await start({}, withoutMail)
    const { _id } = await savePost({ published: true })
    const body = { ...post, title: 'Later', mail: { greeting: 'Hello {name},' } }
    const kept = await json(call('PUT', `/api/blogs/${_id}/working-copy`, body))
    expect(kept).toMatchObject({ title: 'On clouds', mail: { greeting: 'Hello {name},' } })
  })

  test('goes to its audience', async () => {
    await start()
    await addSubscribers(site.database, 2)
    await addSubscribers(site.database, 1, { importId: 'fair' })
    await addImport(site.database, 'fair')
    const { _id } = await savePost({ ...published, mail: { audience: { to: 'import', importId: 'fair' } } })
    await messages(1)
    expect(await json(call('GET', `/api/blogs/${_id}/notification`))).toMatchObject({ recipients: 1 })
  })

  test('an edit of the options in the hold is seen', async () => {
    await start({ hold: 1 })
    await addSubscribers(site.database, 1)
    const { _id } = await savePost(published)
    await savePost({ mail: { subject: 'Better' } }, _id)
    const [message] = await messages(1)
    expect(message?.subject).toBe('Better')
  })

  test('keeps its own texts once it was sent, while the post can be edited; its recipients are fixed before', async () => {
    await start({ hold: 1 })
    await addSubscribers(site.database, 1)
    const { _id } = await savePost({ ...published, mail: { subject: 'Mailed' } })
    const saved = async (changes: object) => {
      const answer = await call('PUT', `/api/blogs/${_id}`, { ...post, ...changes })
      return [answer.status, (await answer.json()).message]
    }
    const audience = { to: 'topics', topics: ['course-dates'] }
    const fixed = 'The recipients of this newsletter are fixed. Undo it to choose other ones.'
    expect(await saved({ mail: { subject: 'Mailed', audience } })).toEqual([409, fixed])
    await messages(1)
    const sent = 'The newsletter about this post was sent, so its own texts stay as they are.'
    for (const mail of [{ subject: 'Other' }, null, { subject: 'Mailed', whole: true }])
      expect(await saved({ mail })).toEqual([409, sent])
    expect((await call('PUT', `/api/blogs/${_id}/working-copy`, { ...post, mail: null })).status).toBe(409)
    for (const mail of [undefined, { subject: 'Mailed ' }])
      expect((await saved({ title: 'Corrected', mail }))[0]).toBe(200)
    expect(await json(call('GET', `/api/blogs/id/${_id}`))).toMatchObject({ mail: { subject: 'Mailed' } })
  })

  test('preview and test take what is typed', async () => {
    await start()
    const { _id } = await savePost({ mail: { subject: 'Stored' } })
    const mail = { subject: 'Typed', greeting: 'Hi {name}', whole: true }
    const preview = await json(call('POST', '/api/newsletters/preview/post', { ...post, mail }))
    expect(Object.keys(preview)).toEqual(['subject', 'html'])
    expect(preview.subject).toBe('Typed')
    expect(preview.html).toMatch(/Hi Meera.*<strong>whole<\/strong>/s)
    await call('POST', `/api/blogs/${_id}/notification/test`, { mail: { greeting: 'Hi {name}' } })
    await call('POST', `/api/blogs/${_id}/notification/test`)
    const all = await messages(2)
    expect(all.map(({ subject }) => subject).toSorted()).toEqual(['[Test] On clouds', '[Test] Stored'])
    expect(all.filter(({ html }) => html?.includes('Hi Meera'))).toHaveLength(1)
  })
})

describe('the check', () => {
  const check = async (fields: object) => (await json(call('POST', '/api/newsletters/check', fields))).findings
  const fine = { title: 'T', subject: 'S', body: 'Text', audience: { to: 'everyone' } }

  test('finds nothing in a good newsletter', async () => {
    await start({}, withoutMail)
    await addSubscribers(site.database, 1)
    expect(await check(fine)).toEqual([])
  })

  test('finds what is empty, too heavy, bare, and too soon after another', async () => {
    await start({ hold: 60 }, withoutMail)
    expect(await check({ title: '', body: '<p></p>' })).toEqual([
      { kind: 'subject', message: 'The subject is empty.', level: 'error' },
      { kind: 'text', message: 'The newsletter has no text.', level: 'error' },
      { kind: 'audience', message: 'This audience has no subscribers yet.', level: 'error' },
    ])
    await addSubscribers(site.database, 1)
    expect(await check({ ...fine, subject: '' })).toMatchObject([{ kind: 'subject', level: 'warning' }])
    const picture = `![](/media/${'ab'.repeat(16)}-1600x900.webp)`
    expect(
      await check({ ...fine, body: `${picture}\n\n${picture}\n\n${'Many words. '.repeat(10_000)}` }),
    ).toMatchObject([
      { kind: 'picture', message: expect.stringMatching(/^2 images have no alternative text/), level: 'warning' },
      { kind: 'weight', message: expect.stringMatching(/^This email is \d+ KB/), level: 'error' },
    ])
    expect(await check({ ...fine, body: '![Our team](/photos/team.webp) ![Us](/photos/us.jpg)' })).toEqual([
      {
        kind: 'picture',
        message:
          'Outlook on Windows does not show the image /photos/team.webp. Upload it to the media library, or use JPEG or PNG.',
        level: 'warning',
      },
    ])
    expect(await check({ ...fine, body: 'Text <iframe src="https://x.example"></iframe>' })).toMatchObject([
      { kind: 'text', message: 'The email will not show <iframe>.', level: 'warning' },
    ])
    expect(await save({ body: 'Text <iframe src="https://x.example"></iframe>' })).toMatchObject({
      notShown: ['<iframe>'],
    })
    await send({ title: 'First' })
    const moment = async (query: string) => (await json(call('GET', `/api/newsletters/moment?${query}`))).findings
    const [found] = await check(fine)
    expect(await moment('')).toEqual([found])
    const { newsletterId } = await site.database.db
      .selectFrom('notifications')
      .select('newsletterId')
      .executeTakeFirstOrThrow()
    expect(await moment(`newsletterId=${newsletterId}`)).toEqual([])
    expect((await site.get('/api/newsletters/moment')).status).toBe(401)
    expect((await call('GET', '/api/newsletters/moment?at=soon')).status).toBe(422)
    expect(found).toMatchObject({ kind: 'moment', level: 'warning' })
    expect(found.message).toMatch(
      /^“First” goes out on .* IST, within an hour of this one\. Your site promises at most two emails a month\.$/,
    )
    expect(await check({ ...fine, sendAt: '2020-01-01T00:00:00Z' })).toMatchObject([{ kind: 'moment' }])
    const later = new Date(Date.now() + 3 * 3_600_000).toISOString()
    expect(await check({ ...fine, sendAt: later })).toEqual([])
    await send({ title: 'Second' })
    const third = [
      {
        kind: 'moment',
        message: 'With this one, 3 emails go out within 30 days. Your site promises at most two emails a month.',
        level: 'warning',
      },
    ]
    expect(await check({ ...fine, sendAt: later })).toEqual(third)
    expect(await moment(`at=${later}`)).toEqual(third)
    const nextQuarter = new Date(Date.now() + 40 * 86_400_000).toISOString()
    expect(await moment(`at=${nextQuarter}`)).toEqual([])
    expect(await check(fine)).toHaveLength(2)
  })

  test('finds what is left over of a copy, a link and a field', async () => {
    await start({}, withoutMail)
    await addSubscribers(site.database, 1)
    const messagesOf = async (fields: object) =>
      (await check({ ...fine, ...fields })).map(({ message }: { message: string }) => message)
    expect(
      await messagesOf({
        subject: 'Copy of November',
        greeting: 'Hi {name} {firstname}',
        body: 'The [[invoice or `{it}`',
      }),
    ).toEqual([
      'The subject begins with “Copy of”.',
      '“{firstname}” is left over in the greeting.',
      '“[[invoice or” is left over in the text.',
    ])
    expect(await messagesOf({ subject: 'For {name}', body: 'Dear {{ name }}' })).toEqual([
      '“{name}” is left over in the subject.',
      '“{{ name }}” is left over in the text.',
    ])
    const mail = { subject: 'Copy of it', preheader: '*|FNAME|*', whole: true }
    const post = { title: 'On tides', slug: 'on-tides', excerpt: 'E', content: 'Dear {name}', category: 'Cloud', mail }
    const { _id } = await json(call('POST', '/api/blogs', post))
    expect((await check({ blogId: _id })).map(({ message }: { message: string }) => message)).toEqual([
      'The subject begins with “Copy of”.',
      '“|FNAME|” is left over in the preheader.',
      '“{name}” is left over in the text.',
    ])
  })

  test('finds links to pages that do not exist, here and elsewhere, and to records that visitors do not see', async () => {
    await start({}, withoutMail)
    await addSubscribers(site.database, 1)
    const draft = await addPost(site.database, { title: 'Not yet', published: false })
    const body = `[a](/courses) [b](/blog/no-such-post) [c](https://example.org/fine) [d](https://example.org/gone)
      [e](https://slow.example.org/) [f](https://nowhere.example.org/) [words](/go/blogs/${draft.id}/x)
      [g](mailto:a@example.org) [h](${publicUrl}/no-page?x=1) [i](/newsletter/preferences)
      [j](/#/blog/neither) [k](/api/nothing)`
    const found = await check({ ...fine, body })
    expect(found.map(({ level, message }: { level: string; message: string }) => `${level}: ${message}`)).toEqual([
      'warning: “words” leads to a draft: Not yet. Readers do not see it, so the words have no link.',
      'error: The link to /blog/no-such-post leads to a page that does not exist.',
      'error: The link to https://example.org/gone leads to a page that does not exist.',
      'warning: https://slow.example.org/ did not respond. Open it to see whether it works.',
      'error: The link to https://nowhere.example.org/ leads to a page that does not exist.',
      'error: The link to /no-page?x=1 leads to a page that does not exist.',
      'error: The link to /#/blog/neither leads to a page that does not exist.',
    ])
  })

  test('looks at the message about a post', async () => {
    await start({}, withoutMail)
    await addSubscribers(site.database, 1)
    const post = await addPost(site.database, { content: '[gone](/blog/no-such-post)' })
    expect(await check({ blogId: post.id })).toEqual([])
    const { title, slug, excerpt, category, content } = post
    await call('PUT', `/api/blogs/${post.id}`, { title, slug, excerpt, category, content, mail: { whole: true } })
    expect(await check({ blogId: post.id })).toMatchObject([{ kind: 'link' }])
    expect((await call('POST', '/api/newsletters/check', { blogId: 'none' })).status).toBe(404)
  })
})
