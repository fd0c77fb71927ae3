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
])('%s is the page %s', (path, pattern, params) => {
  const match = matchPage(path)
  expect(match?.route.path).toBe(pattern)
  expect(match?.params).toEqual(params)
})

test.each(['/nowhere', '/blog/a/b', '//blog', '/blog//a', '/preview/blogs', '/:slug', '/admin/blogs'])(
  '%s is not a page',
  (path) => expect(matchPage(path)).toBeUndefined(),
)
