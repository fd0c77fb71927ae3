import { describe, expect, test } from 'vitest'
import {
  type Counts,
  companionsOf,
  factsOf,
  failedCount,
  hasOthers,
  importedCount,
  screenOf,
  summaryOf,
} from './import-words.admin.ts'

const blog: Counts = [
  { kind: 'post', outcome: 'new', count: 82 },
  { kind: 'page', outcome: 'new', count: 6 },
  { kind: 'post', outcome: 'here', count: 3 },
  { kind: 'page', outcome: 'leftOut', count: 2 },
  { kind: 'author', outcome: 'new', count: 1 },
  { kind: 'redirect', outcome: 'new', count: 95 },
  { kind: 'other', outcome: 'leftOut', count: 1204 },
]

describe('the summary of an import', () => {
  test('names posts and pages first, then what stays and what is left out', () => {
    expect(summaryOf(blog, 'before')).toBe('82 posts and 6 pages will be added. 3 are here already. 2 are left out.')
    expect(summaryOf(blog, 'after')).toBe('82 posts and 6 pages were added. 3 were here already. 2 were left out.')
    expect(companionsOf(blog)).toBe('With them: 1 author and 95 redirects.')
    expect(hasOthers(blog)).toBe(true)
    expect(importedCount(blog)).toBe(88)
  })

  test('says of one thing that it is one', () => {
    const one: Counts = [
      { kind: 'post', outcome: 'new', count: 1 },
      { kind: 'post', outcome: 'changed', count: 1 },
      { kind: 'post', outcome: 'failed', count: 1 },
    ]
    expect(summaryOf(one, 'before')).toBe(
      '1 post will be added. 1 has changed since and will be updated. 1 cannot be read.',
    )
    expect(summaryOf(one, 'after')).toBe('1 post was added. 1 was updated. 1 could not be imported.')
    expect(failedCount(one)).toBe(1)
  })

  test('names the kinds where nothing is new', () => {
    expect(summaryOf([{ kind: 'post', outcome: 'here', count: 85 }], 'before')).toBe('85 posts are here already.')
    expect(importedCount([{ kind: 'post', outcome: 'here', count: 85 }])).toBe(0)
  })

  test('is about redirects where a file has nothing else', () => {
    const redirects: Counts = [{ kind: 'redirect', outcome: 'new', count: 12 }]
    expect(summaryOf(redirects, 'before')).toBe('12 redirects will be added.')
    expect(companionsOf(redirects)).toBeUndefined()
    expect(importedCount(redirects)).toBe(12)
  })

  test('says that a file has nothing', () => {
    expect(summaryOf([], 'before')).toBe('There is nothing to import in this file.')
    expect(summaryOf([{ kind: 'other', outcome: 'leftOut', count: 4 }], 'after')).toBe('Nothing was imported.')
    expect(hasOthers([])).toBe(false)
  })
})

test('the counts of each kind are in words', () => {
  expect(factsOf(blog, 'before').filter(({ value }) => value)).toEqual([
    { name: 'Posts', value: '82 new, 3 already here' },
    { name: 'Pages', value: '6 new, 2 left out' },
    { name: 'Authors', value: '1 new' },
    { name: 'Redirects', value: '95 new' },
    { name: 'Others', value: '1,204 left out' },
  ])
  const [posts] = factsOf(blog, 'undone')
  expect(posts).toEqual({ name: 'Posts', value: '82 undone, 3 already here' })
})

test('a record leads to its form, to its list, or nowhere', () => {
  const to = (entity: string) => screenOf({ entity, _id: 'one' })
  expect(['blogs', 'pages', 'siteSettings', 'redirects', 'mediaItems', 'authorProfiles', 'cohorts'].map(to)).toEqual([
    ...['/admin/blogs/edit/one', '/admin/pages/edit/one', '/admin/settings/one', '/admin/redirects', '/admin/media'],
    ...[undefined, undefined],
  ])
})
