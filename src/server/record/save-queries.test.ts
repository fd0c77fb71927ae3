// On both databases: each has its own queries.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAs, formOf } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { statementsOf } from '#testing/statements.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({ metrics: { token: undefined, listen: undefined } })
  call = callAs(site, await site.asStaff())
})
afterAll(() => site.close())

/** The statements of a save, including those of the access check, `begin` and `commit`. */
async function statementsOfSave(save: (count: number) => Promise<Response>): Promise<string[]> {
  const statements = await statementsOf(site, async (count) => {
    const answer = await save(count)
    await answer.arrayBuffer()
    expect(answer.status).toBe(200)
  })
  expect(statements.filter((statement) => /^(begin|commit)/.test(statement))).toHaveLength(2)
  return statements
}

test.each([
  ['draft', 22],
  ['published', 23],
  ['announced, with a picture', 26],
])('a save of a post (%s) takes %i statements', async (as, most) => {
  const published = as !== 'draft'
  const all = {
    title: 'A post',
    excerpt: 'Short.',
    category: 'Cloud',
    slug: as.slice(0, 5),
    published,
    content: 'Words.',
  }
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const withPicture = {
    ...all,
    sendNotification: true,
    imageAlt: 'Hills',
    image: new File([png as BlobPart], 'hills.png'),
  }
  const added = await call('POST', '/api/blogs', as.includes('picture') ? formOf(withPicture) : all)
  const { _id } = await added.json()
  const statements = await statementsOfSave((count) =>
    call('PUT', `/api/blogs/${_id}`, { ...all, content: `Words ${count}.` }),
  )
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most)
  // To answer 404 before the slow work, under the lock, and for the answer.
  const reads = statements.filter((statement) => /^select ("blogs"|\*).* from "blogs"/s.test(statement))
  expect(reads).toHaveLength(3)
})

test('a change of settings takes 18 statements', async () => {
  const statements = await statementsOfSave((count) =>
    call('PUT', '/api/settings/company', { brand: `Brand ${count}` }),
  )
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(18)
})
