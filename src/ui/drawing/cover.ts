import { columns, layers, ledger, tiles } from './block-patterns.ts'
import { arcs, field, flow, mesh, walls } from './line-patterns.ts'
import { hashText, randomFrom } from './seed.ts'
import { type Scheme, type SchemeName, schemes } from './shapes.ts'

const patterns = { layers, flow, arcs, mesh, ledger, tiles, field, walls, columns }
type PatternName = keyof typeof patterns
type Family = { patterns: readonly PatternName[]; schemes: readonly SchemeName[] }

/** The patterns of each category: records of a category look related, and the slug tells them apart. */
const families: Record<string, Family> = {
  'Digital Transformation': { patterns: ['columns', 'tiles', 'ledger'], schemes: ['sand', 'marigold', 'teal'] },
  Security: { patterns: ['walls', 'arcs', 'mesh'], schemes: ['night', 'sand', 'deep'] },
  Cloud: { patterns: ['layers', 'field', 'flow'], schemes: ['teal', 'mist', 'night'] },
  'AI & ML': { patterns: ['mesh', 'flow', 'field'], schemes: ['mist', 'night', 'deep'] },
  Development: { patterns: ['tiles', 'flow', 'ledger'], schemes: ['deep', 'sand', 'mist'] },
  'Web Development': { patterns: ['tiles', 'columns', 'walls'], schemes: ['sand', 'deep', 'mist'] },
  'Mobile Development': { patterns: ['walls', 'arcs', 'tiles'], schemes: ['mist', 'marigold', 'night'] },
  'Cloud Computing': { patterns: ['layers', 'field', 'mesh'], schemes: ['teal', 'night', 'sand'] },
  DevOps: { patterns: ['flow', 'arcs', 'columns'], schemes: ['night', 'teal', 'sand'] },
}
const anything: Family = {
  patterns: Object.keys(patterns) as PatternName[],
  schemes: ['teal', 'sand', 'night', 'mist', 'deep'],
}

export type Cover = {
  /** 1200 by 800 units, or 1800 by 640 for a wide frame; `preserveAspectRatio="xMidYMid slice"` crops it to any frame. */
  viewBox: string
  /** The content of the `<svg>`, background included. It contains no ids and no text of the caller. */
  markup: string
  /** The background colour, for the area around the drawing or before it is there. */
  background: string
}

/** A grid has no subject that a crop could lose, and fills its frame. */
const cropped: PatternName[] = ['tiles']

/**
 * Draws the cover of a post or course. The same slug and category give the same drawing, in Node and in the browser.
 * @param wide for a frame about three times as wide as high: the whole subject is inside, with room at both sides
 * @param colours in place of those that the slug chooses
 */
export function coverSvg({
  slug,
  category,
  wide,
  colours,
}: {
  slug: string
  category: string
  wide?: boolean | undefined
  colours?: Scheme | undefined
}): Cover {
  const family = families[category] ?? anything
  const hash = hashText(slug)
  const pattern = family.patterns[hash % family.patterns.length] ?? 'tiles'
  const scheme = colours ?? schemes[family.schemes[(hash >>> 8) % family.schemes.length] ?? 'teal']
  const drawing = patterns[pattern](randomFrom(slug), scheme)
  return {
    viewBox: wide && !cropped.includes(pattern) ? '-300 80 1800 640' : '0 0 1200 800',
    markup: `<path d="M-300 0h1800v800H-300z" fill="${scheme.ground}"/>${drawing}`,
    background: scheme.ground,
  }
}
