import { expect, test } from 'vitest'
import { hashText } from '#contract/cover.ts'
import { composePage, drawMotif, likeness, mostAlike, motifNames, placesOf } from './motifs.ts'

const inks = { ink: 'a', muted: 'b', rule: 'c', primary: 'd', soft: 'e', accent: 'f', raised: 'g' }
const madeUp = 'Alder Basalt Cedar Dune Ember Fable Garnet Hollow Ivory Jasper Kelp Larch Moss Noon Opal Pine'.split(
  ' ',
)

test.each(motifNames)('names draw %s in many compositions', (motif) => {
  const drawings = madeUp.map((name) => drawMotif(motif, name, inks))
  expect(madeUp.map((name) => drawMotif(motif, name, inks))).toEqual(drawings)
  expect(new Set(drawings).size).toBeGreaterThan(madeUp.length - 2)
  for (const drawing of drawings) {
    expect(drawing).not.toMatch(/NaN|undefined|Infinity/)
    // Markup for each visitor: no drawing is heavy.
    expect(drawing.length).toBeLessThan(6_500)
  }
})

test('the drawings do not change', () => {
  // Shared link cards show them: a change also raises `drawingVersion` in card-address.ts.
  const drawings = motifNames.flatMap((motif) => madeUp.map((name) => drawMotif(motif, name, inks)))
  expect(hashText(drawings.join('\n'))).toBe(178_687_091)
})

test.each([
  'Startup Acceleration Tools',
  'Cloud Management & Optimization',
  'AI & Automation Solutions',
  'Data & Analytics Frameworks',
])('no two of sixteen made-up products in %s look alike', (category) => {
  const page = composePage(madeUp.map((name) => ({ name, category })))
  // While a motif of the category is free, none comes twice.
  expect(new Set(page.slice(0, 5).map(({ motif }) => motif)).size).toBe(5)
  const drawn = page.map(({ motif, seed }) => ({ motif, places: placesOf(motif, seed) }))
  for (const [index, one] of drawn.entries()) {
    const same = drawn.slice(0, index).filter(({ motif }) => motif === one.motif)
    for (const other of same) expect(likeness(one.places, other.places)).toBeLessThanOrEqual(mostAlike)
  }
})

test('words of the name choose the motif, and so do several of the features', () => {
  const motifOf = (name: string, features: string[] = []) =>
    composePage([{ name, category: 'AI & Automation Solutions', features }])[0]?.motif
  expect(motifOf('Estate Map')).toBe('map')
  expect(motifOf('An inventory of everything')).toBe('map')
  expect(motifOf('Kestrel', ['One inventory', 'A map of what depends on what'])).toBe('map')
  expect(motifOf('Cost Ledger')).toBe('ledger')
  expect(motifOf('Paper Reader', ['Inventory', 'Asset lists'])).toBe('reader')
  // A part of another word is none, and one word among the features is too little.
  expect(motifOf('Mapletree')).not.toBe('map')
  expect(motifOf('Kestrel', ['One inventory'])).toBe(motifOf('Kestrel'))
})

test('two records whose words suggest one motif both get it, in two compositions', () => {
  const page = composePage(['City map', 'Sea map', 'Night watch'].map((name) => ({ name, category: 'Support' })))
  expect(page.map(({ motif }) => motif)).toEqual(['map', 'map', 'watch'])
})
