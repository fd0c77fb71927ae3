import { describe, expect, test } from 'vitest'
import { followRecipes, linesOf, recipeLimit as timeout } from './recipe.ts'

const documents = [
  'an-entity',
  'a-field',
  'a-block',
  'an-act',
  'a-setting',
  'a-mail',
  'a-staff-screen',
  'a-section',
  'an-event',
] as const
const { recipes, ...copy } = await followRecipes(...documents.map((name) => `docs/adding-${name}.md`))

const recipeOf = (name: (typeof documents)[number]) => {
  const { files, additions } = recipes[documents.indexOf(name)] ?? { files: [], additions: [] }
  const written = files.filter(({ path }) => !path.endsWith('.test.ts'))
  const paths = new Set(
    [...written, ...additions.filter(({ path }) => !path.endsWith('.test.ts'))].map(({ path }) => path),
  )
  return { files, additions, written, paths }
}

test('an entity takes at most 8 files, 150 lines, and 5 lines in registries', () => {
  const { files, additions } = recipeOf('an-entity')
  expect(files.length).toBeGreaterThan(0)
  expect(files.length).toBeLessThanOrEqual(8)
  expect(linesOf(additions)).toBeLessThanOrEqual(5)
  expect(linesOf(files) + linesOf(additions)).toBeLessThanOrEqual(150)
})

test.each([
  ['a-field', 6],
  ['an-act', 1],
  ['a-setting', 2],
] as const)('%s takes its files, besides tests', (name, count) => {
  expect([...recipeOf(name).paths]).toHaveLength(count)
})

test('a section takes two files, and 4 lines in registries', () => {
  const { files, written, additions } = recipeOf('a-section')
  expect(files).toHaveLength(3)
  expect(written).toHaveLength(2)
  expect(linesOf(additions)).toBe(4)
})

test('a mail takes three files and at most 40 lines besides the test', () => {
  const { written, additions, paths } = recipeOf('a-mail')
  expect(paths.size).toBe(3)
  expect(linesOf(written) + linesOf(additions)).toBeLessThanOrEqual(40)
})

test('an event takes three files, at most 50 lines besides the test, and two in the register', () => {
  const { written, additions, paths } = recipeOf('an-event')
  const rest = additions.filter(({ path }) => !path.endsWith('.test.ts'))
  expect(paths.size).toBe(3)
  expect(linesOf(written) + linesOf(rest)).toBeLessThanOrEqual(50)
  expect(linesOf(rest.filter(({ path }) => path.includes('hook-events')))).toBeLessThanOrEqual(3)
})

test('a screen of the back office takes at most 3 files and 40 lines', () => {
  const { files, additions } = recipeOf('a-staff-screen')
  expect(files.length).toBeGreaterThan(0)
  expect(files.length).toBeLessThanOrEqual(3)
  expect(linesOf(files) + linesOf(additions)).toBeLessThanOrEqual(40)
})

describe('the recipes together', () => {
  test('compile', { timeout, tags: 'all' }, async () => {
    expect(await copy.compile()).toBe('')
  })

  test('are formatted, and follow the rules of the layout', { timeout }, async () => {
    expect(await copy.lint()).toBe('')
  })

  test('pass their own tests and those of every entity, screen and mail', { timeout, tags: 'all' }, async () => {
    const ofEvery = ['access', 'entities', 'every-resource', 'finder', 'public-queries', 'roles', 'schedule', 'trash']
    const files = ['partners', 'farewell', 'send-loop', ...ofEvery].map((name) => `/${name}.test`)
    // The second half of `access` asks every call again with Firebase's tokens, which the same hook reads.
    expect(await copy.test('sqlite', '--maxWorkers=1', '-t', '^(?!accounts at Firebase)', ...files)).toBe('')
    expect(await copy.test('unit', '/screens.unit.test')).toBe('')
  })

  test('make a block that the editor reads and writes', { timeout, tags: 'all' }, async () => {
    const names = 'saving the visual view|content that the editor has no block for'
    expect(await copy.test('unit', 'content.unit.test', '-t', names)).toBe('')
  })

  test('make a section that pages show', { timeout, tags: 'all' }, async () => {
    expect(await copy.test('sqlite', 'sections/facts.test')).toBe('')
    expect(await copy.test('unit', 'sections/all.unit.test')).toBe('')
  })

  test('make an event that webhooks are told of', { timeout, tags: 'all' }, async () => {
    expect(await copy.test('sqlite', 'server/hook-events.test', '-t', 'certificate.issued|every field')).toBe('')
  })

  test('make a setting that the site follows', { timeout, tags: 'all' }, async () => {
    expect(await copy.test('sqlite', 'analytics/analytics.test', '-t', 'while campaigns are not counted')).toBe('')
  })
})
