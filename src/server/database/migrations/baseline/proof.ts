import { scheduledRules, type TableRules } from '#server/database/migrations/make-table.ts'

const cases = scheduledRules({
  title: 'text',
  slug: 'text',
  pastSlugs: 'json',
  client: 'text',
  industry: 'text',
  summary: 'text',
  problem: 'text',
  solution: 'text',
  figures: 'json',
  quote: 'text?',
  quoteBy: 'text?',
  serviceIds: 'json',
  imageUrl: 'text?',
  imageAlt: 'text?',
  seoTitle: 'text?',
  seoDescription: 'text?',
  socialImage: 'text?',
})

/** Case studies, testimonials, questions and openings. */
export const proof: Record<string, TableRules> = {
  cases: { ...cases, indexes: { ...cases.indexes, slug: { on: ['slug'], unique: true } } },
  testimonials: scheduledRules({
    quote: 'text',
    name: 'text',
    role: 'text',
    company: 'text',
    photoUrl: 'text?',
    /** A day, YYYY-MM-DD. */
    agreedOn: 'text',
  }),
  questions: scheduledRules({ question: 'text', answer: 'text', places: 'json', courseId: 'text?' }),
  /** `closesOn` is a day, YYYY-MM-DD. */
  openings: scheduledRules({ title: 'text', place: 'text', kind: 'text', description: 'text', closesOn: 'text' }),
}
