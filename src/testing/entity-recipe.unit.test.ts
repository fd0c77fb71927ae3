import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followRecipe, type Recipe, readRecipe } from './entity-recipe.ts'

/** The files of the project that compiling and testing need. */
const copied = ['src', 'content', 'scripts', 'package.json', 'tsconfig.json', 'biome.json', 'company.config.ts']
const configs = ['vite.config.ts', 'vitest.config.ts']
const aMinute = 60_000

let root: string
let recipe: Recipe
beforeAll(async () => {
  recipe = readRecipe(await readFile('docs/adding-an-entity.md', 'utf8'))
  root = await realpath(await mkdtemp(join(tmpdir(), 'atrium-recipe-')))
  for (const name of [...copied, ...configs]) await cp(name, join(root, name), { recursive: true })
  await symlink(resolve('node_modules'), join(root, 'node_modules'), 'junction')
  await followRecipe(recipe, root)
}, aMinute)
afterAll(() => rm(root, { recursive: true }))

/** Runs a program in the copy. @returns what it printed, or '' if it succeeded */
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

test('takes at most 8 files, 150 lines, and 6 lines in registries', () => {
  expect(recipe.files.length).toBeGreaterThan(0)
  expect(recipe.files.length).toBeLessThanOrEqual(8)
  expect(linesOf(recipe.additions)).toBeLessThanOrEqual(6)
  expect(linesOf(recipe.files) + linesOf(recipe.additions)).toBeLessThanOrEqual(150)
})

test('compiles', { timeout: 2 * aMinute }, async () => {
  expect(await complaintsOf(bin('tsc'), '-p', '.')).toBe('')
})

test('is formatted, and follows the rules of the layout', { timeout: 2 * aMinute }, async () => {
  const written = [...recipe.files, ...recipe.additions].map(({ path }) => path)
  expect(await complaintsOf(bin('biome'), 'check', '--error-on-warnings', ...written)).toBe('')
})

test('passes its own tests and those of every entity', { timeout: 3 * aMinute }, async () => {
  const tests = ['partners.test', 'every-resource.test', 'access.test']
  const run = [resolve('node_modules/vitest/vitest.mjs'), 'run', '--project', 'sqlite', ...tests]
  expect(await complaintsOf(process.execPath, ...run)).toBe('')
})
