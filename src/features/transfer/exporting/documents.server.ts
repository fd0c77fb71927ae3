import { lineToMarkdown, listToMarkdown, plainToMarkdown } from '#content/markup/plain-markdown.ts'
import type { StoredSection } from '#features/pages/pages.contract.ts'
import { type NameOfRecord, sectionsToMarkdown } from '#features/pages/sections-to-markdown.shared.server.ts'
import type { StoredRecord } from './read-rows.server.ts'

/** How the records of an entity are written as Markdown. */
export type Document = {
  /** Below `content`. */
  folder: string
  /** The column that describes a record in front matter. */
  description?: string
  /** The column with the date that readers see. */
  date?: string
  /** The table of its author, and the column with the id. */
  author?: { table: string; column: string }
  /** The columns that its text has, which the front matter does not repeat. */
  texts: string[]
  body(record: StoredRecord, nameOf: NameOfRecord): string
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const listOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
const joined = (parts: string[]) => parts.filter((part) => part.trim() !== '').join('\n\n')
const headed = (title: string, text: string) => (text.trim() === '' ? '' : `## ${title}\n\n${text}`)

type Figure = { figure?: unknown; name?: unknown; asOf?: unknown }

/** By the names of tables. Records of other entities are in `data` only. */
export const documents: Record<string, Document> = {
  blogs: {
    folder: 'posts',
    description: 'excerpt',
    date: 'createdAt',
    author: { table: 'authorProfiles', column: 'authorId' },
    texts: ['content'],
    body: ({ content }) => textOf(content),
  },
  courses: {
    folder: 'courses',
    description: 'description',
    author: { table: 'instructors', column: 'instructorId' },
    texts: ['syllabus', 'prerequisites', 'learningOutcomes'],
    body: ({ syllabus, prerequisites, learningOutcomes }) =>
      joined([
        headed('Prerequisites', listToMarkdown(listOf(prerequisites))),
        headed('Learning outcomes', listToMarkdown(listOf(learningOutcomes))),
        textOf(syllabus),
      ]),
  },
  cases: {
    folder: 'work',
    description: 'summary',
    texts: ['problem', 'solution', 'figures', 'quote', 'quoteBy'],
    body: ({ problem, solution, figures, quote, quoteBy }) =>
      joined([
        headed('Problem', textOf(problem)),
        headed('Solution', textOf(solution)),
        (Array.isArray(figures) ? (figures as Figure[]) : [])
          .map(({ figure, name, asOf }) => {
            const [number, label, day] = [figure, name, asOf].map((text) => lineToMarkdown(String(text ?? '')))
            return `- **${number}** ${label}${day ? ` (${day})` : ''}`
          })
          .join('\n'),
        textOf(quote) && `> ${plainToMarkdown(textOf(quote)).replaceAll('\n', '\n> ')}`,
        textOf(quoteBy) && lineToMarkdown(textOf(quoteBy)),
      ]),
  },
  openings: { folder: 'openings', texts: ['description'], body: ({ description }) => textOf(description) },
  pages: {
    folder: 'pages',
    description: 'seoDescription',
    texts: ['sections'],
    body: ({ sections }, nameOf) => sectionsToMarkdown(sections as StoredSection[], nameOf),
  },
  services: {
    folder: 'services',
    texts: ['description', 'features'],
    body: ({ description, features }) =>
      joined([plainToMarkdown(textOf(description)), listToMarkdown(listOf(features))]),
  },
  products: {
    folder: 'products',
    texts: ['description', 'features'],
    body: ({ description, features }) =>
      joined([plainToMarkdown(textOf(description)), listToMarkdown(listOf(features))]),
  },
  newsletters: {
    folder: 'newsletters',
    description: 'preheader',
    texts: ['body', 'greeting'],
    body: ({ body, greeting }) => joined([plainToMarkdown(textOf(greeting)), textOf(body)]),
  },
}
