import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { request as rawRequest } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readCard } from '#app/cards/card-address.ts'
import { createAuthor } from '#features/blog/blog.shared.server.ts'
import { products } from '#features/catalog/catalog.table.ts'
import { storeUpload } from '#media/server/store-upload.ts'
import { changeContent } from '#server/database/content-version.ts'
import { insertRow } from '#server/database/rows.ts'
import { addCourse, addPost, sampleProduct } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

const publicUrl = 'https://www.acme.example'
let site: TestApp
beforeAll(async () => {
  site = await startTestApp({ publicUrl }, { built: true })
})
afterAll(() => site.close())

async function page(path: string) {
  const answer = await site.get(path)
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}
const main = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
const jsonLd = (html: string): { '@type': string }[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map((match) => JSON.parse(match[1] ?? ''))

/** The path of a page's link card. */
const cardOf = (html: string) => {
  const [, address = ''] = /property="og:image" content="([^"]*)"/.exec(html) ?? []
  return address.replace(publicUrl, '')
}

const listed = [
  '/',
  '/services',
  '/products',
  '/blog',
  '/courses',
  '/about',
  '/contact',
  '/privacy',
  '/terms',
  '/cookies',
]

test('a search of the articles says how many it found, and leads back to all of them', async () => {
  await addPost(site.database, { title: 'Xylophones', category: 'Cloud' })
  const { html } = await page('/blog?search=xylophone&category=Cloud')
  expect(html).toMatch(/1 article for ‘xylophone’<a [^>]*href="\/blog\?category=Cloud"[^>]*>Clear search</)
  expect((await page('/blog')).html).not.toContain('Clear search')
})

test('products are grouped by category, and all features are in the document, those after the eighth folded', async () => {
  const features = Array.from({ length: 12 }, (_, index) => `Feature ${index + 1}.`)
  await changeContent(site.database, async (trx) => {
    const product = (name: string, category: typeof sampleProduct.category, order: number) =>
      insertRow(trx, products, { ...sampleProduct, name, category, order, features })
    await product('Alpha', 'AI & Automation Solutions', 100)
    await product('Beta', 'Data & Analytics Frameworks', 101)
    await product('Gamma', 'AI & Automation Solutions', 102)
  })
  const text = main((await page('/products')).html)
  const places = ['Alpha</h3>', 'Gamma</h3>', 'Data &amp; Analytics Frameworks</h2>', 'Beta</h3>'].map((part) =>
    text.indexOf(part),
  )
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  const alpha = text.slice(places[0], places[1])
  for (const feature of features) expect(alpha).toContain(feature)
  const [shown = '', folded = ''] = alpha.split('<details')
  expect(shown).toContain('Feature 8.')
  expect(shown).not.toContain('Feature 9.')
  expect(folded.replaceAll('<!-- -->', '')).toContain('All 12 features')
})

test('pages of a list have different titles, and a long description is cut after a word', async () => {
  for (let count = 0; count < 7; count++) await addPost(site.database)
  expect((await page('/blog')).html).toContain('<title>Blog · Acme Cloud</title>')
  expect((await page('/blog?page=2')).html).toContain('<title>Blog, page 2 · Acme Cloud</title>')
  expect((await page('/courses?page=2')).html).toContain('<title>Courses, page 2 · Acme Cloud</title>')
  const { slug, title } = await addCourse(site.database, { description: 'We measure, and then we act. '.repeat(12) })
  expect(jsonLd((await page('/courses')).html)).toContainEqual(
    expect.objectContaining({
      '@type': 'ItemList',
      itemListElement: [{ '@type': 'ListItem', position: 1, name: title, url: `${publicUrl}/courses/${slug}` }],
    }),
  )
  const [, description = ''] = /name="description" content="([^"]*)"/.exec((await page(`/courses/${slug}`)).html) ?? []
  expect(description).toMatch(/(measure|and|then|we|act)…$/)
  expect(description.length).toBeGreaterThan(130)
  expect(description.length).toBeLessThanOrEqual(160)
})

describe('every page is a document', () => {
  test.each(listed)('%s', async (path) => {
    const { status, headers, html } = await page(path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html).toMatch(/^<!doctype html>\n<html lang="en" data-client="[^"]*" data-count="on"/)
    expect(main(html)).toMatch(/<h1[ >]/)
    expect(html).toMatch(/<title>[^<]*Acme Cloud[^<]*<\/title>/)
    expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/)
    expect(html).toContain(`<link rel="canonical" href="${publicUrl}${path}">`)
    expect(html).toContain(`<meta property="og:url" content="${publicUrl}${path}">`)
    for (const name of ['og:title', 'og:description', 'og:image', 'og:site_name'])
      expect(html).toContain(`<meta property="${name}" content="`)
    for (const name of ['twitter:card', 'twitter:title', 'twitter:image'])
      expect(html).toContain(`<meta name="${name}" content="`)
    expect(html).not.toContain('noindex')
  })

  test('needs no script, and its inline scripts are allowed by their hashes', async () => {
    const { headers, html } = await page('/')
    expect(html).not.toMatch(/<script[^>]* src=/)
    const policy = headers.get('content-security-policy') ?? ''
    const inline = [...html.matchAll(/<script(?: type="speculationrules")?>(.*?)<\/script>/gs)]
    const hashes = inline.map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    expect(hashes).toHaveLength(2)
    expect(policy).toContain(`script-src 'self' ${hashes.join(' ')};`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('has structured data', async () => {
    await addPost(site.database, { slug: 'structured', title: 'Structured' })
    await addCourse(site.database, { slug: 'structured', title: 'Structured' })
    const types = async (path: string) => jsonLd((await page(path)).html).map((thing) => thing['@type'])
    expect(await types('/')).toEqual(expect.arrayContaining(['Organization', 'WebSite']))
    expect(await types('/services')).toContain('BreadcrumbList')
    expect(await types('/blog/structured')).toEqual(expect.arrayContaining(['BlogPosting', 'BreadcrumbList']))
    expect(await types('/courses/structured')).toEqual(expect.arrayContaining(['Course', 'BreadcrumbList']))
    const { html } = await page('/blog/structured')
    expect(JSON.stringify(jsonLd(html))).toContain(`"${publicUrl}/blog/structured"`)
    expect(html).toContain('<meta property="og:type" content="article">')
  })
})

test.each([
  ['/admin', '/#/admin'],
  ['/admin/blogs/edit/1?search=a', '/#/admin/blogs/edit/1?search=a'],
  ['/admin/products/', '/#/admin/products'],
  ['/subscribers', '/#/admin/subscribers'],
])('redirects %s to %s in the back office', async (path, target) => {
  const answer = await site.get(path)
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe(target)
})

describe('missing pages', () => {
  test.each(['/nowhere', '/blog/nowhere', '/courses/nowhere', '/wp-login.php', '/%E0%A4%A', '/.vite/manifest.json'])(
    'answers %s with 404 and a page',
    async (path) => {
      const { status, html } = await page(path)
      expect(status).toBe(404)
      expect(html).toContain('<meta name="robots" content="noindex">')
      expect(html).not.toMatch(/data-count="on"|rel="canonical"/)
      expect(main(html)).toMatch(/not found/i)
      // The links of the page: a search without scripts, and the newest articles.
      expect(main(html)).toMatch(/<form [^>]*action="\/(blog|courses)"/)
      expect(main(html)).toMatch(/href="\/blog\/post-\d+"/)
    },
  )

  test('include drafts and inactive courses', async () => {
    await addPost(site.database, { slug: 'draft', title: 'Still a draft', published: false })
    await addCourse(site.database, { slug: 'asleep', title: 'Not offered now', active: false })
    expect((await page('/blog/draft')).status).toBe(404)
    expect((await page('/courses/asleep')).status).toBe(404)
    for (const path of ['/', '/blog', '/courses', '/sitemap.xml', '/rss.xml']) {
      const { html } = await page(path)
      expect(html, path).not.toMatch(/Still a draft|Not offered now/)
    }
  })
})

test('has one form for each address, and never redirects to another host', async () => {
  const moved = await site.get('/blog/')
  expect(moved.status).toBe(301)
  expect(moved.headers.get('location')).toBe('/blog')
  for (const path of ['//evil.example/', '/.//evil.example/', '/\\evil.example/', '/%2F/evil.example/']) {
    const location = await new Promise<string | undefined>((resolve, reject) => {
      rawRequest(site.url, { path }, (answer) => resolve(answer.resume().headers.location))
        .on('error', reject)
        .end()
    })
    expect(location ?? '/', path).toMatch(/^\/(?![/\\])/)
  }
})

test('redirects a former slug to the new address', async () => {
  const post = await addPost(site.database, { slug: 'before-the-move' })
  const { title, excerpt, category } = post
  const moved = { title, excerpt, category, slug: 'after-the-move' }
  await callAs(site, await site.asStaff())('PUT', `/api/blogs/${post.id}`, moved)
  const answer = await site.get('/blog/before-the-move')
  expect(answer.status).toBe(301)
  expect(answer.headers.get('location')).toBe('/blog/after-the-move')
  const ofNewsletter = await site.get('/blog/before-the-move?via=k3f9x2ab&page=2&utm_source=a%0Db')
  expect(ofNewsletter.headers.get('location')).toBe('/blog/after-the-move?via=k3f9x2ab&utm_source=a%0Db')
})

test.each([
  ['/letters/k3f9x2ab?via=k3f9x2ab', '/newsletters/k3f9x2ab?via=k3f9x2ab'],
  ['/course-request?token=a.b.c&do=confirm', '/registration?token=a.b.c&do=confirm'],
])('redirects %s, which messages have, to %s', async (former, present) => {
  const answer = await site.get(former)
  expect([answer.status, answer.headers.get('location')]).toEqual([301, present])
})

describe('the response cache', () => {
  test('answers 304 until the content changes', async () => {
    const first = await page('/products')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    expect((await site.get('/products', { headers: { 'if-none-match': etag } })).status).toBe(304)
    await changeContent(site.database, (trx) => insertRow(trx, products, { ...sampleProduct, name: 'Brand new thing' }))
    const second = await site.get('/products', { headers: { 'if-none-match': etag } })
    expect(second.status).toBe(200)
    expect(await second.text()).toContain('Brand new thing')
  })

  test('reports the source and time of a page, only to its own site', async () => {
    await changeContent(site.database, async () => {})
    const timings: (string | null)[] = []
    for (let count = 0; count < 3; count++) {
      const { headers } = await site.get('/about')
      timings.push(headers.get('server-timing'))
      expect(headers.get('timing-allow-origin')).toBe(null)
    }
    expect(timings[0]).toMatch(/^cache;desc=miss, data;dur=[\d.]+, render;dur=[\d.]+$/)
    expect(timings.slice(1)).toEqual(['cache;desc=hit', 'cache;desc=hit'])
    expect((await site.get('/nowhere')).headers.get('server-timing')).toBe(null)
  })

  test('lets a CDN keep pages only if the settings say so', async () => {
    const behindCdn = await startTestApp({ cdnMaxAge: 60 }, { built: true })
    const control = async (from: TestApp, path: string) => (await from.get(path)).headers.get('cache-control')
    for (const path of ['/', '/rss.xml']) {
      expect(await control(site, path)).toBe('no-cache')
      for (let count = 0; count < 3; count++)
        expect(await control(behindCdn, path)).toBe('public, max-age=0, s-maxage=60, stale-while-revalidate=60')
    }
    expect(await control(behindCdn, '/blog/nowhere')).toBe('no-cache')
    expect(await control(behindCdn, '/api/products')).toBe('no-cache')
    expect(await control(behindCdn, '/newsletter/confirm?token=x')).toBe('no-store')
    await behindCdn.close()
  })

  test('ignores parameters that the page does not read', async () => {
    const plain = await page('/blog')
    expect((await page('/blog?utm_source=letter&x=1')).headers.get('etag')).toBe(plain.headers.get('etag'))
    expect((await page('/blog?category=Security')).headers.get('etag')).not.toBe(plain.headers.get('etag'))
  })

  test('sends every encoding that browsers accept', async () => {
    const fetchRaw = (encoding: string) =>
      new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
        rawRequest(`${site.url}/about`, { headers: { 'accept-encoding': encoding } }, async (answer) => {
          const chunks: Buffer[] = []
          for await (const chunk of answer) chunks.push(chunk)
          resolve({ encoding: answer.headers['content-encoding'], bytes: Buffer.concat(chunks) })
        })
          .on('error', reject)
          .end()
      })
    const plain = await fetchRaw('identity')
    const zipped = await fetchRaw('gzip, deflate')
    const brotli = await fetchRaw('gzip, deflate, br')
    const refused = await fetchRaw('br;q=0, gzip;q=0')
    expect(plain.encoding).toBe(undefined)
    expect(zipped.encoding).toBe('gzip')
    expect(brotli.encoding).toBe('br')
    expect(refused.encoding).toBe(undefined)
    expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true)
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true)
  })
})

test('escapes what an author types', async () => {
  const nasty = '</script><script>window.hacked=1</script><!-- "\'&'
  await addPost(site.database, { slug: 'nasty', title: nasty, excerpt: nasty, content: nasty })
  const { html } = await page('/blog/nasty')
  const scripts = [...html.matchAll(/<script([^>]*)>/g)].map((match) => match[1])
  expect(
    scripts.filter((attributes) => !/type="(application\/(ld\+)?json|speculationrules)"/.test(attributes ?? '')),
  ).toHaveLength(1)
  expect(html).not.toContain('<script>window.hacked')
  const data = /<script type="application\/json" id="atrium-data">(.*?)<\/script>/.exec(html)?.[1] ?? ''
  expect(JSON.stringify(JSON.parse(data))).toContain('window.hacked')
  expect(data).not.toContain('"content":')
})

test('shows pictures of other sites on no page; the structured data and the API have them', async () => {
  const imageUrl = 'https://elsewhere.test/x.png'
  const { id } = await changeContent(site.database, (trx) =>
    createAuthor(trx, { name: 'Meera K', bio: '', avatarUrl: imageUrl }),
  )
  await addPost(site.database, {
    slug: 'pictured',
    authorId: id,
    imageUrl,
    content: `![A chart](${imageUrl}) <img src="//elsewhere.test/y.png">`,
  })
  await addCourse(site.database, { slug: 'pictured', imageUrl })
  for (const path of ['/blog/pictured', '/blog', '/courses/pictured', '/courses']) {
    const { html } = await page(path)
    expect(html, path).not.toMatch(/<(img|source)[^>]*elsewhere/)
    if (path.endsWith('pictured')) {
      expect(JSON.stringify(jsonLd(html)), path).toContain(imageUrl)
      expect(cardOf(html), path).toMatch(/^\/cards\/.+\.jpg$/)
    }
  }
  expect(main((await page('/blog/pictured')).html)).toMatch(/<a href="https:\/\/elsewhere\.test\/x\.png"[^>]*>A chart/)
  expect(await (await site.get('/api/blogs/pictured')).json()).toMatchObject({
    imageUrl,
    author: { avatarUrl: imageUrl },
  })
})

test('says that a page cannot be loaded, and does not cache it', async () => {
  const log = vi.spyOn(site.app.log, 'error')
  await addCourse(site.database)
  await changeContent(site.database, (trx) => sql`alter table "instructors" rename to "aside"`.execute(trx))
  const broken = await page('/courses')
  expect(broken.status).toBe(503)
  expect(broken.headers.get('cache-control')).toBe('no-store')
  expect(main(broken.html)).toContain('Failed to load courses')
  expect(log).toHaveBeenCalled()
  await sql`alter table "aside" rename to "instructors"`.execute(site.database.db)
  const mended = await page('/courses')
  expect(mended.status).toBe(200)
  expect(main(mended.html)).not.toContain('Failed to load courses')
})

describe('forms without scripts', () => {
  const send = (path: string, fields: Record<string, string>) =>
    site.get(path, { method: 'POST', body: new URLSearchParams(fields) })
  const message = { name: 'Asha', email: 'asha@example.net', subject: 'Hello', message: 'We <need> help' }

  test('store a message and answer with a page', async () => {
    const answer = await send('/contact', message)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/contact?sent=1')
    expect(
      await site.database.db
        .selectFrom('contactRequests')
        .select('message')
        .where('email', '=', message.email)
        .execute(),
    ).toEqual([{ message: message.message }])
    expect((await page('/contact?sent=1')).html).toContain('Thank you for your message. We will get back to you soon!')
  })

  test('are reached at their first field by the sentence of Home, and ask nothing twice', async () => {
    expect((await page('/')).html).toContain('action="/contact#send"')
    const { html } = await page('/contact?message=We+are+12+people+in+Goa%2C+and+it+rains.')
    expect(html).toMatch(/<input [^>]*id="send"[^>]*name="name"|<input [^>]*name="name"[^>]*id="send"/)
    expect(html).toContain('>We are 12 people in Goa, and it rains.</textarea>')
    expect(html).not.toContain('class="gap')
  })

  test('ask people who see the field for bots to leave it empty', async () => {
    const { html } = await page('/contact')
    const traps = html.match(/[^<>]*<input [^>]*name="website"/g) ?? []
    expect(traps.length).toBeGreaterThan(1)
    for (const trap of traps) expect(trap).toMatch(/^Leave this field empty\s*</)
  })

  test('return refused input with its messages', async () => {
    const answer = await send('/contact', { ...message, name: ' ', email: 'nonsense' })
    const html = await answer.text()
    expect(answer.status).toBe(422)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(main(html)).toContain('Name is required')
    expect(main(html)).toContain('Please enter a valid email address')
    expect(main(html)).toContain('We &lt;need&gt; help')
    expect(main(html)).toContain('value="nonsense"')
  })

  test('answer a subscription with a page, and name an invalid address', async () => {
    const answer = await send('/newsletter', { email: 'Reader@Example.net' })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/newsletter?subscribed=1')
    expect((await page('/newsletter?subscribed=1')).html).toContain('Thank you for subscribing to our newsletter!')
    const refused = await send('/newsletter', { email: 'reader' })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('Please enter a valid email address')
  })
})

test('say that an address has to be confirmed, if the settings ask for it', async () => {
  const confirming = await startTestApp({ newsletter: { hold: 0, confirm: true } }, { built: true })
  try {
    const answer = await confirming.get('/newsletter', {
      method: 'POST',
      body: new URLSearchParams({ email: 'reader@example.net' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.headers.get('location')).toBe('/newsletter?subscribed=confirm')
    const html = await (await confirming.get('/newsletter?subscribed=confirm')).text()
    expect(html).toContain('Thank you for subscribing to our newsletter!')
    expect(html).toContain('Please confirm your subscription: we have just emailed you a link.')
  } finally {
    await confirming.close()
  }
})

test('share the rate limit of the API call', async () => {
  const limited = await startTestApp({}, { built: true })
  try {
    const statuses: number[] = []
    let last: Response | undefined
    for (let count = 0; count < 12; count++) {
      last = await fetch(`${limited.url}/newsletter`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ email: `a${count}@example.net` }),
      })
      statuses.push(last.status)
    }
    expect(statuses[0]).toBe(303)
    expect(statuses.at(-1)).toBe(429)
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await last?.text()).toContain('Too many requests')
  } finally {
    await limited.close()
  }
})

describe('documents for machines', () => {
  beforeAll(async () => {
    await addPost(site.database, {
      slug: 'fed',
      title: 'Fed & read',
      content: '![A picture](/media/aaaaaaaaaaaaaaaa-800x600.webp)\n\nSee [the list](/blog).',
    })
  })

  test('the sitemap lists every page, post and course with its absolute address', async () => {
    const answer = await site.get('/sitemap.xml')
    const xml = await answer.text()
    expect(answer.headers.get('content-type')).toContain('xml')
    for (const path of [...listed, '/blog/fed', '/courses/structured'])
      expect(xml).toContain(`<loc>${publicUrl}${path}</loc>`)
    expect(xml).not.toContain('/newsletter')
  })

  test('the feed has whole posts with absolute addresses', async () => {
    const answer = await site.get('/rss.xml')
    const xml = await answer.text()
    expect(answer.headers.get('content-type')).toContain('application/rss+xml')
    expect(xml).toContain('<title>Fed &amp; read</title>')
    expect(xml).toContain(`<link>${publicUrl}/blog/fed</link>`)
    expect(xml).toContain(`${publicUrl}/media/aaaaaaaaaaaaaaaa-800x600.webp`)
    expect(xml).toContain(`href=&quot;${publicUrl}/blog&quot;`)
    expect(xml).not.toMatch(/(src|href)=&quot;\/(?!\/)/)
  })

  test('robots.txt and the web manifest', async () => {
    expect(await (await site.get('/robots.txt')).text()).toContain(`Sitemap: ${publicUrl}/sitemap.xml`)
    const manifest = await (await site.get('/site.webmanifest')).json()
    expect(manifest.name).toBe('Acme Cloud')
    for (const { src } of manifest.icons) expect((await site.get(src)).status, src).toBe(200)
    for (const path of ['/favicon.svg', '/favicon.ico', '/apple-touch-icon.png', '/icon-512.png'])
      expect((await site.get(path)).status, path).toBe(200)
  })
})

test('the page of the newsletter has one form, others have it in their footer, and those of links in messages none', async () => {
  for (const path of ['/newsletter', '/about'])
    expect((await page(path)).html.match(/<input type="email"/g)).toHaveLength(1)
  for (const path of ['/newsletter/unsubscribe', '/newsletter/confirm', '/newsletter/preferences', '/registration'])
    expect((await page(`${path}?token=none`)).html).not.toContain('<input type="email"')
})

test('marks the links whose presses count, and no private page as one that counts', async () => {
  const { id } = await addCourse(site.database, { slug: 'counted', title: 'Counted' })
  expect((await page('/courses/counted')).html.match(/data-goal="enrol" data-subject="courses\/[^"]*"/g)).toEqual([
    `data-goal="enrol" data-subject="courses/${id}"`,
    `data-goal="enrol" data-subject="courses/${id}"`,
  ])
  expect((await page('/contact')).html.match(/data-goal="\w+"/g)).toEqual(['data-goal="booking"'])
  const call = callAs(site, await site.asStaff())
  const link = await (await call('POST', `/api/courses/${id}/preview-links`, { days: 7 })).json()
  const preview = await page(link.path.replace('/preview/', '/preview/courses/'))
  expect(preview.status).toBe(200)
  expect(preview.html).not.toContain('data-count="on"')
  for (const count of [false, null]) {
    await call('PUT', '/api/settings/counting', { count })
    expect([count, (await page('/about')).html.includes('data-count="on"')]).toEqual([count, count === null])
  }
})

test('a service has its category above its title unless one repeats the other', async () => {
  const call = callAs(site, await site.asStaff())
  const service = { icon: 'Code', description: 'D', features: [], active: true }
  await call('POST', '/api/services', { ...service, title: 'Cloud Solutions', category: 'Cloud' })
  await call('POST', '/api/services', { ...service, title: 'AI Innovation', category: 'Generative AI' })
  const html = main((await page('/services')).html)
  expect(html).toMatch(/>Generative AI<\/p><h2[^>]*>AI Innovation</)
  expect(html).toMatch(/>Cloud Solutions<\/h2>/)
  expect(html).not.toContain('>Cloud</p>')
})

test('a preview link that has ended offers a search and the newest articles', async () => {
  const { status, html } = await page('/preview/blogs/ended')
  expect(status).toBe(404)
  expect(html).toContain('This preview has ended')
  expect(html).toMatch(/Search articles.*Go to Home.*Fresh from the workshop/s)
})

describe('link cards', () => {
  test('are JPEGs of one size for every kind of page, drawn or cropped from its picture', async () => {
    const { url } = await storeUpload(site.database, {
      bytes: await readFile('public/icon-512.png'),
      owner: 'test',
      signal: new AbortController().signal,
    })
    await addPost(site.database, { slug: 'carded', title: 'What “it’s” worth', category: 'Security', imageUrl: url })
    await addPost(site.database, { slug: 'in-hindi', title: 'क्लाउड का बिल' })
    const seen = new Set<string>()
    for (const path of ['/', '/services', '/blog/carded', '/blog/in-hindi', '/nowhere']) {
      const { html } = await page(path)
      expect(html).toContain(
        '<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">',
      )
      const card = await site.get(cardOf(html))
      expect(card.status, path).toBe(200)
      expect(card.headers.get('content-type')).toBe('image/jpeg')
      expect(card.headers.get('cache-control')).toBe('public, max-age=86400')
      const bytes = Buffer.from(await card.arrayBuffer())
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
      seen.add(createHash('sha256').update(bytes).digest('hex'))
    }
    // A missing record has the card of Home.
    expect(seen.size).toBe(4)
    const { html } = await page('/blog/carded')
    for (const meta of ['article:section" content="Security"', 'og:image:alt" content="What “it’s” worth"'])
      expect(html).toContain(meta)
    expect(html).toMatch(/property="article:published_time" content="20/)
  })

  test('show the results of a case study, as its cover does on its page and in the list', async () => {
    const call = callAs(site, await site.asStaff())
    const results = [{ figure: '9 → 1', name: 'reports', asOf: '2026-03-31' }]
    const texts = { client: 'Meadow', industry: 'Food', summary: 'S', problem: 'P', solution: 'We did.' }
    await call('POST', '/api/cases', { title: 'Drawn', slug: 'drawn', ...texts, figures: results })
    const label = />9 → 1<\/text>/g
    const { html } = await page('/work/drawn')
    // Upright for phones, and wide.
    expect(html.match(label)).toHaveLength(2)
    const { html: list } = await page('/work')
    expect(list.match(label)).toHaveLength(1)
    // Next to the cover that shows it, the figure is there for screen readers only.
    expect(list).toMatch(/<ul class="sr-only"><li[^>]*><strong[^>]*>9 → 1</)
    const card = await readCard(site.database, cardOf(html).replace('/cards/', ''), site.config)
    expect(card).toMatchObject({ category: 'Food', drawing: { figures: ['9 → 1'], services: [{ title: 'Drawn' }] } })
    const bytes = Buffer.from(await (await site.get(cardOf(html))).arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })

    // A letter of Hindi has three bytes.
    const figures = Array.from({ length: 4 }, () => ({
      figure: 'बादल का बिल नौ से घटकर एक'.repeat(2),
      name: 'n',
      asOf: '2026-03-31',
    }))
    await call('POST', '/api/cases', { ...texts, title: 'बादल '.repeat(12), slug: 'long', industry: 'कृषि', figures })
    expect((await site.get(cardOf((await page('/work/long')).html))).status).toBe(200)
  })

  test('show a Hindi title, and are drawn for a form as their page has them', async () => {
    const call = callAs(site, await site.asStaff())
    const post = {
      title: 'क्लाउड की लागत: Größe',
      slug: 'hindi',
      category: 'Cloud',
      cover: { family: 1, ground: 2, seed: 3 },
    }
    const saved = await call('POST', '/api/blogs', { ...post, excerpt: 'E', content: 'Text.', published: true })
    const { author } = await saved.json()
    const shown = await (await site.get(cardOf((await page('/blog/hindi')).html))).bytes()
    const { title, category, cover } = post
    const texts = { path: '/blog/hindi', title, category, cover, author: author.name }
    const draw = async (body: object) => (await (await call('POST', '/api/content/card', body)).json()).picture
    const drawn = await draw(texts)
    expect(drawn).toBe(Buffer.from(shown).toString('base64'))
    expect(drawn).not.toBe(await draw({ ...texts, title: 'Größe' }))
  })

  test('have the name of a page that has the brand in it', async () => {
    const { brand } = site.config.company
    const { html } = await page(`/cover/${encodeURIComponent(brand)}`)
    const card = await readCard(site.database, cardOf(html).replace('/cards/', ''), site.config)
    expect(card).toMatchObject({ title: brand, cover: { seed: expect.any(Number) } })
  })

  test('show the title, description and picture that staff have set, cropped around its focal point', async () => {
    const call = callAs(site, await site.asStaff())
    const half = (r: number, b: number) =>
      sharp({ create: { width: 600, height: 300, channels: 3, background: { r, g: 0, b } } })
        .png()
        .toBuffer()
    const bytes = await sharp(await half(220, 0))
      .extend({ right: 600, background: { r: 0, g: 0, b: 220 } })
      .png()
      .toBuffer()
    const { url } = await storeUpload(site.database, { bytes, owner: 'test', signal: new AbortController().signal })
    const own = { seoTitle: 'Own & short', seoDescription: 'For searchers.', socialImage: url }
    const fields = {
      title: 'A long title',
      slug: 'own-look',
      excerpt: 'For readers.',
      category: 'Cloud',
      published: true,
    }
    const saved = await (await call('POST', '/api/blogs', { ...fields, ...own })).json()
    expect(saved).toMatchObject(own)
    const id = /[0-9a-f]{32}/.exec(url)?.[0]
    // As a cover, it is cropped around the same point.
    await call('POST', '/api/blogs', { ...fields, title: 'Covered', slug: 'covered', imageUrl: url })
    const { slug } = await addCourse(site.database, { imageUrl: url, featured: true })
    const study = { title: 'Done', slug: 'done', client: 'Kelp', industry: 'Sea', summary: 'S', problem: 'P' }
    await call('POST', '/api/cases', { ...study, solution: 'We did.', imageUrl: url })
    const covered = ['/', '/blog', '/blog/covered', '/courses', `/courses/${slug}`, '/work', '/work/done']
    const positions = async () => {
      const found = (path: string) => page(path).then(({ html }) => html.match(/object-position:[^"]+(?="\/>)/g))
      return Promise.all(covered.map(found))
    }
    expect((await positions()).flat()).toEqual(covered.map(() => null))

    const cards = new Map<number, string>()
    for (const [focalX, side] of [
      [0.02, 'r'],
      [0.98, 'b'],
    ] as const) {
      expect((await call('PUT', `/api/media/${id}`, { alt: 'Two halves', focalX })).status).toBe(200)
      const { html } = await page('/blog/own-look')
      expect(html).toContain('<title>Own &amp; short</title><meta name="description" content="For searchers.">')
      expect(html).toContain('<meta property="og:title" content="Own &amp; short">')
      expect(html).toContain('<meta property="og:image:alt" content="Two halves">')
      expect(html).toContain('A long title</h1>')
      cards.set(focalX, cardOf(html))
      const card = Buffer.from(await (await site.get(cardOf(html))).arrayBuffer())
      const { dominant, channels } = await sharp(card).stats()
      expect(dominant[side]).toBeGreaterThan(180)
      expect(channels[side === 'r' ? 2 : 0]?.mean).toBeLessThan(20)
      const position = `object-position:${focalX * 100}% 50%`
      for (const [place, found] of (await positions()).entries()) expect(found, covered[place]).toContain(position)
    }
    expect(cards.get(0.02)).not.toBe(cards.get(0.98))

    const nothing = { seoTitle: ' ', seoDescription: '', socialImage: '' }
    const cleared = await (await call('PUT', `/api/blogs/${saved._id}`, { ...fields, ...nothing })).json()
    for (const name of Object.keys(nothing)) expect(cleared).not.toHaveProperty(name)
    const { html } = await page('/blog/own-look')
    expect(html).toContain('<title>A long title · Acme Cloud</title><meta name="description" content="For readers.">')
    // A card in memory goes with its picture.
    expect((await call('POST', `/api/media/${id}/erase`)).status).toBe(200)
    expect((await site.get(cards.get(0.02) ?? '')).status).toBe(404)
  })

  test('exist as long as their page is public', async () => {
    const call = callAs(site, await site.asStaff())
    const { url } = await storeUpload(site.database, {
      bytes: await readFile('public/icon-512.png'),
      owner: 'test',
      signal: new AbortController().signal,
    })
    for (const imageUrl of ['', url]) {
      const { id, title, slug } = await addPost(site.database, { ...(imageUrl && { imageUrl }) })
      const card = cardOf((await page(`/blog/${slug}`)).html)
      const body = { title, slug, excerpt: 'E.', category: 'Cloud', imageUrl }
      for (const [published, status] of [
        [true, 200],
        [false, 404],
        [true, 200],
      ] as const) {
        await call('PUT', `/api/blogs/${id}`, { ...body, published })
        expect((await site.get(card)).status).toBe(status)
      }
      await call('DELETE', `/api/blogs/${id}`)
      expect((await site.get(card)).status).toBe(404)
    }
  })

  test('exist only where we have signed their address, and another brand has others', async () => {
    const address = cardOf((await page('/about')).html)
    const [, data = '', mac = ''] = /cards\/([\w-]+)\.([\w-]+)\.jpg/.exec(address) ?? []
    const other = Buffer.from(JSON.stringify({ title: 'Mine', eyebrow: '', slug: '', category: '' })).toString(
      'base64url',
    )
    for (const name of [
      `${other}.${mac}.jpg`,
      `${data}.${mac.replace(/^./, (first) => (first === 'x' ? 'y' : 'x'))}.jpg`,
      `${data}.jpg`,
      'x',
    ])
      expect((await site.get(`/cards/${name}`)).status, name).toBe(404)
    const renamed = { ...site.config, company: { ...site.config.company, brand: 'Other Works' } }
    expect(await readCard(site.database, `${data}.${mac}.jpg`, site.config)).toMatchObject({ title: 'About' })
    expect(await readCard(site.database, `${data}.${mac}.jpg`, renamed)).toBeNull()
  })
})

test('caches files with a hash in their name forever, and sends them compressed', async () => {
  const { html } = await page('/')
  const [, module = ''] = /data-client="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? []
  const answer = await site.get(module, { headers: { 'accept-encoding': 'br' } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('content-encoding')).toBe('br')
  expect(answer.headers.get('content-type')).toMatch(/javascript/)
})
