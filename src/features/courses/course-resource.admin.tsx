import {
  appearanceFields,
  choice,
  custom,
  day,
  flag,
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
import { courseCategories, courseInput, courseLevels } from './courses.contract.ts'

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
  startDate: day('Start Date'),
  // '' is the default instructor.
  instructor: custom('Instructor', {
    read: (stored) => (stored as { _id: string })._id,
    write: (id) => id || undefined,
  }),
  enrollmentUrl: url('Enrollment URL'),
  prerequisites: rows('Prerequisites', 'Prerequisite'),
  learningOutcomes: rows('Learning Outcomes', 'Learning Outcome'),
  imageUrl: custom('Picture'),
  imageAlt: custom('Alternative text'),
  active: flag('Active', { initial: true, hint: 'Visitors see an active course.' }),
  ...scheduleFields,
  featured: flag('Featured', { hint: 'Shown on the start page.' }),
  ...appearanceFields,
}
export type CourseValues = ValuesOf<typeof fields>

export const courses: FormResource<CourseValues> = {
  api: '/api/courses',
  one: 'course',
  trash: 'courses',
  heading: 'Course',
  list: '/admin/courses',
  readPath: (id) => `/api/courses/id/${id}`,
  contract: courseInput,
  fields,
  multipart: true,
  keepsCopies: true,
}
