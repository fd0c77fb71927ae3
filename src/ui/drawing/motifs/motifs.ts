import { hashText } from '#contract/cover.ts'
import { randomFrom } from '#ui/drawing/shapes.ts'
import * as built from './built-motifs.ts'
import * as lines from './line-motifs.ts'
import * as papers from './paper-motifs.ts'
import type { Inks } from './pen.ts'
import * as onScreens from './screen-motifs.ts'

const motifs = { ...built, ...lines, ...papers, ...onScreens }
export type MotifName = keyof typeof motifs

/** Draws a motif in 400 by 300 units. Each text gives it another structure. */
export const drawMotif = (motif: MotifName, text: string, inks: Inks) =>
  motifs[motif](randomFrom(`${motif} ${text}`), inks)

/** The beginnings of the words that suggest a motif. */
const words: Record<MotifName, RegExp> = {
  blocks: /\b(kit|block|starter|template|component|modul|scaffold)/gi,
  zones: /\b(cloud|network|zone|region|cluster|kubernetes|server|hosting|infrastructur|migrat|landing)/gi,
  path: /\b(mile|first|journey|road|onboard|launch|roadmap|route|path)/gi,
  steps: /\b(train|cours|learn|workshop|academy|lesson|teach|skill|school|mentor)/gi,
  screens: /\b(app|apps|web|mobile|portal|product|interface|screen|storefront|site|website|develop)\b|\bdevelop/gi,
  ledger: /\b(bill|ledger|cost|spend|budget|price|pricing|finance|account|rupee|saving)/gi,
  reader: /\b(reader|paper|scan|document|invoice|form|forms|ocr|extract|receipt)/gi,
  book: /\b(book|metric|definition|glossar|dictionar|catalog|handbook|manual|librar)/gi,
  charts: /\b(analy|dashboard|report|chart|forecast|insight|statistic|figure)/gi,
  branches: /\b(consult|architect|decision|review|option|advis|advice|strateg|audit|choice|diligence)/gi,
  map: /\b(map|maps|inventor|estate|atlas|topolog|territor|asset|landscape)\b|\binventor/gi,
  pipes: /\b(pipeline|pipe|ingest|warehouse|etl|stream|flow|lineage|queue|integrat)/gi,
  net: /\b(ai|model|models|intelligen|neural|predict|innovat|machine|genai)\b|\b(intelligen|predict|innovat)/gi,
  dialogue: /\b(assist|chat|answer|question|conversation|reply|dialog|helpdesk|bot)/gi,
  watch: /\b(support|operat|monitor|alert|watch|incident|uptime|guard|shield|secur|on-call|sentinel)/gi,
}

/** Of two motifs that suit a record alike, the first is taken. */
export const motifNames = Object.keys(words) as MotifName[]

/** The motifs that suit a category, for records whose words suggest none. The first is the category's own. */
const families: Record<string, readonly MotifName[]> = {
  'Startup Acceleration Tools': ['blocks', 'path', 'screens', 'steps', 'branches'],
  'Cloud Management & Optimization': ['ledger', 'map', 'zones', 'watch', 'charts'],
  'AI & Automation Solutions': ['reader', 'dialogue', 'net', 'branches', 'pipes'],
  'Data & Analytics Frameworks': ['pipes', 'book', 'charts', 'ledger', 'map'],
  Cloud: ['zones', 'map', 'pipes'],
  'Data Analytics': ['charts', 'pipes', 'book'],
  Development: ['screens', 'blocks', 'pipes'],
  'Productivity & Collaboration Solutions': ['steps', 'dialogue', 'path'],
  Consulting: ['branches', 'ledger', 'charts'],
  'Generative AI': ['net', 'dialogue', 'reader'],
  Support: ['watch', 'path', 'dialogue'],
}

export type Described = { name: string; category: string; features?: readonly string[] }

/** How many different words of a text suggest a motif. */
const found = (text: string, motif: MotifName) =>
  new Set([...text.matchAll(words[motif])].map(([word]) => word.toLowerCase())).size

/** The motif that a record's words suggest: those of its name count three times those of its features, and one of these is too few. */
function motifOfWords({ name, features = [] }: Described): MotifName | undefined {
  const listed = features.join('\n')
  const [best] = motifNames
    .map((motif) => ({ motif, score: 3 * found(name, motif) + found(listed, motif) }))
    .sort((a, b) => b.score - a.score)
  return best && best.score > 1 ? best.motif : undefined
}

export type Composition = { motif: MotifName; seed: string }

const composed = new WeakMap<readonly Described[], Composition[]>()

/**
 * The compositions of the records of a page. Words choose the motif first. A record whose words suggest none takes one of its category's,
 * chosen by its name, and not one that the page has while another is free. The name is the seed of the composition; a drawing that would
 * look like an earlier one on the page is composed again.
 */
export function composePage(records: readonly Described[]): Composition[] {
  const known = composed.get(records)
  if (known) return known
  const asked = records.map(motifOfWords)
  const taken = new Set(asked)
  const earlier: { motif: MotifName; places: Set<string> }[] = []
  const compositions = records.map((record, index) => {
    const motif = asked[index] ?? motifOfFamily(record, taken)
    taken.add(motif)
    const rivals = earlier.filter((one) => one.motif === motif)
    const seed = seedsOf(record.name).find((text, _, all) => {
      const places = placesOf(motif, text)
      const twin = text !== all.at(-1) && rivals.some((rival) => likeness(rival.places, places) > mostAlike)
      if (!twin) earlier.push({ motif, places })
      return !twin
    })
    return { motif, seed: seed ?? record.name }
  })
  composed.set(records, compositions)
  return compositions
}

function motifOfFamily({ name, category }: Described, taken: ReadonlySet<MotifName | undefined>): MotifName {
  const family = families[category] ?? motifNames
  const start = hashText(name) % family.length
  const turned = [...family.slice(start), ...family.slice(0, start)]
  return turned.find((motif) => !taken.has(motif)) ?? turned[0] ?? 'blocks'
}

const seedsOf = (name: string) => [name, ...Array.from({ length: 12 }, (_, index) => `${name} ${index}`)]

/** Drawings that share more of their places than this are twins at a glance. */
export const mostAlike = 0.4

const noInks = { ink: '', muted: '', rule: '', primary: '', soft: '', accent: '', raised: '' }

/** Where the strokes of a drawing begin, on a grid of 16 units. */
export const placesOf = (motif: MotifName, seed: string) =>
  new Set(
    [...drawMotif(motif, seed, noInks).matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)].map(
      ([, x, y]) => `${Math.round(Number(x) / 16)} ${Math.round(Number(y) / 16)}`,
    ),
  )

export const likeness = (one: Set<string>, other: Set<string>) => one.intersection(other).size / one.union(other).size
