import { expect, test } from 'vitest'
import { slugOf } from './slug.ts'

test.each([
  ['Hello, World!', 'hello-world'],
  ['  A  --  B  ', 'a-b'],
  ['AI & ML: 10× faster', 'ai-ml-10-faster'],
  ['Über Cloud', 'ber-cloud'],
  ['---', ''],
  ['', ''],
])('%j becomes %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})
