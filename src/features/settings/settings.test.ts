import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayIn } from '#server/runtime/clock.ts'
import { addPost } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { formatDate } from '#ui/date.tsx'

let now = Date.parse('2031-03-01T10:00:00.000Z')
let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({ fixed: { phone: 'COMPANY_PHONE' } }, { built: true, clock: () => now })
  call = callAs(site, await site.asStaff({ name: 'Meera' }))
  // The pages that exist only while they have content.
  const study = { title: 'Done', slug: 'done', client: 'Kelp', industry: 'Sea', summary: 'S', problem: 'P' }
  await call('POST', '/api/cases', { ...study, solution: 'We did.' })
  const opening = { title: 'Data engineer', place: 'Pune', kind: 'Part-time', description: 'You build it.' }
  await call('POST', '/api/openings', { ...opening, closesOn: '2031-12-31' })
})
afterAll(() => site.close())

const save = async (group: string, fields: object, headers?: object) => {
  const answer = await call('PUT', `/api/settings/${group}`, fields, headers)
  return { status: answer.status, body: await answer.json() }
}
const svgOf = (viewBox: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><rect fill="#f00" width="10000" height="10000"/></svg>`
const page = async (path: string) => (await site.get(path)).text()
/** A page without the part would otherwise be equal to another without it. */
function firstMatch(pattern: RegExp, html: string): string {
  const [found] = pattern.exec(html) ?? []
  if (found === undefined) throw new Error(`${pattern} is not in ${html.slice(0, 200)}`)
  return found
}
const cardIn = (html: string) => /og:image" content="([^"]+)"/.exec(html)?.[1]
const bodyOf = (html: string) => firstMatch(/<main.*<\/footer>/s, html).replace(/[\d.]+(<!-- -->)?\u00a0KB/g, '')

test('changed company details appear at once: on pages, in structured data, feeds and the manifest', async () => {
  expect(await page('/contact')).toContain('info@example.com')
  expect(await page('/api/docs')).toContain('<title>Acme Cloud API</title>')
  const brand = 'Krishna & Sons'
  expect(
    await save('company', {
      brand,
      email: ' hello@krishna.example ',
      street: '1 River Road',
      city: 'Nashik',
      chatUrl: 'https://chat.example/k',
    }),
  ).toMatchObject({
    status: 200,
    body: { _id: 'company', version: 1, updatedBy: 'Meera', brand, defaults: { brand: 'Acme Cloud', city: 'Pune' } },
  })
  const contact = await page('/contact')
  expect(contact).toMatch(/mailto:hello@krishna\.example.*1 River Road.*Nashik/s)
  expect(contact).toContain('https://chat.example/k')
  for (const path of ['/', '/about', '/contact', '/privacy', '/blog', '/rss.xml', '/nowhere']) {
    const text = await page(path)
    expect(text, path).toContain('Krishna &amp; Sons')
    expect(text, path).not.toContain('Acme Cloud')
  }
  expect(await page('/')).toContain('value="Nashik"')
  expect(await page('/terms')).toContain('The courts of Nashik, Maharashtra, have')
  expect(await page('/api/docs')).toContain('<title>Krishna & Sons API</title>')
  expect(JSON.parse(await page('/site.webmanifest'))).toMatchObject({ name: brand, short_name: brand })
  expect(await page('/.well-known/security.txt')).toContain('mailto:hello@krishna.example')
  // The title of Home, and its link card, which the brand is a part of.
  expect(await page('/')).toMatch(/<title>Krishna &amp; Sons: /)
  const card = /og:image" content="[^"]*(\/cards\/[^"]+)"/.exec(await page('/about'))?.[1] ?? ''
  expect((await site.get(card)).status).toBe(200)

  // An emptied field, and null, restore the default; omitted fields stay.
  expect((await save('company', { city: '', chatUrl: null })).body).not.toHaveProperty('city')
  const again = await page('/contact')
  expect(again).toContain('Pune')
  expect(again).toContain('1 River Road')
  expect(again).not.toContain('chat.example')
  await save('company', { brand: null, email: null, street: null })
  expect(await page('/about')).toContain('Acme Cloud')
})

test('fields set by the environment are named, and cannot be changed', async () => {
  expect(await (await call('GET', '/api/settings/company')).json()).toMatchObject({ fixed: { phone: 'COMPANY_PHONE' } })
  expect(await save('company', { phone: '+91 1' })).toMatchObject({
    status: 422,
    body: { issues: [{ path: 'phone', message: 'Set by COMPANY_PHONE on the server' }] },
  })
})

test('the change of a colleague is not overwritten, and each state is in the history', async () => {
  const { version } = await (await call('GET', '/api/settings/figures')).json()
  expect((await save('figures', { home1: '44+' }, { 'if-match': `"${version}"` })).status).toBe(200)
  expect(await save('figures', { home1: '45+' }, { 'if-match': `"${version}"` })).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', conflict: { changedBy: 'Meera', current: { home1: '44+' } } },
  })
  const { revisions } = await (await call('GET', '/api/settings/figures/revisions')).json()
  expect(revisions).toMatchObject([{ by: 'Meera', changed: ['home1'], live: true }, { kind: 'found' }])
  const { fields } = await (await call('GET', `/api/settings/figures/revisions/${revisions[0].version}`)).json()
  expect(fields).toEqual({ home1: '44+' })
})

test('a value that equals the default is not stored', async () => {
  await save('services', { title: 'What we do', lead: 'Our own.' })
  const { defaults } = await (await call('GET', '/api/settings/services')).json()
  const { body } = await save('services', { title: ` ${defaults.title} ` })
  expect(body).toMatchObject({ lead: 'Our own.' })
  expect(body).not.toHaveProperty('title')
  const { revisions } = await (await call('GET', '/api/settings/services/revisions')).json()
  expect(revisions[0].changed).toEqual(['title'])
  await save('services', { lead: null })
  // A flag too, so that another default of a later version applies.
  expect((await save('brand', { logoNamed: false })).body).not.toHaveProperty('logoNamed')
  // The form of a legal document sends all of it.
  const { defaults: document } = await (await call('GET', '/api/settings/terms')).json()
  expect(document.content).toContain('## ')
  const renamed = await save('terms', { ...document, title: 'Our terms' })
  expect(renamed.body).toMatchObject({ title: 'Our terms' })
  expect(renamed.body).not.toHaveProperty('content')
  await save('terms', { title: null })
})

test('a text of the site has no line breaks', async () => {
  const { body } = await save('services', { title: 'Clouds\r\nand  more', lead: ' One.\n\nTwo.\u2028Three. ' })
  expect(body).toMatchObject({ title: 'Clouds and  more', lead: 'One. Two. Three.' })
  await save('services', { title: null, lead: null })
})

test('Home and About have separate figures', async () => {
  await save('figures', { home1: '44+', about1: '43', name1: 'Happy Clients' })
  expect(await page('/')).toMatch(/44\+<\/strong>\s*<span[^>]*>Happy Clients/)
  expect(await page('/about')).toMatch(/43<\/strong>\s*<span[^>]*>Happy Clients/)
  await save('figures', { home1: '', about1: '', name1: '' })
  expect(await page('/')).toMatch(/30\+<\/strong>\s*<span[^>]*>Global Clients/)
})

test('every text of a page can be replaced, and comes back when it is emptied', async () => {
  const pages = [
    '/',
    '/about',
    '/services',
    '/products',
    '/blog',
    '/courses',
    '/contact',
    '/newsletter',
    '/work',
    '/careers',
  ]
  for (const path of pages) {
    const group = path.slice(1) || 'home'
    const { defaults } = await (await call('GET', `/api/settings/${group}`)).json()
    const shipped = bodyOf(await page(path))
    const isText = (name: string) => typeof defaults[name] === 'string'
    const names = Object.keys(defaults).filter((name) => isText(name) && !/^(courses|posts|work)T/.test(name))
    await save(group, Object.fromEntries(names.map((name) => [name, `Our own ${group} ${name} of {brand} & you`])))
    const own = await page(path)
    // The form of an opening is on the page of the opening.
    const more = group === 'careers' ? await page('/careers/data-engineer') : ''
    for (const name of names) expect(own + more).toContain(`Our own ${group} ${name} of Acme Cloud &amp; you`)
    // An empty year or the way of hiring is left out, so null restores it.
    await save(group, Object.fromEntries(names.map((name) => [name, /Year$|hireText/.test(name) ? null : ''])))
    expect(bodyOf(await page(path))).toBe(shipped)
  }
  await save('about', { step1Year: '' })
  expect(await page('/about')).not.toContain('>2021<')
  await save('about', { step1Year: null })
})

test('an empty promise is not made anywhere', async () => {
  const kept = await page('/contact?sent=1')
  expect(kept).toContain('An engineer reads every message.')
  expect(kept).toContain('We reply within one working day.')
  expect(kept).toContain('An engineer reads it and replies within one working day. You can send another')
  expect(kept).toContain('as they appear. At most two emails a month.')
  await save('promises', { answerTime: 'two hours', newsletter: 'one email a week' })
  expect(await page('/contact')).toContain('We reply within two hours.')
  expect(await page('/about')).toContain('At most one email a week.')
  await save('promises', { answerTime: '', reader: '', newsletter: '' })
  expect(await page('/contact?sent=1')).not.toMatch(/answers? within|reads (it|every)|At most/)
  await save('promises', { answerTime: null, reader: null, newsletter: null })
  expect(await page('/contact?sent=1')).toBe(kept)
})

test('a fixed page can have a search title, description and preview picture', async () => {
  const headOf = (html: string) => firstMatch(/<title>.*(?=<meta name="theme-color")/s, html)
  const bytes = await sharp({ create: { width: 1300, height: 700, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('image', new File([bytes], 'view.png'))
  const picture = await (await call('POST', '/api/media', form)).json()
  await call('PUT', `/api/media/${picture._id}`, { alt: 'The view' })
  for (const [group, path] of [
    ['home', '/'],
    ['services', '/services'],
    ['courses', '/courses'],
    ['terms', '/terms'],
    ['work', '/work'],
    ['careers', '/careers'],
  ] as const) {
    const shipped = await page(path)
    const own = { seoTitle: `{brand} & ${group}`, seoDescription: 'For those who search.', socialImage: picture.url }
    expect(await save(group, own), group).toMatchObject({ status: 200, body: own })
    const html = await page(path)
    const head = headOf(html)
    expect(head).toContain(
      `<title>Acme Cloud &amp; ${group}</title><meta name="description" content="For those who search.">`,
    )
    expect(head).toContain(`<meta property="og:title" content="Acme Cloud &amp; ${group}">`)
    expect(head).toContain('<meta property="og:image:alt" content="The view">')
    expect(cardIn(head)).not.toBe(cardIn(headOf(shipped)))
    // The page itself is as it was, and the client that takes it over knows its title.
    expect(bodyOf(html)).toBe(bodyOf(shipped))
    expect(html).toContain(`"titles":{"${path}":"Acme Cloud & ${group}"}`)
    const { usedIn } = await (await call('GET', `/api/media/${picture._id}`)).json()
    expect(usedIn).toContainEqual({
      _id: group,
      entity: 'siteSettings',
      label: 'Settings',
      name: group,
      state: 'now',
    })
    expect((await save(group, { seoTitle: ' ', seoDescription: null, socialImage: '' })).body).not.toHaveProperty(
      'seoTitle',
    )
    expect(headOf(await page(path))).toBe(headOf(shipped))
  }
  // The pages of a list that follow have their own titles, or all would have the same.
  await save('blog', { seoTitle: 'What we have learnt' })
  expect(await page('/blog')).toContain('<title>What we have learnt</title>')
  expect(await page('/blog?category=Cloud')).toContain('<title>Cloud articles · Acme Cloud</title>')
  // Any page may be the one from which a visitor goes to the list.
  expect(await page('/about')).toContain('"titles":{"/blog":"What we have learnt"}')
  await save('blog', { seoTitle: null })
  expect(await page('/about')).not.toContain('"titles"')
  expect((await save('about', { socialImage: 'javascript:alert(1)' })).status).toBe(422)
})

test('the footer has the links and networks that were chosen', async () => {
  const services = [{ label: 'Moving house', to: '/services#cloud' }]
  const more = [{ label: 'Status', to: 'https://status.example/' }]
  await save('footer', { services, more, x: 'https://x.example/us', linkedin: '' })
  const footer = /<footer.*<\/footer>/s.exec(await page('/about'))?.[0] ?? ''
  expect(footer).toContain('href="/services#cloud"')
  expect(footer).toContain('Moving house')
  expect(footer).not.toContain('Cloud Solutions')
  expect(footer).toContain('href="https://status.example/"')
  expect(footer).toContain('https://x.example/us')
  expect(footer).not.toContain('linkedin')
  const refused = await save('footer', { more: [{ label: 'a\0b', to: 'https://status.example/\0' }] })
  const paths = refused.body.issues.map(({ path }: { path: string }) => path)
  expect([refused.status, paths]).toEqual([422, ['more.0.label', 'more.0.to']])
  const { body } = await save('footer', { more: [{ label: 'Status \ud83d', to: '/x' }] })
  expect(body.more).toEqual([{ label: 'Status', to: '/x' }])
  await save('footer', { services: null, more: null, x: null, linkedin: null })
  expect(await page('/about')).toContain('Cloud Solutions')
})

test('a legal document is changed with the company’s details in it, and the shipped one comes back', async () => {
  const shipped = bodyOf(await page('/terms'))
  const { defaults } = await (await call('GET', '/api/settings/terms')).json()
  expect(defaults.content).toContain('{brand}')
  const preview = await call('POST', '/api/settings/terms/preview', {
    path: '/terms',
    fields: { content: 'Only seen here.' },
  })
  expect((await preview.json()).html).toContain('Only seen here.')
  expect(bodyOf(await page('/terms'))).toBe(shipped)
  await save('terms', {
    title: 'House rules',
    content: '## Be kind\n\nto {brand} {constructor} <script>alert(1)</script>',
  })
  const own = bodyOf(await page('/terms'))
  expect(own).toMatch(/House rules<\/h1>.*Be kind.*to Acme Cloud \{constructor\}/s)
  expect(own).not.toContain('alert(1)')
  expect(own).toContain(formatDate(dayIn(site.config.timeZone)(now)))
  await save('terms', { updated: '2030-05-06' })
  expect(await page('/terms')).toContain('6 May 2030')
  expect((await save('terms', { updated: 'May' })).status).toBe(422)
  await save('terms', { title: '', content: '', updated: '' })
  expect(bodyOf(await page('/terms'))).toBe(shipped)
})

test('a link of the footer keeps its record, and is left out where visitors do not see that', async () => {
  const footer = async () => /<footer.*?<\/footer>/s.exec(await page('/about'))?.[0]
  const [post, draft] = [
    await addPost(site.database, { slug: 'seats-in-june' }),
    await addPost(site.database, { published: false }),
  ]
  const links = (kept: string, later: string) => [
    { label: kept, to: `/go/blogs/${post.id}/former-name#top` },
    { label: later, to: `/go/blogs/${draft.id}/later` },
    { label: `Prices of ${kept}`, to: '/courses' },
  ]
  await save('footer', { services: links('June', 'July'), more: links('Tides', 'Wrecks') })
  for (const text of ['June', 'Tides'])
    expect(await footer()).toMatch(new RegExp(`href="/blog/seats-in-june#top"[^>]*>${text}<`))
  expect(await footer()).toContain('Prices of June')
  expect(await footer()).not.toMatch(/July|Wrecks/)
  // The client gets the same links.
  expect(await page('/about')).not.toContain(`/go/blogs/${post.id}`)
  await save('footer', { services: null, more: null })
})

test('an announcement appears and ends by the clock', async () => {
  const bar = async () => /<aside class="announcement".*?<\/aside>/s.exec(await page('/about'))?.[0]
  const times = { publishAt: '2031-03-02T09:00:00.000Z', unpublishAt: '2031-03-03T09:00:00.000Z' }
  const text = 'Seats <left>'
  await save('announcement', { text, linkLabel: 'See them', linkTo: '/courses', ...times })
  expect(await bar()).toBeUndefined()
  now = Date.parse(times.publishAt)
  expect(await bar()).toMatch(/Seats &lt;left&gt; <a [^>]*href="\/courses">See them<\/a>.*data-dismiss="1"/s)
  // A link keeps its record, and leaves its words where visitors do not see that.
  const [post, draft] = [
    await addPost(site.database, { slug: 'seats-in-may' }),
    await addPost(site.database, { published: false }),
  ]
  await save('announcement', { linkTo: `/go/blogs/${post.id}/former-name` })
  expect(await bar()).toContain('href="/blog/seats-in-may">See them</a>')
  await save('announcement', { linkTo: `/go/blogs/${draft.id}/later` })
  expect(await bar()).toMatch(/See them<\/p>/)
  await save('announcement', { linkTo: '/courses' })
  await save('announcement', { dismissible: false })
  expect(await bar()).not.toContain('data-dismiss')
  now = Date.parse(times.unpublishAt)
  expect(await bar()).toBeUndefined()
  expect((await save('announcement', { publishAt: '2031-03-04T09:00:00.000Z' })).status).toBe(422)
  await save('announcement', { text: '', publishAt: '', unpublishAt: '' })
  expect(await bar()).toBeUndefined()
})

test('logo and accent are on pages, icons, link cards and in the manifest', async () => {
  const cardOf = async (path: string) => /og:image" content="[^"]*(\/cards\/[^"]+)"/.exec(await page(path))?.[1] ?? ''
  const former = await cardOf('/about')
  const logo =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 24" onload="alert(1)"><rect fill="#ff0000" width="48" height="24"/></svg>'
  const saved = await save('brand', { logo, accent: 'Violet', logoNamed: true })
  expect(saved).toMatchObject({ status: 200, body: { accent: 'Violet' } })
  expect(saved.body.logo).not.toContain('alert')
  const about = await page('/about')
  expect(about).toContain('--color-primary:light-dark(#6440b8,#b39bf5)')
  const [address = ''] = /\/brand\/\w+\/logo\.svg/.exec(about) ?? []
  for (const word of ['constructor', 'toString', '__proto__', 'valueOf'])
    expect((await site.get(address.replace('logo.svg', word))).status, word).toBe(404)
  const file = await site.get(address)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(file.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(await file.text()).toBe(saved.body.logo)

  // Previews of any number of logos do not move the saved one, and an unsaved one has no address in any process.
  let tried: { html: string; logo: string } | undefined
  for (let height = 1; height <= 20; height++) {
    const fields = { logo: logo.replace('height="24"', `height="${height}"`) }
    tried = await (await call('POST', '/api/settings/brand/preview', { path: '/', fields })).json()
  }
  expect((await site.get(address)).status).toBe(200)
  const [unsaved = ''] = /\/brand\/\w+\/logo\.svg/.exec(tried?.html ?? '') ?? []
  expect([(await site.get(unsaved)).status, tried?.logo]).toEqual([404, expect.stringContaining('height="20"')])
  expect(tried?.logo).not.toContain('alert')

  const { icons, theme_color: colour } = JSON.parse(await page('/site.webmanifest'))
  expect(colour).toBe('#6440b8')
  for (const { src } of icons) {
    const icon = await site.get(src)
    expect([icon.status, icon.headers.get('content-type')], src).toEqual([200, 'image/png'])
  }
  const touch = await site.get('/apple-touch-icon.png')
  expect([touch.status, touch.headers.get('location')]).toEqual([
    302,
    address.replace('logo.svg', 'apple-touch-icon.png'),
  ])
  const { data, info } = await sharp(
    Buffer.from(await (await site.get(touch.headers.get('location') ?? '')).arrayBuffer()),
  )
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const middle = (90 * info.width + 90) * info.channels
  expect([info.width, ...data.subarray(middle, middle + 3)]).toEqual([180, 255, 0, 0])

  const card = await cardOf('/about')
  expect(card).not.toBe(former)
  expect((await site.get(card)).status).toBe(200)
  expect((await site.get('/brand/0123456789abcdef/logo.svg')).status).toBe(404)

  const png = await sharp({ create: { width: 900, height: 300, channels: 4, background: '#00f' } })
    .png()
    .toBuffer()
  const picture = await save('brand', { logo: `data:image/png;base64,${png.toString('base64')}`, accent: '' })
  expect(picture.body.logo).toMatch(/^data:image\/png;base64,/)
  expect(await page('/about')).toMatch(/aspect-ratio:(2\.99|3\.0)\d*;background:url\(\/brand\/\w+\/logo\.png\)/)
  // As large as some programs draw them.
  await save('brand', { logo: svgOf('0 0 20000 20000') })
  const icon = (await site.get('/favicon.ico')).headers.get('location') ?? ''
  expect([(await site.get(icon)).status, icon]).toEqual([200, expect.stringContaining('/brand/')])
  await save('brand', { logo: null, logoNamed: null })
  expect(await page('/about')).not.toMatch(/\/brand\/|--color-primary:light-dark\(#6440b8/)
  expect((await site.get('/apple-touch-icon.png')).status).toBe(200)
})

test('a preview shows unsaved values, and changes nothing', async () => {
  const before = await page('/contact')
  const preview = await call('POST', '/api/settings/company/preview', {
    path: '/contact',
    fields: { brand: 'Preview Ltd' },
  })
  const { html } = await preview.json()
  expect(html).toContain('Preview Ltd')
  expect(html).not.toContain('<script')
  expect(await page('/contact')).toBe(before)
})

test('the preview of a page names each of its texts, and the public page none', async () => {
  for (const group of ['home', 'about', 'services', 'products', 'blog', 'courses', 'contact', 'newsletter', 'work']) {
    const path = group === 'home' ? '/' : `/${group}`
    const { defaults } = await (await call('GET', `/api/settings/${group}`)).json()
    const preview = await call('POST', `/api/settings/${group}/preview`, { path, fields: { title: 'Ours & <theirs>' } })
    const { html, page: head } = await preview.json()
    expect(html).toContain('<span data-setting="title">Ours &amp; &lt;theirs&gt;</span>')
    // Rows of a table are on the page in parts.
    const isWhole = (name: string) =>
      typeof defaults[name] === 'string' && defaults[name] !== '' && !defaults[name].includes('\n')
    const shown = Object.keys(defaults).filter((name) => isWhole(name) && !/^(courses|posts|work)T/.test(name))
    for (const name of shown) expect(html.split(`<span data-setting="${name}">`), `${group} ${name}`).toHaveLength(2)
    expect(JSON.stringify([html, head])).not.toContain('\\u0000')
    expect(await page(path)).not.toContain('data-setting')
  }
  const promises = await call('POST', '/api/settings/promises/preview', { path: '/contact', fields: { reader: '' } })
  const { html } = await promises.json()
  expect(html).toContain('We reply within <span data-setting="answerTime">one working day</span>.')
  expect(html).not.toContain('data-setting="reader"')
})

test.each<[string, object, string]>([
  ['company', { email: 'nobody' }, 'email'],
  ['company', { bookingUrl: 'javascript:alert(1)' }, 'bookingUrl'],
  ['footer', { more: [{ label: 'Run', to: 'javascript:alert(1)' }] }, 'more.0.to'],
  ['footer', { more: [{ label: 'Away', to: '//evil.example' }] }, 'more.0.to'],
  ['footer', { more: [{ label: 'Away', to: '/\\evil.example' }] }, 'more.0.to'],
  ['footer', { x: 'ftp://x.example' }, 'x'],
  ['announcement', { linkTo: 'data:text/html,x' }, 'linkTo'],
  ['brand', { logo: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><script/></svg>' }, 'logo'],
  ['brand', { logo: svgOf('0 0 0 0') }, 'logo'],
  ['brand', { logo: svgOf('0 0 1e9 1e9') }, 'logo'],
  ['brand', { logo: 'data:image/png;base64,PHN2Zz4=' }, 'logo'],
  ['brand', { accent: 'Mud' }, 'accent'],
  ['promises', { answerTime: 'x'.repeat(300) }, 'answerTime'],
])('%s refuses %#', async (group, fields, path) => {
  expect(await save(group, fields)).toMatchObject({ status: 422, body: { issues: [{ path }] } })
})

test('visitors can neither read nor change settings', async () => {
  for (const [method, path] of [
    ['GET', '/api/settings/company'],
    ['PUT', '/api/settings/company'],
    ['POST', '/api/settings/company/preview'],
    ['GET', '/api/settings/company/revisions'],
  ] as const)
    expect((await site.get(path, { method })).status, `${method} ${path}`).toBe(401)
})
