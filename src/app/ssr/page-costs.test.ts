import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeContent } from '#server/database/content-version.ts'
import { queries } from '#server/runtime/measurements.ts'
import { addManyRows } from '#testing/many-rows.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

/** Counting may weigh this much of both. */
const beacon = 450
/** The styles and attributes for scripts from right to left may weigh this much of a document. */
const directions = 128
/** The limits of a page, compressed: its document including styles, and its JavaScript that runs before the visitor acts. */
const budget = { document: 24 * 1024 + beacon + directions, script: 2 * 1024 + beacon, queries: 8 }

/**
 * Shared queries run once: the settings, the signing key, the existing and the listed pages, the wordings under the forms, and the dates
 * of courses.
 */
const shared = /"(siteSettings|settings|openings|pages|consentTexts|cohorts)"/

/** Background queries: those of the send loop, and for the content version. */
const background = /"(deliveries|contentVersions)"/

let site: TestApp
let asked: string[] = []
let stopListening: () => void
beforeAll(async () => {
  site = await startTestApp({ metrics: { token: undefined, listen: undefined }, rateLimit: false }, { built: true })
  stopListening = queries.listen(({ query }) => void (background.test(query.sql) || asked.push(query.sql)))
  await addManyRows(site.database, site.config, 60)
})
afterAll(async () => {
  stopListening()
  await site.close()
})

type Cost = { html: string; queries: string[]; again: string[] }

/** Each kind of page, or those whose name contains a word, asked for twice. */
async function costs(word = ''): Promise<Map<string, Cost>> {
  const [post, course] = await Promise.all([
    site.database.db.selectFrom('blogs').select('slug').where('published', '=', true).executeTakeFirstOrThrow(),
    site.database.db.selectFrom('courses').select('slug').where('active', '=', true).executeTakeFirstOrThrow(),
  ])
  const pages: Record<string, string> = {
    ...{ Home: '/', services: '/services', products: '/products', about: '/about', contact: '/contact' },
    ...{ posts: '/blog', 'more posts': '/blog?page=7', post: `/blog/${post.slug}` },
    ...{ courses: '/courses', course: `/courses/${course.slug}` },
  }
  const found = new Map<string, Cost>()
  for (const [name, path] of Object.entries(pages).filter(([name]) => name.includes(word))) {
    const ask = async () => {
      asked = []
      const answer = await site.get(path, { headers: { 'accept-encoding': 'identity' } })
      expect([path, answer.status]).toEqual([path, 200])
      const html = await answer.text()
      return { html, queries: [...asked] }
    }
    found.set(name, { ...(await ask()), again: (await ask()).queries })
  }
  return found
}

test('the cost of a page is bounded, and does not grow with the number of posts', async () => {
  const small = await costs()
  await addManyRows(site.database, site.config, 540)
  const large = await costs('post')
  const commonly: string[] = []

  for (const [name, { html, queries, again }] of [...small, ...large]) {
    const scripts = [...html.matchAll(/<script(?: type="module")?>(.*?)<\/script>/gs)].map(([, text]) => text)
    expect(html, name).not.toMatch(/<script[^>]* src=|rel="(stylesheet|modulepreload)"/)
    expect(scripts, name).toHaveLength(1)
    expect(gzipSync(scripts.join()).length, name).toBeLessThan(budget.script)
    expect(gzipSync(html).length, name).toBeLessThan(budget.document)
    const own = queries.filter((sql) => !shared.test(sql))
    expect(own.length, `${name}: ${own.join('\n')}`).toBeLessThanOrEqual(budget.queries)
    commonly.push(...queries.filter((sql) => shared.test(sql)))
    expect(again, `${name} again`).toEqual([])
  }
  // A new site makes its signing key: it is looked for, made, and read. It stores the wordings under its forms.
  expect(commonly.length, commonly.join('\n')).toBeLessThanOrEqual(2 * 4 + 3 + 1)
  for (const [name, { html }] of large)
    expect(html.length / Number(small.get(name)?.html.length), name).toBeLessThan(1.05)
})

test('a burst of visitors after a change costs as much as one', async () => {
  const costOf = async (visitors: number) => {
    await changeContent(site.database, async () => {})
    asked = []
    const answers = await Promise.all(Array.from({ length: visitors }, () => site.get('/courses')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    return asked.filter((sql) => sql.startsWith('select')).length
  }
  const one = await costOf(1)
  expect(one).toBeGreaterThan(0)
  expect(await costOf(60)).toBe(one)
})
