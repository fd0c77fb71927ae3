import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { columnsOfFlags, columnsToSave, sendStaffList } from '#features/published/published-routes.shared.server.ts'
import type { Row } from '#server/database/table.ts'
import type { AppContext } from '#server/feature.ts'
import type { Cleared } from '#server/record/shared-fields.ts'
import { acceptForms } from '#server/resource/read-form.ts'
import type { PrepareContext } from '#server/resource/resource.ts'
import { resourceRoutes } from '#server/resource/resource-routes.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { courseContent } from './course-queries.server.ts'
import {
  type CourseInput,
  courseFlags,
  courseInput,
  type StaffCourse,
  staffCourse,
  staffCourseList,
  staffCourseListQuery,
  staffCourseSummary,
} from './courses.contract.ts'
import { courses } from './courses.table.ts'
import { instructorOrDefault } from './instructors/instructors.server.ts'

export async function staffCourseRoutes(
  app: FastifyInstance,
  parts: Pick<AppContext, 'database' | 'config' | 'fetchOutside'>,
): Promise<void> {
  const { database, config } = parts
  await acceptForms(app)

  app.withTypeProvider<ZodTypeProvider>().get(
    '/courses/adminCourses',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'List all courses including inactive ones, newest first',
        description:
          '`search` looks in title, category and level; `status` is `active`, `inactive`, `scheduled` or `ended`; `sort` is `title`, `category` or `price`, or one of them with `-` before it. With any parameter, the header `X-Total-Count` says how many match.',
        querystring: staffCourseListQuery,
        response: { 200: staffCourseList },
      },
    },
    ({ query }, reply) => sendStaffList(reply, courseContent, database, { query, item: staffCourseSummary }),
  )

  const prepare = async (
    { imageUrl, imageAlt, instructor, discountedPrice, startDate, ...input }: Cleared<CourseInput>,
    { stored, upload }: PrepareContext<StaffCourse>,
  ) => {
    const written = { ...input, imageUrl, imageAlt }
    const saved = await columnsToSave(courseContent, parts, written, { stored, initially: true, upload })
    return {
      instructor,
      text: saved.text,
      course: {
        ...input,
        // Zero, null and an empty text remove the value; a field that is left out keeps it.
        ...(discountedPrice === undefined ? {} : { discountedPrice: discountedPrice || undefined }),
        ...(startDate === undefined ? {} : { startDate: startDate || undefined }),
        ...saved.columns,
      },
    }
  }

  resourceRoutes(app, database, {
    path: '/courses',
    readAt: '/id',
    tag: 'Courses',
    label: 'Course',
    table: courses,
    steps: courseContent.steps,
    input: courseInput,
    takesForms: true,
    record: staffCourse,
    flags: courseFlags,
    flagColumns: columnsOfFlags(courseContent, parts),
    bulk: {
      publish: { active: true },
      unpublish: { active: false },
      feature: { featured: true },
      unfeature: { featured: false },
    },
    copy: {
      nameField: 'title',
      values: ({ instructor, startDate }) => ({
        active: false,
        featured: false,
        instructor: instructor._id,
        // A date that has passed is not the next one.
        ...(startDate !== undefined && startDate < dayIn(config.timeZone)(database.now()) && { startDate: '' }),
      }),
    },
    fieldsOfRow: ({ instructorId, ...columns }) => ({ ...columns, instructor: { _id: instructorId } }),
    duplicate: { path: 'slug', message: 'This slug is already used by another course' },
    prepare,
    columnsOfDraft: ({ course, instructor }) => ({ ...course, ...(instructor && { instructorId: instructor }) }),
    find: (id) => courseContent.findForStaff(database, id),
    newRow: async (trx, { course, instructor }) => {
      const instructorId = await instructorOrDefault(trx, instructor, config)
      const row = { syllabus: '', prerequisites: [], learningOutcomes: [], active: true, featured: false, ...course }
      return { ...row, instructorId }
    },
    changes: async (trx, { course, instructor }, before) => {
      if ('price' in course && !('discountedPrice' in course)) checkStoredDiscount(before, course.price)
      return instructor === undefined
        ? course
        : { ...course, instructorId: await instructorOrDefault(trx, instructor, config) }
    },
  })
}

/** A change that leaves the discount out keeps it, so it must be below the new price. */
function checkStoredDiscount({ discountedPrice }: Partial<Row<typeof courses>>, price: number): void {
  if (!discountedPrice || discountedPrice < price) return
  const message = 'Discounted price must be below the price'
  throw new HttpError(422, message, [{ path: 'discountedPrice', message }])
}
