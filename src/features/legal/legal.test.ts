import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let legalDir: string
beforeAll(async () => {
  legalDir = await mkdtemp(join(tmpdir(), 'atrium-legal-'))
  for (const name of ['privacy', 'terms', 'cookies']) await cp(`content/${name}.md`, join(legalDir, `${name}.md`))
  site = await startTestApp({ legalDirs: [legalDir] }, { built: true })
})
afterAll(async () => {
  await site.close()
  await rm(legalDir, { recursive: true })
})

const page = async (path: string) => {
  const answer = await site.get(path)
  return `${answer.status} ${/<main[\s\S]*<\/main>/.exec(await answer.text())?.[0]}`
}
const save = (name: string, text: string) => writeFile(join(legalDir, name), text)

test('an edited file is shown without a restart', async () => {
  expect(await page('/privacy')).toMatch(/^200 .*sums for each day, for 25 months:/s)
  await save(
    'privacy.md',
    '---\ntitle: Privacy\ndescription: Short.\nupdated: 2031-01-02\n---\nWe know {brand} alone.\n',
  )
  await expect.poll(() => page('/privacy')).toContain('We know Acme Cloud alone.')
  expect(await page('/privacy')).toContain('2 Jan 2031')
})

test.each([
  ['without front matter', '# Terms\n\nBe kind.\n'],
  ['whose front matter is no YAML', '---\ntitle: [\n---\nBe kind.\n'],
  ['without the day of the update', '---\ntitle: Terms\ndescription: Short.\n---\nBe kind.\n'],
])('a file %s is shown all the same', async (_, text) => {
  await save('terms.md', text)
  await expect.poll(() => page('/terms')).toContain('Be kind.')
  const shown = await page('/terms')
  expect(shown).toMatch(/^200 /)
  expect(shown).toContain('Terms of Service</h1>')
})

test('a file with the line ends of Windows is read like any other', async () => {
  await save(
    'terms.md',
    '---\r\ntitle: House rules\r\ndescription: Short.\r\nupdated: 2031-01-02\r\n---\r\nBe calm.\r\n',
  )
  await expect.poll(() => page('/terms')).toContain('House rules</h1>')
})

test('a missing file is an unknown page', async () => {
  await rm(join(legalDir, 'cookies.md'))
  await expect.poll(() => page('/cookies')).toMatch(/^404 /)
})

test('LEGAL_DIR must be a folder', () => {
  expect(() => readConfig({ DATA_DIR: legalDir, LEGAL_DIR: '/nowhere/at/all' })).toThrow(
    'LEGAL_DIR /nowhere/at/all is not a folder',
  )
})
