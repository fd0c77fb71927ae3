import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { startTestApp } from '#testing/start-app.ts'
import { readTokenStyles } from './page-styles.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-site-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A folder of a company with these files. */
async function siteWith(files: Record<string, string>): Promise<string> {
  const siteDir = await mkdtemp(join(folder, 'site-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(siteDir, name)), { recursive: true })
    await writeFile(join(siteDir, name), text)
  }
  return siteDir
}
const read = (siteDir: string, env = {}) => readConfig({ DATA_DIR: join(folder, 'data'), SITE_DIR: siteDir, ...env })
const companyFile = (fields: string) =>
  `import type { Company } from './src/contract/company.ts'\nconst company: Partial<Company> = { ${fields} }\nexport default company\n`

test('the files of SITE_DIR are laid over those of the program', async () => {
  const siteDir = await siteWith({
    'company.config.ts': companyFile("brand: 'Blue Heron', social: {}"),
    'content/privacy.md': '---\ntitle: Privacy\ndescription: Short.\nupdated: 2031-01-02\n---\n{brand} is discreet.\n',
    'tokens.css':
      '/* Blue */ :root { --color-primary: light-dark(#1d4ed8, #93c5fd); --color-line: var(--color-danger-soft); }\n@font-face { src: url(/a.woff2) }\n',
    'public/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'public/fact sheets/2031.txt': 'Facts',
    'public/.well-known/assetlinks.json': '[]',
    'public/.DS_Store': 'hidden',
  })
  const { company, legalDirs, warnings } = read(siteDir)
  expect([company.brand, company.phone, company.social, warnings]).toEqual(['Blue Heron', '+91 20 5550 0142', {}, []])
  expect(read(siteDir, { COMPANY_BRAND: 'Grey Heron' }).company.brand).toBe('Grey Heron')
  const site = await startTestApp({ siteDir, company, legalDirs }, { built: true })
  try {
    const get = async (path: string) => {
      const answer = await site.get(path)
      return `${answer.status} ${answer.headers.get('content-type')} ${await answer.text()}`
    }
    const home = await get('/')
    expect(home).toContain('Blue Heron')
    expect(home).toContain(
      '<style>html:root,html .on-deep{--color-primary: light-dark(#1d4ed8, #93c5fd); --color-line: var(--color-danger-soft);}@font-face{src: url(/a.woff2)}</style>',
    )
    expect(await get('/privacy')).toContain('Blue Heron is discreet.')
    expect(await get('/terms')).toMatch(/^200 .*Blue Heron/s)
    // A page has the variables that those of the company use.
    expect(await get('/terms')).toContain('--color-danger-soft:')
    expect(await get('/favicon.svg')).toBe('200 image/svg+xml <svg xmlns="http://www.w3.org/2000/svg"/>')
    expect(await get('/favicon.ico')).toContain(`200 image/`)
    expect(await get('/fact%20sheets/2031.txt')).toBe('200 text/plain; charset=utf-8 Facts')
    expect(await get('/.well-known/assetlinks.json')).toMatch(/^200 .*\[\]$/)
    for (const path of ['/.DS_Store', '/tokens.css', '/company.config.ts', '/..%2Ftokens.css'])
      expect(await get(path), path).toMatch(/^404/)
  } finally {
    await site.close()
  }
})

test.each([
  ['brand: 7', 'company.config.ts: brand must be a text'],
  ["domain: 'nowhere'", 'company.config.ts: domain must be a domain such as example.com'],
  ["brand: 'A", 'SITE_DIR: company.config.ts cannot be read: '],
])('a company.config.ts with %s is refused in one line', async (fields, message) => {
  const siteDir = await siteWith({ 'company.config.ts': companyFile(fields) })
  expect(() => read(siteDir)).toThrow(message)
  expect(() => read(siteDir)).not.toThrow('\n')
})

test('an address that is not a folder, a file without the company, and a misspelt name are named', async () => {
  expect(() => read('/nowhere/at/all')).toThrow('SITE_DIR /nowhere/at/all is not a folder')
  const siteDir = await siteWith({ 'company.config.ts': 'export const company = {}' })
  expect(() => read(siteDir)).toThrow("SITE_DIR: company.config.ts has no default export with the company's fields")
  expect(read(await siteWith({ 'token.css': '' })).warnings).toEqual([
    expect.stringMatching(/^SITE_DIR: nothing reads token\.css; known are /),
  ])
})

test.each([
  ['a { color: red }', 'may only have blocks of :root and @font-face, not "a { color: red }"'],
  [':root { --color-paper: #fff', 'may only have blocks of :root and @font-face, not ":root { --color-paper: #fff"'],
  [':root { color: red }', 'may only have tokens such as --color-primary: #0b6b63, not "color: red"'],
  [':root { --color-papre: #fff }', 'sets --color-papre, which is not a token of the program (src/ui/tokens.css)'],
  [':root { --color-paper: </style> }', 'must not contain "<"'],
])('tokens such as %s are refused in one line', async (text, message) => {
  const siteDir = await siteWith({ 'tokens.css': text })
  const css = await readFile('src/ui/tokens.css', 'utf8')
  expect(() => readTokenStyles(siteDir, css)).toThrow(`SITE_DIR: tokens.css ${message}`)
})

test('a file whose address the program answers itself is named', async () => {
  const siteDir = await siteWith({ 'public/robots.txt': 'User-agent: *' })
  await expect(startTestApp({ siteDir }, { built: true })).rejects.toThrow(
    'SITE_DIR: public/robots.txt cannot be used, because the program answers /robots.txt itself',
  )
})
