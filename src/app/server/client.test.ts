import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { generate } from 'openapi-typescript-codegen'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { asToken } from '#testing/tokens.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp({ sampleContent: true })
})
afterAll(() => site.close())

const run = promisify(execFile)

/** As a stranger would write it: lists with pages, a draft, a mistake, a conflict, and a call that the token does not allow. */
const program = `
import { ApiError, BlogService, type Error, OpenAPI, type PostInput, UsersService } from './client/index'

const [url = '', token = ''] = process.argv.slice(2)
OpenAPI.BASE = url

async function listSlugs() {
  const slugs: string[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await BlogService.listPosts({ page, limit: 2 })
    pages = answer.totalPages
    slugs.push(...answer.blogs.map(({ slug }) => slug))
  }
  return slugs
}

async function refusal(call: () => Promise<unknown>): Promise<[number, Error]> {
  try {
    await call()
  } catch (error) {
    if (error instanceof ApiError) return [error.status, error.body]
    throw error
  }
  throw new TypeError('The call was not refused')
}

async function main() {
  const slugs = await listSlugs()
  OpenAPI.TOKEN = token
  const post: PostInput = { title: 'Made by a program', slug: 'made-by-a-program', excerpt: 'One line.', category: 'Security' }
  const made = await BlogService.createPost({ requestBody: post })
  const draft = await BlogService.getPostForEditing({ id: made._id })
  const errors = {
    again: await refusal(() => BlogService.createPost({ requestBody: post })),
    invalid: await refusal(() => BlogService.createPost({ requestBody: { ...post, slug: 'Not a slug' } })),
    outdated: await refusal(() => BlogService.updatePost({ id: made._id, ifMatch: '99', requestBody: post })),
    users: await refusal(() => UsersService.listUsers({})),
  }
  console.log(JSON.stringify({ slugs, draft, errors }))
}
void main()
`

/** The example of docs/api.md, which is a module of its own there. */
const [, shown = ''] = /^```ts\n(.*?)^```$/ms.exec(readFileSync('docs/api.md', 'utf8')) ?? []
const [imports = '', ...lines] = shown.replace('./atrium', './client/index').split('\n')
const example = `${imports}\nexport async function example() {\n${lines.join('\n')}\n}\n`

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: 'esnext',
  module: 'commonjs',
  moduleResolution: 'bundler',
  typeRoots: [resolve('node_modules/@types')],
  types: ['node'],
}

test('a client that is generated from the description compiles, and works', async () => {
  const staff = await site.asStaff({ role: 'editor' })
  const [{ secret }, answer] = await Promise.all([
    asToken(site, staff, ['staff', 'writeContent']),
    site.get('/api/openapi.json', staff),
  ])
  const folder = mkdtempSync(join(tmpdir(), 'atrium-client-'))
  mkdirSync(join(folder, 'client'))
  await generate({
    input: await answer.json(),
    output: join(folder, 'client'),
    httpClient: 'fetch',
    useOptions: true,
    useUnionTypes: true,
  })
  writeFileSync(join(folder, 'program.ts'), program)
  expect(lines.length).toBeGreaterThan(3)
  writeFileSync(join(folder, 'example.ts'), example)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { ...compilerOptions, rootDir: folder, outDir: join(folder, 'out') },
      include: ['program.ts', 'example.ts', 'client'],
    }),
  )
  const compiled = await run('node_modules/.bin/tsc', ['-p', folder]).catch(({ stdout }) => ({ stdout }))
  expect(compiled.stdout).toBe('')

  const bundle = join(folder, 'out', 'program.js')
  const { stdout } = await run(process.execPath, [bundle, site.url, secret])
  const { slugs, draft, errors } = JSON.parse(stdout)
  expect(slugs.length).toBeGreaterThan(2)
  expect(new Set(slugs).size).toBe(slugs.length)
  expect(draft).toMatchObject({ title: 'Made by a program', published: false, author: { name: 'Asha Rao' } })
  expect(errors).toMatchObject({
    again: [409, { code: 'conflict', issues: [{ path: 'slug' }] }],
    invalid: [422, { code: 'invalid', issues: [{ path: 'slug' }] }],
    outdated: [409, { code: 'version_conflict', conflict: { changedBy: 'Asha Rao by token CRM sync' } }],
    users: [403, { code: 'session_required' }],
  })
})
