import { lookup } from './lookup.ts'

/**
 * The patterns and the colours of drawn covers. Posts store their places in these lists, and shared addresses depend on them, so that a list
 * only ever grows at its end: nothing is removed, and nothing changes its place.
 */
export const coverFamilies = ['layers', 'flow', 'arcs', 'mesh', 'ledger', 'tiles', 'field', 'walls', 'columns'] as const
export const coverGrounds = ['night', 'teal', 'deep', 'sand', 'mist', 'marigold'] as const
export type CoverFamily = (typeof coverFamilies)[number]
export type CoverGround = (typeof coverGrounds)[number]

/** The largest seed: the hash of a slug is one. */
export const largestSeed = 2 ** 32 - 1

/** A drawn cover: the places of its pattern and of its colours in the lists above, and the seed of its composition. */
export type CoverNumbers = { family: number; ground: number; seed: number }

/** A cover as one text, such as `3-1-1234`. */
export const coverToText = ({ family, ground, seed }: CoverNumbers) => `${family}-${ground}-${seed}`

/** Reads such a text; null if it is none, or names no pattern or no colours of ours. */
export function textToCover(text: string): CoverNumbers | null {
  if (!/^\d{1,2}-\d{1,2}-\d{1,10}$/.test(text)) return null
  const [family = 0, ground = 0, seed = 0] = text.split('-').map(Number)
  return coverFamilies[family] && coverGrounds[ground] && seed <= largestSeed ? { family, ground, seed } : null
}

type Family = { patterns: readonly CoverFamily[]; schemes: readonly CoverGround[] }

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
  // Without those that are added later: they would change the covers that exist.
  patterns: coverFamilies.slice(0, 9),
  schemes: ['teal', 'sand', 'night', 'mist', 'deep'],
}

/** FNV-1a over the text's UTF-16 units, as an unsigned 32-bit number. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** The record that a cover belongs to. `cover` is the one that staff have chosen for it. */
export type Covered = { slug: string; category: string; cover?: CoverNumbers | undefined }

/** The numbers of a record's cover: those that staff have chosen, or those that its slug and category give. */
export function coverOf({ slug, category, cover }: Covered): CoverNumbers {
  if (cover) return cover
  const { patterns, schemes } = lookup(families, category) ?? anything
  const seed = hashText(slug)
  return {
    family: coverFamilies.indexOf(patterns[seed % patterns.length] ?? 'tiles'),
    ground: coverGrounds.indexOf(schemes[(seed >>> 8) % schemes.length] ?? 'teal'),
    seed,
  }
}

/** The parts of a case study that its cover is drawn from. */
export type CaseDrawing = {
  industry: string
  /** Its results as they are written, such as `−34 %`. */
  figures: string[]
  services: { title: string; category?: string | undefined }[]
}

/** The longest name that a cover is drawn from, in characters. */
export const longestCoverName = 60

/** Controls, changes of direction, halves of characters and private ones; not those that join the letters of Indian scripts. */
const unusable = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu

/** More marks on a letter than a language has, which would cover what is above and below. */
const piledMarks = /(\p{M}{4})\p{M}+/gu

/** The name of a cover as its address has it: one line without invisible characters or slashes, at most 60 characters. It may be empty. */
export const coverName = (text: string): string =>
  [
    ...text
      .replace(/[\s/\\]/g, ' ')
      .replace(unusable, '')
      .normalize('NFC')
      .replace(piledMarks, '$1')
      .replace(/ +/g, ' ')
      .trimStart(),
  ]
    .slice(0, longestCoverName)
    .join('')
    // `.svg` ends the address of the file, and dots without anything else lead to another folder.
    .replace(/(\s*\.svg)*\s*$/i, '')
    .replace(/^\.+$/, '')

/** The page of a cover. With `.svg` it is the address of its file. */
export const coverPath = (name: string) => `/cover/${encodeURIComponent(name)}`
