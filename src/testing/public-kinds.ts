import { pages } from '#app/pages.ts'
import { addressOf } from '#server/database/lifecycle.ts'
import type { Entity } from '#server/record/entity.ts'
import { type DescribedResource, describedResources } from './described-resources.ts'
import type { TestApp } from './start-app.ts'

/** A kind of record that staff publish and plan, and the places where visitors find it. */
export type PublicKind = {
  resource: DescribedResource
  flag: string
  /** The field that the saves change. */
  text: string
  /** That field with a text. */
  withText: (text: string) => object
  /** The text in the fields of a record. */
  textIn: (fields: Record<string, unknown>) => unknown
  input: (word: string) => object
  /** The addresses that say the word exactly while the record is live. */
  shownBy: (word: string) => string[]
  /** Of these, the pages that say it in their structured data too. */
  structured: (word: string) => string[]
  /** Addresses that say it at most while the record is live. */
  atMost: string[]
}

/** Places besides those that follow from the register. */
type More = Partial<Omit<PublicKind, 'resource' | 'flag' | 'input'> & { values: object }>
const more: Record<string, More> = {
  blogs: {
    text: 'content',
    values: { category: 'Cloud' },
    shownBy: (word) => [
      ...['/api/blogs?limit=100&category=Cloud', `/api/blogs?search=${word}`, `/api/blogs/on-${word}`],
      ...[`/blog?search=${word}`, '/rss.xml'],
    ],
    structured: (word) => [`/blog/on-${word}`],
    atMost: ['/', '/blog'],
  },
  courses: {
    text: 'syllabus',
    values: { featured: true },
    shownBy: (word) => [`/api/courses?search=${word}`, `/api/courses/on-${word}`, `/courses?search=${word}`],
    structured: (word) => [`/courses/on-${word}`, `/courses?search=${word}`],
    atMost: ['/'],
  },
  cases: {
    shownBy: (word) => [`/api/work/on-${word}`],
    structured: (word) => ['/work', `/work/on-${word}`],
  },
  // Home has the first three.
  testimonials: { shownBy: () => ['/services'], atMost: ['/'] },
  questions: { values: { places: ['services'] }, shownBy: () => ['/services'], structured: () => ['/services'] },
  openings: {
    shownBy: (word) => [`/api/careers/on-${word}`],
    structured: (word) => ['/careers', `/careers/on-${word}`],
  },
  pages: {
    text: 'sections',
    values: { listed: true },
    withText: (text) => ({ sections: [{ kind: 'opening', title: text }] }),
    textIn: ({ sections }) => (sections as { title: string }[] | undefined)?.[0]?.title,
    shownBy: () => ['/api/pages'],
    atMost: ['/'],
  },
}

/** Every kind that has a schedule, by the name of its table. Each record has a unique word. */
export const publicKinds = async (site: TestApp): Promise<Record<string, PublicKind>> =>
  Object.fromEntries(
    (await describedResources(site)).flatMap((resource) => {
      const { entity } = resource
      return entity?.flag && resource.fields.includes('publishAt')
        ? [[entity.table.name, kindOf(resource, { ...entity, flag: entity.flag })]]
        : []
    }),
  )

function kindOf(
  resource: DescribedResource,
  { table, flag, nameColumn, path, page }: Entity & { flag: string },
): PublicKind {
  const { input, addressed, field, ordered } = resource
  const address = addressOf(table)
  const { values = {}, text = textOf(input, nameColumn) ?? field, ...places } = more[table.name] ?? {}
  return {
    resource,
    flag,
    text,
    withText: (value) => ({ [text]: value }),
    textIn: (fields) => fields[text],
    ...places,
    input: (word) => ({
      ...input,
      ...values,
      [nameColumn]: `Tides on-${word}`,
      ...addressed(`on-${word}`),
    }),
    shownBy: (word) => [
      address === 'path' ? `/api/${table.name}/by-path/on-${word}` : `/api/${table.name}${ordered ? '' : '?limit=100'}`,
      ...(path !== undefined ? [`${path}/on-${word}`, '/sitemap.xml'] : []),
      ...(page ? [page.path, `/api${page.path}`] : []),
      ...(ordered && pages.some((one) => one.path === `/${table.name}`) ? [`/${table.name}`] : []),
      ...(places.shownBy?.(word) ?? []),
    ],
    structured: places.structured ?? (() => []),
    atMost: places.atMost ?? [],
  }
}

/** A required text that is neither the name nor an address. */
const textOf = (input: Record<string, unknown>, nameColumn: string) =>
  Object.keys(input).findLast((name) => name !== nameColumn && String(input[name]).startsWith('Word '))
