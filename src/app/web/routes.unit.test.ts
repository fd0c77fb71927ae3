import { expect, test } from 'vitest'
import { matchPage } from './routes.tsx'

test.each([
  ['/', '/', {}],
  ['/blog', '/blog', {}],
  ['/Blog//', '/blog', {}],
  ['/blog/my-post', '/blog/:slug', { slug: 'my-post' }],
  ['/blog/M%C3%BCnchen%2FBerlin/', '/blog/:slug', { slug: 'München/Berlin' }],
  ['/blog/50%', '/blog/:slug', { slug: '50%' }],
  ['/newsletter/confirm', '/newsletter/confirm', {}],
  ['/preview/blogs/abc', '/preview/blogs/:token', { token: 'abc' }],
  // The server knows which of these staff have built.
  ['/nowhere', '/:first', { first: 'nowhere' }],
  ['/events/pune-2027/', '/:first/:second', { first: 'events', second: 'pune-2027' }],
])('%s is the page %s', (path, pattern, params) => {
  const match = matchPage(path)
  expect(match?.route.path).toBe(pattern)
  expect(match?.params).toEqual(params)
})

test.each(['/a/b/c', '/blog/a/b', '//blog', '/blog//a', '/nowhere/'.repeat(2)])('%s is not a page', (path) =>
  expect(matchPage(path)).toBeUndefined(),
)
