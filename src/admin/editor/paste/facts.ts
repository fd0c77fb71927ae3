import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import type { FrontMatter } from '#content/markup/front-matter.ts'

/** A fact that a form may have a field for. Dates are ISO 8601 in UTC. */
export type KnownFact = { is: 'title' | 'description' | 'date'; value: string } | { is: 'tags'; value: string[] }

/** A fact of a front matter under the name that it has there. */
export type Fact = { name: string; known?: KnownFact | undefined }

const names: [KnownFact['is'], RegExp][] = [
  ['title', /^title$/i],
  ['description', /^(?:description|summary|excerpt|abstract|lead|subtitle)$/i],
  ['date', /^(?:date|published|publish_?date|pub_?date|published_?(?:at|on|time)|created|created_?at)$/i],
  ['tags', /^(?:tags?|categor(?:y|ies)|keywords|topics?)$/i],
]

/** Reads the facts of a front matter, in their order; none of one that is neither YAML nor TOML. */
export function readFacts({ kind, facts }: FrontMatter): Fact[] {
  const read = parsed(kind, facts)
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return []
  return Object.entries(read).map(([name, value]) => ({
    name,
    known: knownFact(name.replaceAll(/[\s-]/g, '_'), value),
  }))
}

function parsed(kind: FrontMatter['kind'], facts: string): unknown {
  try {
    return kind === 'toml' ? parseToml(facts) : parseYaml(facts, { logLevel: 'error' })
  } catch {
    return null
  }
}

function knownFact(name: string, value: unknown): KnownFact | undefined {
  const is = names.find(([, pattern]) => pattern.test(name))?.[0]
  if (is === 'tags') {
    const tags = textsOf(value)
    return tags.length > 0 ? { is, value: tags } : undefined
  }
  const text =
    is === 'date'
      ? timeOf(value)
      : typeof value === 'string' || typeof value === 'number'
        ? oneLine(String(value))
        : undefined
  return is && text ? { is, value: text } : undefined
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const textsOf = (value: unknown): string[] =>
  (typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value.map(String) : [])
    .map(oneLine)
    .filter(Boolean)

/** A day is its noon, so that it is the same day in most zones. */
function timeOf(value: unknown): string | undefined {
  const text = value instanceof Date ? value.toISOString() : String(value)
  const [, day, time = ' 12:00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:([T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|[+-]\d\d:?\d\d)?)?$/i.exec(text) ?? []
  const at = new Date(`${day}T${time.slice(1)}${/^[zu]/i.test(zone) ? 'Z' : zone.replace(/^(...)(\d\d)$/, '$1:$2')}`)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
