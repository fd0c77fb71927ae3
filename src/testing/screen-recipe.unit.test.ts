import { expect, test } from 'vitest'
import { followRecipes, linesOf, recipeLimit as timeout } from './recipe.ts'

const { recipes, ...copy } = await followRecipes('docs/adding-a-staff-screen.md')

test('a screen of the back office takes at most 3 files and 40 lines', () => {
  const [{ files, additions } = { files: [], additions: [] }] = recipes
  expect(files.length).toBeGreaterThan(0)
  expect(files.length).toBeLessThanOrEqual(3)
  expect(linesOf(files) + linesOf(additions)).toBeLessThanOrEqual(40)
})

test('the screen compiles', { timeout, tags: 'all' }, async () => {
  expect(await copy.compile()).toBe('')
})

test('the screen is formatted, and follows the rules of the layout', { timeout }, async () => {
  expect(await copy.lint()).toBe('')
})

test('the screen is in the register, and its call refuses strangers', { timeout, tags: 'all' }, async () => {
  expect(await copy.test('unit', '/screens.unit.test')).toBe('')
  expect(await copy.test('sqlite', '--maxWorkers=1', '-t', '^(?!accounts at Firebase)', '/access.test')).toBe('')
})
