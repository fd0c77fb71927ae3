import { SaxesParser } from 'saxes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCourse, addPost } from '#testing/sample-rows.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

/** The texts of an XML document by element; fails if it is not well-formed. */
async function texts(path: string): Promise<string[]> {
  const parser = new SaxesParser()
  const found: string[] = []
  parser.on('error', (error) => {
    throw error
  })
  parser.on('text', (text) => found.push(text))
  parser.write(await (await site.get(path)).text()).close()
  return found
}

const pasted = 'One\vtwo\u0001\u001b\ud800\ufffe\uffff & <three>'

test('writes well-formed XML, whatever characters the database contains', async () => {
  // A character reference passes a control character through the contract.
  const content = `# ${pasted.toWellFormed()} &#1;\n\n\`\`\`\n${pasted.toWellFormed()}\n\`\`\`\n\n<p>&#x1b;&#xb;&#xffff;</p>`
  const post = { title: pasted, excerpt: pasted, content, slug: `post\u0001\ud800` }
  const { authorId } = await addPost(site.database, post)
  await site.database.db.updateTable('authorProfiles').set({ name: pasted }).where('id', '=', authorId).execute()
  await addCourse(site.database, { title: pasted, slug: `course\u000c\uffff` })
  const feed = await texts('/rss.xml')
  // PostgreSQL cannot store half a surrogate pair: its driver replaces it.
  const read = feed.map((text) => text.replaceAll('\ufffd', ''))
  expect(read.filter((text) => text === 'Onetwo & <three>')).toHaveLength(3)
  const addresses = (await texts('/sitemap.xml')).map((text) => text.replaceAll('\ufffd', ''))
  expect(addresses.some((text) => text.endsWith('/blog/post'))).toBe(true)
  expect(addresses.some((text) => text.endsWith('/courses/course'))).toBe(true)
})

test('the feed has whole addresses in its pictures and links, and does not change texts about them', async () => {
  const content = 'Write `<img src="/logo.png">`: ![The href="/x" of it](/logo.png) and [ours](/blog).'
  await addPost(site.database, { content })
  const { publicUrl } = site.config
  const html = (await texts('/rss.xml')).find((text) => text.includes('Write'))
  expect(html).toContain(`<img src="${publicUrl}/logo.png" alt="The href=&#x22;/x&#x22; of it"`)
  expect(html).toContain(`<a href="${publicUrl}/blog">`)
  expect(html).toContain('&#x3C;img src="/logo.png">')
})

test('removes such characters from all input', async () => {
  const { headers } = await site.asStaff()
  const body = { title: pasted, slug: 'pasted', excerpt: pasted, content: pasted, category: 'Cloud' }
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...body, slug: 'pasted-form' })) form.append(name, value)
  for (const sent of [
    await site.post('/api/blogs', body, { headers }),
    await site.get('/api/blogs', { method: 'POST', body: form, headers }),
  ]) {
    expect(sent.status).toBe(201)
    const { title, excerpt, content } = await sent.json()
    const stored = [title, excerpt, content].map((text) => text.replaceAll('\ufffd', ''))
    expect(stored).toEqual(['One two & <three>', 'One two & <three>', 'One\ntwo & <three>'])
  }
})
