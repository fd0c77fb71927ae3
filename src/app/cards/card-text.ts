import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { contentFolder } from '#server/config/program-files.ts'
import { colours } from '#ui/drawing/shapes.ts'

export type TextImage = { data: Buffer; width: number; height: number }

const folder = join(contentFolder, 'fonts')
const files = readdirSync(folder).filter((file) => file.endsWith('.ttf'))
/**
 * The families of these files (scripts/fonts.ts). Bricolage's name is that of its default instance; the comma behind the last one keeps "ExtraBold" from
 * being read as a weight. For other letters the renderer looks among the fonts of the machine.
 */
const families = 'Bricolage Grotesque 96pt ExtraBold, Inter, Noto Sans Devanagari,'

type Setting = { size: number; width?: number; spacing?: number; fontfile?: string }

/** Renders markup in lines. @throws Error if nothing is visible */
async function render(markup: string, { size, ...setting }: Setting): Promise<TextImage> {
  const { data, info } = await sharp({
    text: { text: markup, font: `${families} ${size}`, wrap: 'word-char', rgba: true, dpi: 72, ...setting },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

let loaded: Promise<unknown> | undefined
/** The renderer keeps a font file once a text has named it. */
const loadFaces = () =>
  (loaded ??= Promise.all(files.map((file) => render('a', { size: 10, fontfile: join(folder, file) }))))

/**
 * Sets a text in lines of this width, in pixels. Letters that no font has are left out.
 * @returns null if no letter remains
 */
export async function setText(
  text: string,
  { size, width, colour = colours.ink }: { size: number; width: number; colour?: string | undefined },
): Promise<TextImage | null> {
  const { shown } = await lettersOf(text)
  if (shown === '') return null
  const markup = `<span foreground="${colour}" letter_spacing="${-size * 16}">${escapeMarkup(shown)}</span>`
  return render(markup, { size, width, spacing: -Math.round(size * 0.06) })
}

const escapeMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Letters as people see them: a flag is one, and so is a consonant with its vowel sign. */
const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Reads which letters of a text the fonts have. `shown` is the text without the others, `missing` are those, as they follow each other. */
export async function lettersOf(text: string): Promise<{ shown: string; missing: string[] }> {
  await loadFaces()
  const letters = [...segments.segment(text.toWellFormed().replaceAll(/[\p{Cc}\s]+/gu, ' '))]
  const found = await Promise.all(letters.map(async ({ segment }) => ({ segment, gone: await isMissing(segment) })))
  const missing: string[] = []
  for (const [index, { segment, gone }] of found.entries()) {
    if (!gone) continue
    if (found[index - 1]?.gone) missing.push(missing.pop() + segment)
    else missing.push(segment)
  }
  const left = found.map(({ segment, gone }) => (gone ? ' ' : segment)).join('')
  return { shown: missing.length > 0 ? tidied(left) : left.trim(), missing }
}

/** A text in which letters are missing, without the marks that belonged to them; nothing if only marks remain. */
function tidied(text: string): string {
  if (!/[\p{L}\p{N}\p{So}]/u.test(text)) return ''
  return text
    .replaceAll(/[([{“„«‘]\s*[)\]}”“»’]/g, ' ')
    .replaceAll(/\s+(?=[\s:;,.!?])/g, '')
    .replaceAll(/^[\s:;,.!?|·•–—-]+|[\s:;,|·•–—-]+$/g, '')
}

/** The letters of every Latin face, which need no look. */
const plain = /^[\x20-\x7e\xa0-\xff]$/
const invisible = /^[\p{Default_Ignorable_Code_Point}\p{Z}]$/u

const isMissing = async (segment: string) => (await Promise.all([...segment].map(lacks))).includes(true)

const looked = new Map<string, Promise<boolean>>()
function lacks(character: string): Promise<boolean> | false {
  if (plain.test(character) || invisible.test(character)) return false
  const known = looked.get(character) ?? isBoxed(character)
  looked.set(character, known)
  return known
}

/** Characters of the planes with four and with six digits which no font may have. */
const never = ['\ufdd0', '\u{10ffff}']

/** Whether the renderer draws a box with the character's number, as it does where no font has it. */
async function isBoxed(character: string): Promise<boolean> {
  const box = never[(character.codePointAt(0) ?? 0) > 0xffff ? 1 : 0] as string
  const [own, boxed] = await Promise.all([outlineOf(character), outlineOf(box)])
  return own === boxed
}

/** The size of a drawn character with the pixels of its edges. */
async function outlineOf(character: string): Promise<string> {
  const image = await render(escapeMarkup(character), { size: 32 }).catch(() => null)
  if (!image) return ''
  const { data, width, height } = image
  const alpha = await sharp(data).extractChannel(3).raw().toBuffer()
  const edges = alpha.filter((_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return x === 0 || y === 0 || x === width - 1 || y === height - 1
  })
  return `${width} ${height} ${Buffer.from(edges).toString('base64')}`
}
