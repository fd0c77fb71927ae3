import { renderToSave } from '#content/render/stored-rendering.ts'
import { createAuthor, postContent } from '#features/blog/blog.shared.server.ts'
import type { blogs } from '#features/blog/blog.table.ts'
import type { products, services } from '#features/catalog/catalog.table.ts'
import { courseContent } from '#features/courses/ground/course-queries.server.ts'
import type { courses } from '#features/courses/ground/courses.table.ts'
import { createInstructor } from '#features/courses/instructors/instructors.server.ts'
import type { Database } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import type { NewRow } from '#server/database/rows.ts'
import type { Row } from '#server/database/table.ts'

type Changes<T> = Partial<NewRow<T>>

/** The public address of the tests' site. */
const site = { publicUrl: 'http://localhost:0' }
const draft = { isPublic: false, field: 'content' }
let counter = 0

/** Adds a published post with a new author; a test overrides the values that matter to it. */
export async function addPost(database: Database, changes: Changes<typeof blogs> = {}): Promise<Row<typeof blogs>> {
  const number = ++counter
  const content = changes.content ?? 'Plain words.'
  const { rendering, text } = await renderToSave(content, site, draft)
  return changeContent(database, async (trx) => {
    const author =
      changes.authorId ?? (await createAuthor(trx, { name: 'Meera Kulkarni', bio: 'Writes about clouds.' })).id
    const post = {
      title: `Post ${number}`,
      slug: `post-${number}`,
      excerpt: 'What it is about.',
      category: 'Cloud' as const,
      published: true,
      sendNotification: false,
      readTime: 1,
      ...rendering,
      ...changes,
      content,
      authorId: author,
    }
    return postContent.create(trx, post, text)
  })
}

/** Adds an active course with a new instructor; a test overrides the values that matter to it. */
export async function addCourse(
  database: Database,
  changes: Changes<typeof courses> = {},
): Promise<Row<typeof courses>> {
  const number = ++counter
  const syllabus = changes.syllabus ?? '## Week 1'
  const { rendering, text } = await renderToSave(syllabus, site, draft)
  return changeContent(database, async (trx) => {
    const instructor =
      changes.instructorId ??
      (await createInstructor(trx, { name: 'Rohan Patil', bio: 'Teaches.', isDefault: false })).id
    const course = {
      title: `Course ${number}`,
      slug: `course-${number}`,
      description: 'What it teaches.',
      duration: '8 weeks',
      price: 100,
      category: 'DevOps' as const,
      level: 'Beginner' as const,
      prerequisites: [],
      learningOutcomes: [],
      enrollmentUrl: 'https://example.com/enroll',
      active: true,
      featured: false,
      order: 0,
      asksBy: 'link' as const,
      ...rendering,
      ...changes,
      syllabus,
      instructorId: instructor,
    }
    return courseContent.create(trx, course, text)
  })
}

const item = { description: 'What it does.', features: ['One', ''], active: true, order: 0 }
export const sampleProduct: NewRow<typeof products> = {
  ...item,
  name: 'A product',
  category: 'AI & Automation Solutions',
}
export const sampleService: NewRow<typeof services> = { ...item, title: 'A service', category: 'Cloud', icon: 'Globe' }

/** The fields that a call which makes a course requires, besides its title and slug. */
export const courseInput = {
  description: 'Teaches.',
  duration: '8 weeks',
  price: 10,
  category: 'DevOps',
  level: 'Beginner',
  enrollmentUrl: 'https://example.com',
}
