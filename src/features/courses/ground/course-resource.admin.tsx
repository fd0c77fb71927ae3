import { adminQuery } from '#admin/api/admin-calls.ts'
import {
  appearanceFields,
  choice,
  custom,
  day,
  flag,
  namedChoice,
  richText,
  rows,
  rupees,
  scheduleFields,
  text,
  textArea,
  url,
  type ValuesOf,
} from '#admin/fields/fields.ts'
import type { FormResource } from '#admin/forms/form-resource.ts'
import type { enrollWays } from './cohort-words.contract.ts'
import type { Cohort } from './cohorts.contract.ts'
import { courseInput } from './courses.contract.ts'
import { courseCategories, courseLevels } from './courses-words.contract.ts'

export const enrollWayNames: Record<(typeof enrollWays)[number], string> = {
  link: 'External link',
  request: 'Request form',
}

/** @param id that of a course, or of a page with an event */
export const cohortsPath = (id: string) => `/api/courses/${id}/cohorts`
/** The screen of a date: its people, their attendance and the messages to them. */
export const dateScreen = ({ _id }: { _id: string }) => `/admin/courses/dates/${_id}`
export const cohortsQuery = (id: string) => adminQuery<Cohort[]>(cohortsPath(id))

const unsent = null as unknown as string

const fields = {
  title: text('Title'),
  slug: text('Slug'),
  description: textArea('Description', { attributes: { rows: 4 } }),
  syllabus: richText('Syllabus'),
  duration: text('Duration', { attributes: { placeholder: '8 weeks' } }),
  price: rupees('Price (₹)', { initial: '0', read: String, attributes: { required: true } }),
  // A discount of 0 means that there is none.
  discountedPrice: rupees('Discounted Price (₹)', { read: (stored) => (stored ? String(stored) : '') }),
  category: choice('Category', courseCategories),
  level: choice('Level', courseLevels, 'Beginner'),
  // Null is not sent: the day of a course with dates is that of the next one, which may be moved meanwhile.
  startDate: day('Start Date', {
    read: (stored, { cohorts }) => (cohorts ? unsent : String(stored ?? '').slice(0, 10)),
    write: (typed) => typed ?? undefined,
  }),
  // '' is the default instructor.
  instructor: custom('Instructor', {
    read: (stored) => (stored as { _id: string })._id,
    write: (id) => id || undefined,
  }),
  enrollmentUrl: url('Enrollment URL'),
  asksBy: namedChoice('Enrollment method', {
    initial: 'link',
    read: (stored) => String(stored ?? 'link'),
    named: enrollWayNames,
    hint: 'Default for new dates. Each date can differ.',
  }),
  prerequisites: rows('Prerequisites', 'Prerequisite'),
  learningOutcomes: rows('Learning Outcomes', 'Learning Outcome'),
  imageUrl: custom('Image'),
  imageAlt: custom('Alternative text'),
  active: flag('Active', { initial: true, hint: 'Visitors see only active courses.' }),
  ...scheduleFields,
  featured: flag('Featured', { hint: 'Shown on the home page.' }),
  ...appearanceFields,
}
export type CourseValues = ValuesOf<typeof fields>

export const courses: FormResource<CourseValues> = {
  api: '/api/courses',
  one: 'course',
  trash: 'courses',
  heading: 'Course',
  newTitle: 'Create New Course',
  list: '/admin/courses',
  readPath: (id) => `/api/courses/id/${id}`,
  contract: courseInput,
  fields,
  multipart: true,
  reviewed: true,
  publicPath: '/courses',
}
