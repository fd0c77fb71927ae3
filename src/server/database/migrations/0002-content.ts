import { filled, makeIndex, makeTable, oneOf } from './make-table.ts'
import type { Migration } from './migration.ts'

// Long texts are the last columns, because SQLite reads a row from its start up to the last column that a query selects.
const auditFields = { version: 'integer', createdAt: 'time', updatedAt: 'time' } as const
const reservedSlugs = `not (${oneOf('slug', ['adminblogs', 'adminCourses', 'id', 'new'])})`

/** The published entities: products, services, posts and courses. */
export const content: Migration = {
  name: '0002-content',
  async up(db, kind) {
    const item = {
      description: 'text',
      category: 'text',
      features: 'json',
      active: 'boolean',
      order: 'integer',
    } as const
    await makeTable(db, kind, 'products', {
      key: ['id'],
      columns: { id: 'text', name: 'text', ...item, ...auditFields },
      checks: {
        filled: filled('name', 'description'),
        category: oneOf('category', [
          'Startup Acceleration Tools',
          'Cloud Management & Optimization',
          'AI & Automation Solutions',
          'Data & Analytics Frameworks',
        ]),
      },
    })
    await makeIndex(db, 'products', 'in_order', ['order', 'id'])
    await makeTable(db, kind, 'services', {
      key: ['id'],
      columns: { id: 'text', title: 'text', icon: 'text', ...item, ...auditFields },
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
    })
    await makeIndex(db, 'services', 'in_order', ['order', 'id'])

    await makeTable(db, kind, 'blogs', {
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
        ...auditFields,
        content: 'text',
      },
      unique: ['slug'],
      references: { authorId: 'authorProfiles.id' },
      checks: {
        filled: filled('title', 'slug', 'excerpt'),
        slug: reservedSlugs,
        category: oneOf('category', ['Digital Transformation', 'Security', 'Cloud', 'AI & ML', 'Development']),
        read_time: '"readTime" >= 1',
      },
    })
    await makeIndex(db, 'blogs', 'newest', ['published', 'createdAt desc', 'id desc'])
    await makeIndex(db, 'blogs', 'newest_in_category', ['published', 'category', 'createdAt desc', 'id desc'])
    await makeIndex(db, 'blogs', 'newest_of_all', ['createdAt desc', 'id desc'])
    await makeIndex(db, 'blogs', 'author', ['authorId'])
    await makeTable(db, kind, 'blogPastSlugs', {
      key: ['slug'],
      columns: { slug: 'text', blogId: 'text' },
      references: { blogId: 'blogs.id+' },
    })
    await makeIndex(db, 'blogPastSlugs', 'blog', ['blogId'])

    await makeTable(db, kind, 'instructors', {
      key: ['id'],
      columns: {
        id: 'text',
        name: 'text',
        avatarUrl: 'text?',
        bio: 'text',
        isDefault: 'boolean',
        createdAt: 'time',
        updatedAt: 'time',
      },
      checks: { filled: filled('name') },
    })
    await makeIndex(db, 'instructors', 'one_default', ['isDefault'], {
      unique: true,
      where: kind === 'sqlite' ? '"isDefault" = 1' : '"isDefault"',
    })

    await makeTable(db, kind, 'courses', {
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
        startDate: 'text?',
        active: 'boolean',
        featured: 'boolean',
        ...auditFields,
        syllabus: 'text',
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
    })
    await makeIndex(db, 'courses', 'newest', ['active', 'createdAt desc', 'id desc'])
    await makeIndex(db, 'courses', 'newest_in_category', ['active', 'category', 'createdAt desc', 'id desc'])
    await makeIndex(db, 'courses', 'newest_at_level', ['active', 'level', 'createdAt desc', 'id desc'])
    await makeIndex(db, 'courses', 'featured', ['active', 'featured', 'createdAt desc', 'id desc'])
    await makeIndex(db, 'courses', 'instructor', ['instructorId'])
    await makeTable(db, kind, 'coursePastSlugs', {
      key: ['slug'],
      columns: { slug: 'text', courseId: 'text' },
      references: { courseId: 'courses.id+' },
    })
    await makeIndex(db, 'coursePastSlugs', 'course', ['courseId'])
  },
}
