import { type SchemeName, schemes } from './palette.ts'
import { type PatternName, patterns } from './patterns.ts'
import { hashText, randomFrom } from './seed.ts'

type Family = { patterns: readonly PatternName[]; schemes: readonly SchemeName[] }

/** What each category tends to: neighbours in a list are related through it, and the slug keeps them apart. */
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
  /** 1200 by 800 units; show it with `preserveAspectRatio="xMidYMid slice"` to crop it to any frame. */
  viewBox: string
  /** The drawing, ground included: what goes inside an `<svg>`. It holds no id and no text of the caller's. */
  markup: string
  /** The ground's colour, to show around the drawing or before it. */
  background: string
}

/** The picture of a post or course that has none: always the same for the same slug and category, in Node as in the browser. */
export function coverSvg({ slug, category }: { slug: string; category: string }): Cover {
  const family = families[category] ?? anything
  const hash = hashText(slug)
  const pattern = family.patterns[hash % family.patterns.length] ?? 'tiles'
  const scheme = schemes[family.schemes[(hash >>> 8) % family.schemes.length] ?? 'teal']
  const drawing = patterns[pattern](randomFrom(slug), scheme)
  return {
    viewBox: '0 0 1200 800',
    markup: `<path d="M0 0h1200v800H0z" fill="${scheme.ground}"/>${drawing}`,
    background: scheme.ground,
  }
}
