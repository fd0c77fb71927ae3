import { expect, test } from 'vitest'
import { fontFaces, isBasic } from './font-faces.ts'

const css = `@font-face{font-family:A;src:local(B)}
@font-face{font-family:A;src:url(/assets/a-x.woff2) format("woff2");unicode-range:U+20-7E,U+a0,U+2013-2014}
@font-face { src: url("./fonts/a-rest.woff2"); unicode-range: U+A1-FF, U+1??; }`

test('font files are read with the characters that they have', () => {
  const [basic, rest, ...others] = fontFaces(css)
  expect(others).toEqual([])
  expect([basic?.url, rest?.url]).toEqual(['/assets/a-x.woff2', './fonts/a-rest.woff2'])
  expect([' ', '~', '\u00a0', '—'].map((text) => basic?.characters.test(text))).toEqual([true, true, true, true])
  expect(['\n', 'é', '‘'].map((text) => basic?.characters.test(text))).toEqual([false, false, false])
  expect(['plain é', 'Łódź', 'plain', 'Ễ'].map((text) => rest?.characters.test(text))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(fontFaces(css).map(isBasic)).toEqual([true, false])
})
