import type { FastifyInstance } from 'fastify'
import { notShownIn } from '#content/render/rendered-content.ts'
import { columnsOfFlags, columnsToSave, sendStaffList } from '#features/published/published-routes.shared.server.ts'
import type { Transaction } from '#server/database/connect.ts'
import type { Row } from '#server/database/table.ts'
import type { AppContext } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { changeRecord } from '#server/record/change-record.ts'
import type { LockedRow } from '#server/record/versions.ts'
import { reorderRoute } from '#server/resource/ordered-entity.ts'
import { acceptForms } from '#server/resource/read-form.ts'
import type { PrepareContext } from '#server/resource/resource.ts'
import { resourceRoutes } from '#server/resource/resource-routes.ts'
import { dayIn } from '#server/runtime/clock.ts'
import {
  cohortsFor,
  hasDates,
  type Moment,
  momentOf,
  movedByCourse,
  readCohorts,
} from '../cohorts/cohort-queries.server.ts'
import { daysFrom } from '../cohorts/timetable.ts'
import { nextCohort } from '../ground/cohort-words.contract.ts'
import { courseContent, coursePublishing, expectLowerDiscount } from '../ground/course-queries.server.ts'
import {
  type CourseInput,
  courseFlags,
  courseInput,
  type StaffCourse,
  staffCourse,
  staffCourseList,
  staffCourseListQuery,
  staffCourseSummary,
} from '../ground/courses.contract.ts'
import { cohorts, courses } from '../ground/courses.table.ts'
import { checkInstructor, instructorOrDefault } from '../instructors/instructors.server.ts'

export async function staffCourseRoutes(
  app: FastifyInstance,
  context: Pick<AppContext, 'database' | 'config' | 'site' | 'fetchOutside'>,
): Promise<void> {
  const { database, config } = context
  await acceptForms(app)

  route(app, 'GET /courses/adminCourses', {
    access: 'staff',
    summary: 'List all courses including inactive ones, newest first',
    description:
      '`search` looks in title, category and level; `status` is `active`, `inactive`, `scheduled`, `ended`, `review` for those in review or `proposed` for proposals of assistants; `sort` is `title`, `category` or `price`, or one of them with `-` before it, or `order` for the place among featured courses. `dates` is `none` for courses without a date to come, or `waiting` for those with a waitlist. With any parameter, the header `X-Total-Count` says how many match.',
    query: staffCourseListQuery,
    answer: staffCourseList,
    handler: async ({ query }, reply) => {
      const moment = await momentOf(context)
      return sendStaffList(reply, courseContent, database, {
        query,
        item: staffCourseSummary,
        add: (ids) => cohortsFor(context, ids, { staff: ids !== undefined }) as Promise<(found: object) => object>,
        narrow: (rows) => {
          const featured = query.featured === undefined ? rows : rows.where('courses.featured', '=', query.featured)
          return query.dates ? featured.where(hasDates(database.db, moment, query.dates)) : featured
        },
      })
    },
  })

  reorderRoute(app, database, {
    table: courses,
    path: '/courses/order',
    access: 'publish',
    first: 1,
    only: (rows) => rows.where('featured', '=', true),
    what: 'featured courses',
  })

  const prepare = async (
    { imageUrl, imageAlt, instructor, ...input }: CourseInput,
    { stored, upload, isDraft }: PrepareContext<StaffCourse>,
  ) => {
    const written = { ...input, imageUrl, imageAlt }
    const saved = await columnsToSave(courseContent, context, written, { stored, initially: true, upload, isDraft })
    return {
      instructor,
      // It reads settings, which a transaction of SQLite would wait for forever.
      moment: await momentOf(context),
      text: saved.text,
      course: { ...input, ...saved.columns },
    }
  }

  /** The column for a written `startDate`. The day of one of the dates is no change, since an earlier answer had it. Another day moves the date that it is meant for. */
  const startOf = async (
    trx: Transaction,
    { id, startDate: stored }: LockedRow,
    { startDate, moment, actor }: { startDate: string | undefined; moment: Moment; actor: Staff },
  ) => {
    const all = (await readCohorts(trx, moment, [id])).get(id) ?? []
    const answered = nextCohort(all)?.startsOn ?? stored
    if (startDate === answered || all.some(({ startsOn }) => startsOn === startDate)) return {}
    const cohort = startDate && movedByCourse(all)
    if (cohort) await changeRecord(trx, { table: cohorts, id: cohort._id }, actor, () => daysFrom(cohort, startDate))
    return { startDate }
  }

  resourceRoutes(app, database, {
    path: '/courses',
    readAt: '/id',
    label: 'Course',
    table: courses,
    publishing: coursePublishing,
    steps: courseContent.steps,
    input: courseInput,
    takesForms: true,
    record: staffCourse,
    flags: courseFlags,
    flagColumns: columnsOfFlags(courseContent, context),
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
    fieldsOfRow: ({ instructorId, ...columns }, stored) => ({
      ...columns,
      instructor: { _id: instructorId },
      // The form sends no `startDate` of a course that has them.
      ...(stored?.cohorts && { cohorts: stored.cohorts }),
    }),
    duplicate: { path: 'slug', message: 'This slug is already used by another course' },
    prepare,
    notShown: ({ syllabus = '' }) => notShownIn([syllabus]),
    reads: ['syllabus', 'active'],
    columnsOfDraft: ({ course, instructor }) => ({ ...course, ...(instructor && { instructorId: instructor }) }),
    find: async (id) => {
      const found = await courseContent.findForStaff(database, id)
      return found && (await cohortsFor(context, [id]))(found)
    },
    newRow: async (trx, { course, instructor }) => {
      const instructorId = await instructorOrDefault(trx, instructor, config)
      return {
        ...{ syllabus: '', prerequisites: [], learningOutcomes: [], active: true, featured: false, order: 0 },
        ...{ asksBy: 'link', ...course, instructorId },
      }
    },
    changes: async (trx, { course, instructor, moment }, before, actor) => {
      const { startDate, ...columns } = course
      expectLowerDiscount({ ...(before as Row<typeof courses>), ...course })
      const instructorId = instructor && (await instructorOrDefault(trx, instructor, config))
      if (instructorId) await checkInstructor(trx, before as Row<typeof courses>, instructorId, actor)
      return {
        ...columns,
        ...('startDate' in course && (await startOf(trx, before, { startDate, moment, actor }))),
        ...(instructorId && { instructorId }),
      }
    },
  })
}
