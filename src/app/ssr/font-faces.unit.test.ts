import { expect, test } from 'vitest'
import { fontFaces, isBasic } from './font-faces.ts'

const css = `@font-face{font-family:A;src:local(B)}
@font-face { font-family: A; src: url("./fonts/a-rest.woff2"); unicode-range: U+20-FF, U+1??; }
@font-face{font-family:A;src:url(/assets/a-x.woff2) format("woff2");unicode-range:U+20-7E,U+a0,U+2013-2014}
@font-face{font-family:B;src:url(/assets/b-x.woff2);unicode-range:U+20-7E}`

test('font files are read with the characters that a browser takes from them', () => {
  const [rest, basic, other] = fontFaces(css)
  expect([basic?.url, rest?.url, other?.url]).toEqual([
    '/assets/a-x.woff2',
    './fonts/a-rest.woff2',
    '/assets/b-x.woff2',
  ])
  expect([' ', '~', '\u00a0', '—'].map((text) => basic?.characters.test(text))).toEqual([true, true, true, true])
  expect(['\n', 'é', '‘'].map((text) => basic?.characters.test(text))).toEqual([false, false, false])
  expect(['plain é', 'Łódź', 'plain', 'Ễ'].map((text) => rest?.characters.test(text))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(fontFaces(css).map(isBasic)).toEqual([false, true, true])
})
