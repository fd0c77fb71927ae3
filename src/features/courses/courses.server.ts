import * as z from 'zod/mini'
import { renewRenderings } from '#content/render/renew-renderings.ts'
import type { FeatureRoutes } from '#server/feature.ts'
import { notFound } from '#server/http/errors.ts'
import { findCourse, findCurrentSlug, listCourses } from './course-queries.server.ts'
import { staffCourseRoutes } from './course-staff.server.ts'
import { course, courseList, courseListQuery } from './courses.contract.ts'
import { courses } from './courses.table.ts'

export const courseRoutes: FeatureRoutes = async (app, { config, database }) => {
  const tags = ['Courses']
  await staffCourseRoutes(app, { database, config })
  renewRenderings(app, { config, database }, courses, 'syllabus')

  app.get(
    '/courses',
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'Active courses, newest first, page by page',
        description: 'With `search`, only courses that hold every word (as a beginning of a word), the best first.',
        querystring: courseListQuery,
        response: { 200: courseList },
      },
    },
    async ({ query }) => listCourses(database, query),
  )

  app.get(
    '/courses/:slug',
    {
      config: { access: 'open' },
      schema: {
        tags,
        summary: 'An active course, by slug or by id',
        description:
          'A slug that the course had before answers 301 with its present address. Staff get inactive courses too.',
        params: z.object({ slug: z.string() }),
        response: { 200: course, 301: z.void() },
      },
    },
    async ({ params, staff }, reply) => {
      const found = await findCourse(database, params.slug, staff ? 'staff' : 'visitor')
      if (found) return found
      const slug = await findCurrentSlug(database, params.slug)
      if (slug === undefined) throw notFound('Course not found')
      return reply.redirect(`/api/courses/${encodeURIComponent(slug)}`, 301)
    },
  )
}

export { listPublicCourses } from './course-queries.server.ts'
