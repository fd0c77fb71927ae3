/** A font file of a stylesheet, and the pattern of the characters for which a browser downloads it. */
export type FontFace = { url: string; characters: RegExp }

/** The font files that a stylesheet declares; local fonts are left out. Where two of a family have a character, the later one is used. */
export function fontFaces(css: string): FontFace[] {
  const later: Record<string, string> = {}
  const faces = [...css.matchAll(/@font-face\s*\{[^}]*\}/g)].reverse().flatMap(([rule]) => {
    const family = /font-family:\s*([^;}]+)/.exec(rule)?.[1] ?? ''
    const url = /url\(["']?([^"')]+)/.exec(rule)?.[1]
    const ranges = /unicode-range:\s*([^;}]+)/.exec(rule)?.[1]
    if (!url || !ranges) return []
    const own = ranges.split(',').map(classOf).join('')
    const characters = new RegExp(`(?![${later[family] ?? ''}])[${own}]`, 'u')
    later[family] = (later[family] ?? '') + own
    return { url, characters }
  })
  return faces.reverse()
}

/** `U+20-7E`, `U+A0` or `U+1??` as a part of a character class. */
function classOf(range: string): string {
  const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-')
  return `\\u{${first.replaceAll('?', '0')}}-\\u{${last.replaceAll('?', 'F')}}`
}

/** Whether a page needs the file whatever its text: it has the plain letters. */
export const isBasic = ({ characters }: FontFace) => characters.test('a')
