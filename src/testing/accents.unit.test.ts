import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Accent, accents } from '#contract/accents.ts'

const tokens = readFileSync('src/ui/tokens.css', 'utf8')
/** The colours of a token in both schemes. */
const token = (name: string): string[] => {
  const [, value = ''] = new RegExp(`--color-${name}: (.*);`).exec(tokens) ?? []
  const colours = value.match(/#[\da-f]{6}/g) ?? []
  return colours.length === 1 ? [...colours, ...colours] : colours
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test.each(Object.entries<Accent>(accents))('every text in %s can be read in both schemes', (_, accent) => {
  for (const scheme of [0, 1]) {
    const { primary, 'primary-strong': strong, 'primary-soft': soft, 'on-primary': on } = accent
    const pairs = ['paper', 'raised', 'sunken'].flatMap((ground) => [
      [primary[scheme], token(ground)[scheme]],
      [strong[scheme], token(ground)[scheme]],
    ])
    pairs.push([primary[scheme], soft[scheme]], [strong[scheme], soft[scheme]], [token('ink')[scheme], soft[scheme]])
    pairs.push([on[scheme], primary[scheme]], [on[scheme], strong[scheme]])
    pairs.push([accent['deep-muted'], accent.deep], [token('deep-ink')[scheme], accent.deep])
    // Buttons and links on the dark ground have the colours of the dark scheme.
    pairs.push([primary[1], accent.deep], [token('accent')[1], accent.deep])
    for (const [text = '', ground = ''] of pairs)
      expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  }
})

test('the first accent is that of the stylesheet', () => {
  for (const [name, colours] of Object.entries(accents.Teal))
    expect(token(name)).toEqual(typeof colours === 'string' ? [colours, colours] : colours)
})
