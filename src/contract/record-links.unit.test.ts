import { expect, test } from 'vitest'
import { parseRecordUrl, recordUrl } from './record-links.ts'

const post = { entity: 'blogs', id: '01936d3e-7a10-7cc0-b0e4-5d0c6c1e7f11' }

test('a permanent address names its record, with a name for people', () => {
  expect(recordUrl(post, 'Moving to the Cloud!')).toBe(`/go/blogs/${post.id}/moving-to-the-cloud`)
  expect(recordUrl(post, 'क्या है')).toBe(`/go/blogs/${post.id}`)
  for (const rest of ['', '/moving-to-the-cloud', '/x?a=b', '/x#costs', '#costs'])
    expect(parseRecordUrl(`/go/blogs/${post.id}${rest}`)).toEqual(post)
})

test.each(['/go/blogs', '/go/blogs/', '/go/blogs/a/b/c', '/blog/a', 'https://x.test/go/blogs/a', '/go/../a', ''])(
  '%j names none',
  (url) => {
    expect(parseRecordUrl(url)).toBeNull()
  },
)
