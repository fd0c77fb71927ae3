import { sluggedRows } from '#server/record/slugged.ts'
import { searchSource } from './course-queries.server.ts'
import { coursePastSlugs, courses } from './courses.table.ts'

export const {
  steps: courseSteps,
  create: createCourse,
  remove: eraseCourse,
  reindex: reindexCourses,
  findCurrentSlug,
  isGone,
} = sluggedRows({
  table: courses,
  publicColumn: 'active',
  history: { table: coursePastSlugs, idColumn: 'courseId' },
  source: searchSource,
  toSearchable: ({ title, description, category, level, learningOutcomes }, text) => ({
    title,
    excerpt: description,
    category: `${category} ${level}`,
    body: [...learningOutcomes, text].join('\n'),
  }),
})
