import { readCharacters, type Tables, table } from './sfnt.ts'

/** How often each letter comes in a thousand letters of English text, the space included. */
const frequency: Record<string, number> = Object.fromEntries(
  'a65 b12 c22 d35 e102 f18 g16 h49 i56 j1 k6 l33 m20 n56 o61 p15 q1 r48 s51 t73 u22 v8 w19 x1 y16 z1'
    .split(' ')
    .map((entry) => [entry[0], Number(entry.slice(1))]),
)
frequency[' '] = 183

/** Advance widths of a to z and the space, in thousandths of the em, of the faces that stand in until ours has come. */
const standIns = {
  arial: '556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 278',
  arialBold: '556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 278',
  roboto: '544 561 523 564 530 347 561 551 243 239 507 243 876 552 570 561 568 338 516 327 551 484 751 496 473 496 248',
  robotoBold: '547 562 520 563 537 356 571 560 265 260 530 265 868 561 566 562 565 367 513 333 560 502 736 507 501 507 249',
}
export type StandIn = keyof typeof standIns

/** Mean width of a character of English text, in ems. */
function meanWidth(widthOf: (letter: string) => number): number {
  const entries = Object.entries(frequency)
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0)
  return entries.reduce((sum, [letter, weight]) => sum + widthOf(letter) * weight, 0) / total
}

function standInWidth(name: StandIn): number {
  const widths = standIns[name].split(' ').map(Number)
  return meanWidth((letter) => (widths[letter === ' ' ? 26 : letter.charCodeAt(0) - 97] ?? 0) / 1000)
}

/** What `@font-face` must say of a stand-in for it to take the same room as our font. */
export function overrides(tables: Tables, standIn: StandIn): string {
  const em = table(tables, 'head').readUInt16BE(18)
  const hhea = table(tables, 'hhea')
  const hmtx = table(tables, 'hmtx')
  const characters = readCharacters(tables)
  const last = hhea.readUInt16BE(34) - 1
  const width = meanWidth((letter) => hmtx.readUInt16BE(4 * Math.min(characters.get(letter.charCodeAt(0)) ?? 0, last)) / em)
  const adjust = width / standInWidth(standIn)
  const percent = (value: number) => `${(value * 100).toFixed(2)}%`
  return [
    `size-adjust: ${percent(adjust)}`,
    `ascent-override: ${percent(hhea.readInt16BE(4) / em / adjust)}`,
    `descent-override: ${percent(-hhea.readInt16BE(6) / em / adjust)}`,
    `line-gap-override: ${percent(hhea.readInt16BE(8) / em / adjust)}`,
  ].join('; ')
}
