import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { lettersOf } from './card-text.ts'
import { type Card, drawCard } from './draw-card.ts'

const folder = mkdtempSync(join(tmpdir(), 'atrium-fonts-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Letters that no font has. */
const [one, two] = ['\u{10fffd}', '\u{10fffc}']

test.each([
  [`${one}${two}: Größe und Wirkung`, 'Größe und Wirkung'],
  [`Cost of ${one} (${two})`, 'Cost of'],
  [`Cost ${one} ${two}: more`, 'Cost: more'],
  [`AWS${one}${two}Region`, 'AWS Region'],
  [`क्लाउड ${one} लागत`, 'क्लाउड लागत'],
  [`${one} – ${two}?!`, ''],
  ['«Больше» — Łódź, Ελλάδα', '«Больше» — Łódź, Ελλάδα'],
  ['\tA\u0000 title\n', 'A title'],
])('leaves out of %j only the letters that no font has', async (text, shown) => {
  expect((await lettersOf(text)).shown).toBe(shown)
})

test('names these letters as they follow each other', async () => {
  expect((await lettersOf(`a ${one}${two}b ${two}`)).missing).toEqual([one + two, two])
  expect((await lettersOf('क्षत्रिय ज्ञान श्री ट्रैफ़िक ₹ नई')).missing).toEqual([])
})

test('a machine without any font has the letters of five scripts', () => {
  const file = join(folder, 'fonts.conf')
  writeFileSync(file, '<?xml version="1.0"?><fontconfig></fontconfig>')
  const texts = ['Größe Łódź Đặng', 'क्लाउड की लागत', 'Привіт Қазақ', 'Ελλάδα ὅτι', '東京 AWS', 'שלום']
  const program = `
    import { lettersOf } from '#app/cards/card-text.ts'
    const found = []
    for (const text of ${JSON.stringify(texts)}) found.push(await lettersOf(text))
    console.log(JSON.stringify(found))`
  const options = { env: { ...process.env, FONTCONFIG_FILE: file }, encoding: 'utf8' } as const
  const answer = execFileSync(process.execPath, ['--input-type=module', '--eval', program], options)
  const drawn = texts.slice(0, 4).map((shown) => ({ shown, missing: [] }))
  expect(JSON.parse(answer)).toEqual([...drawn, { shown: 'AWS', missing: ['東京'] }, { shown: '', missing: ['שלום'] }])
})

const card: Card = {
  ...{ brand: '', company: 'Acme', host: 'www.acme.example', eyebrow: '', slug: 'x', category: 'Cloud' },
  title: '',
}
const column = { left: 60, top: 160, width: 660, height: 370 }
/** The lowest line with ink in the column of the title, in pixels from its top. */
async function inkOf(title: string): Promise<{ bytes: Buffer; bottom: number }> {
  const bytes = await sharp(await drawCard({ ...card, title }))
    .extract(column)
    .greyscale()
    .raw()
    .toBuffer()
  return { bytes, bottom: Math.floor(bytes.findLastIndex((grey) => grey < 128) / column.width) }
}

test('a card has the name of the company in place of a title of which no letter can be drawn', async () => {
  expect((await inkOf(`${one} ${two}`)).bytes.equals((await inkOf('Acme')).bytes)).toBe(true)
})

test('a long title of wide letters is shown whole', async () => {
  const { bottom } = await inkOf('क्लाउड की लागत और उसका असर '.repeat(5))
  expect(bottom).toBeGreaterThan(200)
  expect(bottom).toBeLessThan(330)
})
