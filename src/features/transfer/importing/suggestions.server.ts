import { type BlogCategory, blogCategories } from '#features/blog/blog-words.contract.ts'
import type { ContentImport, ContentImportChoices } from '../ground/transfer.contract.ts'
import type { Found } from '../ground/transfer.table.ts'

type Profile = { id: string; name: string }
/** The choices of an import as they hold now. */
export type Choices = ContentImport['choices']

/** The word of a choice that makes a profile. */
export const newProfile = 'new'

const usualCategory: BlogCategory = 'Development'

/** A name for comparisons: without accents, case and punctuation. */
const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Words that speak for a category, each as the begin of a word, besides those of its name. */
const words: Record<BlogCategory, string> = {
  Cloud: 'cloud aws azure gcp kubernetes docker serverless devops infrastructure hosting terraform finops',
  Security: 'securit secur sicherheit seguridad privacy datenschutz gdpr dsgvo cyber compliance encrypt iam threat',
  'AI & ML': 'ai ki ia ml llm gpt machine maschine artificial intelligen learning neural data analytics rag',
  'Digital Transformation':
    'digital transform strateg business management agile change leadership consult innovation process',
  Development:
    'develop entwickl desarrollo software code coding program engineer web frontend backend api javascript test',
}

/** The category of ours that fits the name of another one best; undefined where none does. */
export function categoryLike(name: string): BlogCategory | undefined {
  const sought = folded(name)
  if (sought === '') return undefined
  const exact = blogCategories.find((one) => folded(one) === sought)
  if (exact) return exact
  const found = sought.split(' ')
  // A short word counts only as a whole: "ai" is no begin of "air".
  const speaks = (word: string) => found.some((one) => (word.length < 4 ? one === word : one.startsWith(word)))
  const score = (one: BlogCategory) =>
    3 * folded(one).split(' ').filter(speaks).length + words[one].split(' ').filter(speaks).length
  const [best, next] = blogCategories.map((one) => ({ one, score: score(one) })).sort((a, b) => b.score - a.score)
  return best && best.score > (next?.score ?? 0) ? best.one : undefined
}

/** The profile of an author: the one that an import has made, or that has the same name. */
export function profileLike(name: string, profiles: Profile[]): string | undefined {
  const sought = folded(name)
  return sought === '' ? undefined : profiles.find((one) => folded(one.name) === sought)?.id
}

type Given = {
  found: Pick<Found, 'categories' | 'authors'>
  chosen: ContentImportChoices
  profiles: Profile[]
  /** The profiles of authors who were imported before, by their ids in the source. */
  imported: Map<string, string>
  /** The profile of the one whose import it is. */
  own: string
  /** Whether there is a folder with the pictures. */
  hasMedia: boolean
}

/** The choices as they hold: what somebody has chosen, else the suggestions. For a profile that is gone there is a new suggestion. */
export function choicesOf({ found, chosen, profiles, imported, own, hasMedia }: Given): Choices {
  const ids = new Set(profiles.map(({ id }) => id))
  const known = (id: string | undefined) => (id !== undefined && (id === newProfile || ids.has(id)) ? id : undefined)
  const category = chosen.category ?? usualCategory
  const categories = new Map(chosen.categories?.map((one) => [one.source, one.category]))
  const authors = new Map(chosen.authors?.map((one) => [one.source, one.profile]))
  return {
    category,
    categories: found.categories.map(({ source, items }) => ({
      source,
      items,
      category: categories.get(source) ?? categoryLike(source) ?? category,
    })),
    authors: found.authors.map(({ source, name, items }) => ({
      source,
      name,
      items,
      profile:
        known(authors.get(source)) ??
        known(imported.get(source)) ??
        profileLike(name, profiles) ??
        (folded(name) === '' ? own : newProfile),
    })),
    author: known(chosen.author || undefined) ?? own,
    status: chosen.status ?? 'same',
    pictures: chosen.pictures ?? (hasMedia ? 'given' : 'fetch'),
    site: chosen.site ?? '',
  }
}
