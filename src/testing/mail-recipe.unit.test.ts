import { expect, test } from 'vitest'
import { followRecipes, linesOf, recipeLimit as timeout } from './recipe.ts'

const { recipes, ...copy } = await followRecipes('docs/adding-a-mail.md')

test('takes at most three files and 40 lines besides the test', () => {
  const [{ files, additions } = { files: [], additions: [] }] = recipes
  const written = files.filter(({ path }) => !path.endsWith('.test.ts'))
  expect(new Set([...written, ...additions].map(({ path }) => path)).size).toBe(3)
  expect(linesOf(written) + linesOf(additions)).toBeLessThanOrEqual(40)
})

test('the recipe is formatted, and follows the rules of the layout', { timeout }, async () => {
  expect(await copy.lint()).toBe('')
})

test('the recipe compiles', { timeout, tags: 'all' }, async () => {
  expect(await copy.compile()).toBe('')
})

test('the mail arrives, and the tests of every kind include it', { timeout, tags: 'all' }, async () => {
  expect(await copy.test('sqlite', '--maxWorkers=1', '/farewell.test', '/send-loop.test')).toBe('')
})
