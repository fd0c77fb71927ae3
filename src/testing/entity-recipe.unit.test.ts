import { describe, expect, test } from 'vitest'
import { followRecipes, linesOf, recipeLimit as timeout } from './recipe.ts'

const { recipes, ...copy } = await followRecipes(
  'docs/adding-an-entity.md',
  'docs/adding-a-field.md',
  'docs/adding-a-block.md',
  'docs/adding-an-act.md',
  'docs/adding-a-setting.md',
)

test('takes at most 8 files, 150 lines, and 5 lines in registries', () => {
  const [{ files, additions } = { files: [], additions: [] }] = recipes
  expect(files.length).toBeGreaterThan(0)
  expect(files.length).toBeLessThanOrEqual(8)
  expect(linesOf(additions)).toBeLessThanOrEqual(5)
  expect(linesOf(files) + linesOf(additions)).toBeLessThanOrEqual(150)
})

test.each([
  ['a field', 1, 6],
  ['an act', 3, 1],
  ['a setting', 4, 2],
])('%s takes its files, besides tests', (_name, index, most) => {
  const { files, additions } = recipes[index] ?? { files: [], additions: [] }
  const paths = new Set([...files, ...additions].map(({ path }) => path))
  expect([...paths].filter((path) => !path.endsWith('.test.ts'))).toHaveLength(most)
})

describe('the recipe', () => {
  test('compiles', { timeout, tags: 'all' }, async () => {
    expect(await copy.compile()).toBe('')
  })

  test('is formatted, and follows the rules of the layout', { timeout }, async () => {
    expect(await copy.lint()).toBe('')
  })

  test('passes its own tests and those of every entity', { timeout, tags: 'all' }, async () => {
    const ofEvery = ['access', 'entities', 'every-resource', 'finder', 'public-queries', 'roles', 'schedule', 'trash']
    const files = ['partners', ...ofEvery].map((name) => `/${name}.test`)
    // The second half of `access` asks every call again with Firebase's tokens, which the same hook reads.
    expect(await copy.test('sqlite', '--maxWorkers=1', '-t', '^(?!accounts at Firebase)', ...files)).toBe('')
  })

  test('makes a block that the editor reads and writes', { timeout, tags: 'all' }, async () => {
    const names = 'saving the visual view|content that the editor has no block for'
    expect(await copy.test('unit', 'content.unit.test', '-t', names)).toBe('')
  })

  test('makes a setting that the site follows', { timeout, tags: 'all' }, async () => {
    expect(await copy.test('sqlite', 'analytics/analytics.test', '-t', 'while campaigns are not counted')).toBe('')
  })
})
