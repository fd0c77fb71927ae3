import * as z from 'zod/mini'
import { renewRenderings } from '#content/render/renew-renderings.ts'
import { visibleText } from '#content/render/stored-rendering.ts'
import { previewedContent, previewRoute, redirectFormer } from '#features/published/published-routes.shared.server.ts'
import { addContentSource } from '#server/database/content-version.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { defineEntity } from '#server/record/entity.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { calendarRoute } from '../cohorts/calendar.server.ts'
import { type BareCourse, plannedDays, withCohorts } from '../cohorts/cohort-queries.server.ts'
import { courseContent, coursePublishing, findEnded, findNext, publicCourses } from '../ground/course-queries.server.ts'
import {
  course,
  courseList,
  courseListQuery,
  missingCourse,
  previewedCourse,
  staffCourse,
} from '../ground/courses.contract.ts'
import { coursePastSlugs, courses, instructors } from '../ground/courses.table.ts'
import { trainingSettings } from '../ground/training-settings.contract.ts'
import { staffCourseRoutes } from './course-staff.server.ts'
import { inCatalog, withUpcoming } from './courses.shared.server.ts'

export const courseRoutes = feature('Courses', async (app, context) => {
  const { config, database } = context
  await staffCourseRoutes(app, context)
  // A start date passes at midnight without a change of content.
  const day = dayIn(config.timeZone)
  addContentSource(database, () => day(database.clock()))
  const withDates = async <Course extends BareCourse>(found: Course) => {
    const [dated = found] = await withCohorts(context, [found])
    const { gst, termsUrl } = trainingSettings.of(await context.site.now())
    const { timeZone } = config
    const hasDates = 'cohorts' in dated
    const asksBy = 'asksBy' in found && found.asksBy === 'request' && !hasDates ? ('request' as const) : undefined
    return {
      ...withUpcoming(context, dated),
      asksBy,
      ...(hasDates && { gst, termsUrl: termsUrl || undefined, timeZone }),
    }
  }
  previewRoute(app, database, previewedContent(courseContent, context), {
    one: 'course',
    answer: previewedCourse,
    toAnswer: (found) => withDates(found as typeof found & { _id: string }),
  })
  renewRenderings(app, { config, database }, courses, ['syllabus'])
  calendarRoute(app, context)

  route(app, 'GET /courses', {
    access: 'public',
    cache: 'content',
    summary: 'List active courses, newest first, page by page',
    description: 'With `search`, only courses in which every search term begins a word, best matches first.',
    query: courseListQuery,
    answer: courseList,
    handler: async ({ query }) => {
      const { items, ...counts } = await courseContent.listPage(database, query)
      return { courses: await inCatalog(context, items), ...counts }
    },
  })

  route(app, 'GET /courses/:id', {
    access: 'open',
    cache: 'content',
    summary: 'Get an active course by slug or id',
    description:
      'A former slug redirects to the current one with 301. Staff also get inactive courses. Of a course that was public before, the answer 404 says in `was` which it was.',
    answer: { 200: course, 301: z.void(), 404: missingCourse },
    handler: async ({ params: { id: slug }, staff }, reply) => {
      const found = await courseContent.find(context, slug, staff ? 'staff' : 'visitor')
      if (found) return { ...(await withDates(found)), next: await findNext(database, found) }
      const was = await findEnded(database, slug)
      if (was) return reply.code(404).send({ message: 'Course not found', code: 'gone', was })
      return redirectFormer(reply, courseContent, { database, path: '/courses', label: 'Course', slug })
    },
  })
})

export const courseEntity = defineEntity(courses, {
  label: 'Course',
  record: staffCourse,
  sides: [
    { table: instructors, key: 'id' },
    { table: coursePastSlugs, key: 'slug', parts: { courseId: 'courses' } },
  ],
  publishing: coursePublishing,
  path: '/courses',
  reviewed: true,
  addresses: publicCourses,
  formerSlugs: courseContent.formerSlugs,
  days: plannedDays,
  reindex: (database, config, signal) =>
    courseContent.reindex(database, ({ syllabus }) => visibleText(database, config, syllabus), signal),
  async erase(trx, id) {
    const dates = trx.selectFrom('cohorts').select('id').where('courseId', '=', id)
    await trx.deleteFrom('revisions').where('entity', '=', 'cohorts').where('recordId', 'in', dates).execute()
    await courseContent.remove(trx, id)
  },
})
