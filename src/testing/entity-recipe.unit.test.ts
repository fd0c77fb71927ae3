import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

let root: string
beforeAll(async () => {
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

describe('the recipe', () => {
  test('compiles', { timeout: limit, tags: 'all' }, async () => {
    // Several checkers would check the common types again.
    expect(await complaintsOf(bin('tsc'), '-p', '.', '--checkers', '1')).toBe('')
  })

  test('is formatted, and follows the rules of the layout', { timeout: limit }, async () => {
    const written = recipes.flatMap(({ files, additions }) => [...files, ...additions]).map(({ path }) => path)
    expect(await complaintsOf(bin('biome'), 'check', '--error-on-warnings', ...written)).toBe('')
    expect(await complaintsOf(process.execPath, 'scripts/floors.ts')).toBe('')
  })

  test('passes its own tests and those of every entity', { timeout: limit, tags: 'all' }, async () => {
    const ofEvery = ['access', 'entities', 'every-resource', 'finder', 'public-queries', 'roles', 'schedule', 'trash']
    const files = ['partners', ...ofEvery].map((name) => `/${name}.test`)
    // The second half of `access` asks every call again with Firebase's tokens, which the same hook reads.
    const names = '^(?!accounts at Firebase)'
    const words = ['run', '--maxWorkers=1', '--project', 'sqlite', '-t', names, ...files]
    const run = [resolve('node_modules/vitest/vitest.mjs'), ...words]
    expect(await complaintsOf(process.execPath, ...run)).toBe('')
  })
  test('makes a block that the editor reads and writes', { timeout: limit, tags: 'all' }, async () => {
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
