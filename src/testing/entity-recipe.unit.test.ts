import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, type RunnerTask, test } from 'vitest'
import { followRecipe, readRecipe } from './entity-recipe.ts'

/** The files of the project that compiling and testing need. */
const copied = ['src', 'content', 'scripts', 'package.json', 'tsconfig.json', 'biome.json', 'company.config.ts']
const configs = ['vite.config.ts', 'vitest.config.ts']
/** In ms. A busy machine takes minutes to check the types of the whole project. */
const limit = 600_000

const documents = ['docs/adding-an-entity.md', 'docs/adding-a-field.md', 'docs/adding-a-block.md'] as const
const recipe = readRecipe(await readFile(documents[0], 'utf8'))
/** A field for the same entity. */
const field = readRecipe(await readFile(documents[1], 'utf8'))
const block = readRecipe(await readFile(documents[2], 'utf8'))
const recipes = [recipe, field, block]

/** The dependencies of the recipes: the kits, the files that they change, and the settings of the tools. */
const basis = [
  ...documents,
  'package-lock.json',
  ...copied.filter((name) => name.includes('.')),
  ...configs,
  ...globSync('src/{admin,app,contract,server,testing,ui}/**/*.{ts,tsx}'),
  ...[recipe, block].flatMap(({ additions }) => additions).map(({ path }) => path),
]

/** The basis with which all tests here have passed on this machine. A fresh clone has none. */
const stamp = 'node_modules/.cache/entity-recipe'
const present = await digestOf(basis)
const isProven = !process.env['TEST_ALL'] && (await readFile(stamp, 'utf8').catch(() => '')) === present

async function digestOf(files: string[]) {
  const hash = createHash('sha256')
  for (const file of [...new Set(files)].sort())
    hash
      .update(file)
      .update('\0')
      .update(await readFile(file))
      .update('\0')
  return hash.digest('hex')
}

let root: string
beforeAll(async () => {
  if (isProven) return
  root = await realpath(await mkdtemp(join(tmpdir(), 'atrium-recipe-')))
  for (const name of [...copied, ...configs]) await cp(name, join(root, name), { recursive: true })
  await symlink(resolve('node_modules'), join(root, 'node_modules'), 'junction')
  for (const one of recipes) await followRecipe(one, root)
}, limit)
afterAll(() => root && rm(root, { recursive: true }))

/** Runs a program in the copy. @returns its output, or '' if it succeeded */
async function complaintsOf(command: string, ...args: string[]): Promise<string> {
  // The copy's tests run on their own, not as part of this run.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')))
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((settle) => child.once('close', settle))
  const output = await Promise.all([text(child.stdout), text(child.stderr)])
  return (await ended) === 0 ? '' : output.join('')
}

const bin = (name: string) => resolve('node_modules/.bin', name)
const linesOf = (blocks: { text: string }[]) => blocks.flatMap(({ text }) => text.trimEnd().split('\n')).length

test('takes at most 8 files, 150 lines, and 5 lines in registries', () => {
  expect(recipe.files.length).toBeGreaterThan(0)
  expect(recipe.files.length).toBeLessThanOrEqual(8)
  expect(linesOf(recipe.additions)).toBeLessThanOrEqual(5)
  expect(linesOf(recipe.files) + linesOf(recipe.additions)).toBeLessThanOrEqual(150)
})

describe.skipIf(isProven)('the recipe', () => {
  let tests: readonly RunnerTask[] = []
  beforeEach(({ task }) => {
    tests = task.suite?.tasks ?? []
  })
  afterAll(async () => {
    // A run of some of the tests proves nothing about the others.
    if (tests.some(({ result }) => result?.state !== 'pass')) return
    await mkdir(dirname(stamp), { recursive: true })
    await writeFile(stamp, present)
  })

  test('compiles', { timeout: limit }, async () => {
    // Several checkers would check the common types again.
    expect(await complaintsOf(bin('tsc'), '-p', '.', '--checkers', '1')).toBe('')
  })

  test('is formatted, and follows the rules of the layout', { timeout: limit }, async () => {
    const written = recipes.flatMap(({ files, additions }) => [...files, ...additions]).map(({ path }) => path)
    expect(await complaintsOf(bin('biome'), 'check', '--error-on-warnings', ...written)).toBe('')
    expect(await complaintsOf(process.execPath, 'scripts/floors.ts')).toBe('')
  })

  test('passes its own tests and those of every entity', { timeout: limit }, async () => {
    const ofEvery = ['access', 'entities', 'every-resource', 'finder', 'public-queries', 'roles', 'schedule', 'trash']
    const files = ['partners', ...ofEvery].map((name) => `/${name}.test`)
    // The second half of `access` asks every call again with Firebase's tokens, which the same hook reads.
    const names = '^(?!accounts at Firebase)'
    const words = ['run', '--maxWorkers=1', '--project', 'sqlite', '-t', names, ...files]
    const run = [resolve('node_modules/vitest/vitest.mjs'), ...words]
    expect(await complaintsOf(process.execPath, ...run)).toBe('')
  })
  test('makes a block that the editor reads and writes', { timeout: limit }, async () => {
    const names = 'saving the visual view|content that the editor has no block for'
    const run = [
      resolve('node_modules/vitest/vitest.mjs'),
      'run',
      '--project',
      'unit',
      'content.unit.test',
      '-t',
      names,
    ]
    expect(await complaintsOf(process.execPath, ...run)).toBe('')
  })
})
