import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { asToken } from '#testing/tokens.ts'

const document = readFileSync('docs/api.md', 'utf8')
/** The blocks of code, in their order. A block of JSON is what the one before it prints. */
const blocks = [...document.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', text = ''], at) => ({
  language,
  text,
  at,
}))

let site: TestApp
let folder: string
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  site = await startTestApp({ sampleContent: true })
  const { secret } = await asToken(site, await site.asStaff({ role: 'editor' }), ['staff', 'writeContent'])
  env = { ...process.env, ATRIUM: site.url, TOKEN: secret }
  folder = mkdtempSync(join(tmpdir(), 'atrium-api-'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{}')
  writeFileSync(join(folder, 'diagram.png'), picture)
})
afterAll(() => site.close())

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const has = (program: string) => {
  try {
    return execFileSync(program, ['--version'], { stdio: 'ignore' }) === null
  } catch {
    return false
  }
}
const programs: Record<string, (text: string) => [program: string, words: string[]]> = {
  // The address and the token are those of the test.
  sh: (text) => ['bash', ['-euc', text.replaceAll(/^export .*$/gm, '')]],
  js: (text) => [process.execPath, ['--input-type=module', '--eval', text]],
}
const run = promisify(execFile)

/** Whether a value has all fields of the one in the document, with values of the same type. */
function expectShape(value: unknown, shown: unknown, path = ''): void {
  if (Array.isArray(shown)) expectShape((value as unknown[])[0], shown[0], `${path}[]`)
  else if (typeof shown === 'object' && shown !== null)
    for (const [name, inner] of Object.entries(shown)) expectShape(Object(value)[name], inner, `${path}.${name}`)
  else expect(typeof value, path).toBe(typeof shown)
}

const runnable = blocks.filter(({ language }) => language in programs)

test.runIf(has('bash') && has('curl')).each(runnable)(
  'block $at of docs/api.md runs',
  async ({ language, text, at }) => {
    const [program, words] = programs[language]?.(text) ?? ['', []]
    const { stdout } = await run(program, words, { cwd: folder, env })
    const next = blocks[at + 1]
    if (next?.language === 'json') {
      const answer = JSON.parse(stdout)
      expectShape(answer, JSON.parse(next.text))
      if (!next.text.includes('"code"')) expect(answer).not.toHaveProperty('code')
    } else if (stdout.startsWith('{')) expect(JSON.parse(stdout)).not.toHaveProperty('code')
    if (text.includes('send(')) expect(stdout).toBe('200\n')
    if (text.includes('refused')) expect(stdout).toBe('2 409 version_conflict Asha Rao by token CRM sync\n')
  },
)

test('every block is of a language that a test runs or compiles', () => {
  expect(blocks.length).toBeGreaterThan(10)
  expect(new Set(blocks.map(({ language }) => language))).toEqual(new Set(['sh', 'js', 'json', 'ts']))
})

test('the document has the codes that the description has', async () => {
  const { components } = await (await site.get('/api/openapi.json', await site.asStaff())).json()
  const texts = JSON.stringify(Object.values(components.responses as Record<string, object>))
  const described = [...texts.matchAll(/`([a-z_]+)`/g)].map(([, code = '']) => code).filter((code) => code !== 'issues')
  const [table = ''] = /\| status .*?\n\n/s.exec(document) ?? []
  const shown = [...table.matchAll(/`([a-z_]+)`/g)].map(([, code = '']) => code).filter((code) => code !== 'issues')
  expect(described.length).toBeGreaterThan(10)
  expect(shown.toSorted()).toEqual([...described, 'confirm_identity', 'session_required', 'token_forbidden'].toSorted())
})
