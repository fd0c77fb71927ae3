import anyAscii from 'any-ascii'
import { expect, test } from 'vitest'
import { latinSlugOf, slugOf } from './slug.ts'

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

test.each([
  ['Über Größe', 'uber-grosse'],
  ['नमस्ते दुनिया', 'nmste-duniya'],
  ['माझे AWS क्लाउड', 'majhe-aws-klaud'],
  ['தமிழ் மேகம்', 'tmil-mekm'],
  ['云计算: AWS', 'yun-ji-suan-aws'],
  ['안녕 세상', 'an-nyeong-se-sang'],
  ['Привет, мир', 'privet-mir'],
  ['مرحبا', 'mrhb'],
  ['McDonald’s → IBM', 'mcdonalds-ibm'],
  ['!!!', ''],
])('%j becomes %j in Latin letters', (title, slug) => {
  expect(latinSlugOf(title, anyAscii)).toBe(slug)
})
