import anyAscii from 'any-ascii'
import { expect, test } from 'vitest'
import { copySlug, copyTitle, isFirstOfCopy, latinSlugOf, losesLetters, slugOf } from './slugs.ts'

test.each([
  ['Hello, World!', 'hello-world'],
  ['  A  --  B  ', 'a-b'],
  ['AI & ML: 10× faster', 'ai-ml-10-faster'],
  ['Größe & Übung', 'grosse-ubung'],
  ['STRASSE ẞ', 'strasse-ss'],
  ['Zażółć gęślą jaźń', 'zazolc-gesla-jazn'],
  ['Iğdır’da İstanbul', 'igdir-da-istanbul'],
  ['Smørrebrød på Ærø', 'smorrebrod-pa-aero'],
  ['L’œuvre à Noël', 'l-oeuvre-a-noel'],
  ['Điện toán đám mây', 'dien-toan-dam-may'],
  ['Þórður og Ðorđe', 'thordur-og-dorde'],
  ['ﬁne ½ №', 'fine-1-2-no'],
  ['नमस्ते दुनिया', ''],
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
  ['💫', ''],
  ['Привет 💫 мир', 'privet-mir'],
  ['мир🚀👩🏽‍💻', 'mir'],
  ['भारत 🇮🇳 🏴󠁧󠁢󠁳󠁣󠁴󠁿 ❤️ ☃ ★ ✔', 'bhart'],
  ['१० ₹ नमस्ते ™ № 1️⃣', '10-rs-nmste-tm-no-1'],
  ['!!!', ''],
])('%j becomes %j in Latin letters', (title, slug) => {
  expect(latinSlugOf(title, anyAscii)).toBe(slug)
})

test('no letter of a European language or of Vietnamese is lost, and the large table is not loaded for them', () => {
  for (const [first, last] of [
    [0xc0, 0x17f],
    [0x1e00, 0x1eff],
  ] as const)
    for (let code = first; code <= last; code++) {
      const letter = String.fromCodePoint(code)
      if (!/\p{L}/u.test(letter)) continue
      expect([letter, losesLetters(letter)]).toEqual([letter, false])
      expect([letter, slugOf(letter)]).not.toEqual([letter, ''])
    }
  expect(losesLetters('Größe नमस्ते')).toBe(true)
  expect(losesLetters('“Größe” – 10 ₹')).toBe(false)
})

test('a copy has its first title and slug until one of them changes', () => {
  const [title, slug] = [copyTitle('Charge once'), copySlug('charge-once')]
  expect([title, slug]).toEqual(['Copy of Charge once', 'charge-once-copy'])
  expect(copySlug(`${slug}-2`)).toBe(slug)
  expect([slug, `${slug}-2`].map((one) => isFirstOfCopy(title, one))).toEqual([true, true])
  expect(isFirstOfCopy(title, 'by-hand')).toBe(false)
  expect(isFirstOfCopy('Charge once', slug)).toBe(false)
})
