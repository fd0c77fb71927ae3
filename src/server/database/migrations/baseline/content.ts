import type { DatabaseKind } from '#server/database/connect.ts'
import {
  filled,
  oneOf,
  schedule,
  scheduledRules,
  type TableRules,
  trash,
} from '#server/database/migrations/make-table.ts'

// Long texts are the last columns, because SQLite reads a row from its start up to the last column that a query selects.
const audit = { version: 'integer', createdAt: 'time', updatedAt: 'time', updatedBy: 'text?' } as const
const lifecycle = {
  columns: { ...trash.columns, ...schedule.columns },
  indexes: { ...trash.indexes, ...schedule.indexes },
} as const
const item = {
  description: 'text',
  category: 'text',
  features: 'json',
  active: 'boolean',
  order: 'integer',
  ...audit,
  ...lifecycle.columns,
} as const
const rendering = { renderedBy: 'text?', renderedHeadings: 'json?', renderedHtml: 'text?' } as const
const searchAppearance = { seoTitle: 'text?', seoDescription: 'text?', socialImage: 'text?' } as const
const reservedSlugs = `not (${oneOf('slug', ['adminblogs', 'adminCourses', 'id', 'new'])})`

const present = '"deletedAt" is null'
const newest = ['createdAt desc', 'id desc']
/** A list for visitors, newest first. With the times at the end, the index is sufficient to decide what is public. */
const newestOf = (...columns: string[]) => ({
  on: [...columns, ...newest, 'publishAt', 'unpublishAt'],
  where: present,
})

/** Products, services, posts and courses. */
export function content(kind: DatabaseKind): Record<string, TableRules> {
  /** A list for staff by a text (`byText` in `dialect.ts`). */
  const sortedBy = (column: string) => ({
    on: [kind === 'sqlite' ? `${column} collate nocase` : `lower("${column}" collate "C")`, 'id'],
    where: present,
  })
  return {
    products: {
      key: ['id'],
      columns: { id: 'text', name: 'text', ...item },
      checks: {
        filled: filled('name', 'description'),
        category: oneOf('category', [
          'Startup Acceleration Tools',
          'Cloud Management & Optimization',
          'AI & Automation Solutions',
          'Data & Analytics Frameworks',
        ]),
      },
      indexes: { in_order: ['order', 'id'], ...lifecycle.indexes },
    },
    services: {
      key: ['id'],
      columns: { id: 'text', title: 'text', icon: 'text', ...item },
      checks: {
        filled: filled('title', 'description', 'icon'),
        category: oneOf('category', [
          'Cloud',
          'Data Analytics',
          'Development',
          'Productivity & Collaboration Solutions',
          'Consulting',
          'Generative AI',
          'Support',
        ]),
      },
      indexes: { in_order: ['order', 'id'], ...lifecycle.indexes },
    },

    blogs: {
      key: ['id'],
      columns: {
        id: 'text',
        title: 'text',
        slug: 'text',
        excerpt: 'text',
        category: 'text',
        imageUrl: 'text?',
        imageAlt: 'text?',
        authorId: 'text',
        published: 'boolean',
        sendNotification: 'boolean',
        readTime: 'integer',
        dateShown: 'time?',
        ...searchAppearance,
        ...audit,
        ...lifecycle.columns,
        content: 'text',
        ...rendering,
      },
      unique: ['slug'],
      references: { authorId: 'authorProfiles.id' },
      checks: {
        filled: filled('title', 'slug', 'excerpt'),
        slug: reservedSlugs,
        category: oneOf('category', ['Digital Transformation', 'Security', 'Cloud', 'AI & ML', 'Development']),
        read_time: '"readTime" >= 1',
      },
      indexes: {
        newest: newestOf('published'),
        newest_in_category: newestOf('published', 'category'),
        newest_of_author: ['authorId', 'published', ...newest],
        newest_of_all: { on: newest, where: present },
        by_title: sortedBy('title'),
        by_category: sortedBy('category'),
        by_renderer: ['renderedBy', 'id desc'],
        /** The index is sufficient to decide whether a found post is public. */
        live: { on: ['id', 'published', 'publishAt', 'unpublishAt'], where: present },
        ...lifecycle.indexes,
      },
    },
    blogPastSlugs: {
      key: ['slug'],
      columns: { slug: 'text', blogId: 'text' },
      references: { blogId: 'blogs.id+' },
      indexes: { blog: ['blogId'] },
    },

    instructors: {
      key: ['id'],
      columns: { id: 'text', name: 'text', avatarUrl: 'text?', isDefault: 'boolean', ...audit, bio: 'text' },
      defaults: { version: 1 },
      checks: { filled: filled('name') },
      indexes: {
        one_default: { on: ['isDefault'], unique: true, where: kind === 'sqlite' ? '"isDefault" = 1' : '"isDefault"' },
      },
    },
    courses: {
      key: ['id'],
      columns: {
        id: 'text',
        title: 'text',
        slug: 'text',
        description: 'text',
        duration: 'text',
        price: 'number',
        discountedPrice: 'number?',
        imageUrl: 'text?',
        imageAlt: 'text?',
        category: 'text',
        level: 'text',
        prerequisites: 'json',
        learningOutcomes: 'json',
        instructorId: 'text',
        enrollmentUrl: 'text',
        /** A day, YYYY-MM-DD. */
        startDate: 'text?',
        active: 'boolean',
        featured: 'boolean',
        ...searchAppearance,
        ...audit,
        ...lifecycle.columns,
        syllabus: 'text',
        ...rendering,
      },
      unique: ['slug'],
      references: { instructorId: 'instructors.id' },
      checks: {
        filled: filled('title', 'slug', 'description', 'duration', 'enrollmentUrl'),
        slug: reservedSlugs,
        category: oneOf('category', ['Web Development', 'Mobile Development', 'Cloud Computing', 'AI & ML', 'DevOps']),
        level: oneOf('level', ['Beginner', 'Intermediate', 'Advanced']),
        price: '"price" >= 0',
        discount: '"discountedPrice" is null or ("discountedPrice" > 0 and "discountedPrice" < "price")',
        start_date: `"startDate" is null or "startDate" like '____-__-__'`,
      },
      indexes: {
        newest: newestOf('active'),
        newest_in_category: newestOf('active', 'category'),
        newest_at_level: newestOf('active', 'level'),
        featured: newestOf('active', 'featured'),
        newest_of_instructor: ['instructorId', 'active', ...newest],
        newest_of_all: { on: newest, where: present },
        by_title: sortedBy('title'),
        by_category: sortedBy('category'),
        by_price: { on: ['coalesce("discountedPrice", "price")', 'id'], where: present },
        by_renderer: ['renderedBy', 'id desc'],
        ...lifecycle.indexes,
      },
    },
    coursePastSlugs: {
      key: ['slug'],
      columns: { slug: 'text', courseId: 'text' },
      references: { courseId: 'courses.id+' },
      indexes: { course: ['courseId'] },
    },
  }
}

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
