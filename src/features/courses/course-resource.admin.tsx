import { multipart } from '#admin/api/form-data.ts'
import type { FormResource } from '#admin/forms/form-resource.ts'
import { courseInput, type StaffCourse } from './courses.contract.ts'

/** The form's values: prices as typed, the instructor by id ('' is the default one), an absent discount, date or picture as ''. */
export type CourseValues = {
  title: string
  slug: string
  description: string
  syllabus: string
  duration: string
  price: string
  discountedPrice: string
  imageUrl: string
  imageAlt: string
  category: string
  level: string
  prerequisites: string[]
  learningOutcomes: string[]
  instructor: string
  enrollmentUrl: string
  startDate: string
  active: boolean
  featured: boolean
}

const defaults: CourseValues = {
  title: '',
  slug: '',
  description: '',
  syllabus: '',
  duration: '',
  price: '0',
  discountedPrice: '',
  imageUrl: '',
  imageAlt: '',
  category: '',
  level: 'Beginner',
  prerequisites: [''],
  learningOutcomes: [''],
  instructor: '',
  enrollmentUrl: '',
  startDate: '',
  active: true,
  featured: false,
}

/** A blank amount is 0. */
const amount = (typed: string) => (typed.trim() === '' ? 0 : Number(typed))

export const courses: FormResource<CourseValues, StaffCourse> = {
  api: '/api/courses',
  one: 'course',
  heading: 'Course',
  list: '/admin/courses',
  readPath: (id) => `/api/courses/id/${id}`,
  defaults,
  toValues: (course) => ({
    ...defaults,
    ...course,
    price: String(course.price),
    discountedPrice: course.discountedPrice ? String(course.discountedPrice) : '',
    imageUrl: course.imageUrl ?? '',
    imageAlt: course.imageAlt ?? '',
    instructor: course.instructor._id,
    startDate: course.startDate?.slice(0, 10) ?? '',
  }),
  contract: courseInput,
  toInput: ({ instructor, ...values }) => ({
    ...values,
    ...(instructor && { instructor }),
    price: amount(values.price),
    discountedPrice: amount(values.discountedPrice),
  }),
  toCall: (input) => ({ form: multipart(input) }),
  fields: [
    { name: 'title', label: 'Title' },
    { name: 'slug', label: 'Slug' },
    { name: 'description', label: 'Description' },
    { name: 'syllabus', label: 'Syllabus' },
    { name: 'duration', label: 'Duration' },
    { name: 'price', label: 'Price' },
    { name: 'discountedPrice', label: 'Discounted Price' },
    { name: 'category', label: 'Category' },
    { name: 'level', label: 'Level' },
    { name: 'startDate', label: 'Start Date' },
    { name: 'instructor', label: 'Instructor' },
    { name: 'enrollmentUrl', label: 'Enrollment URL' },
    { name: 'prerequisites', label: 'Prerequisites' },
    { name: 'learningOutcomes', label: 'Learning Outcomes' },
    { name: 'imageUrl', label: 'Image' },
    { name: 'imageAlt', label: 'Alternative text' },
    { name: 'active', label: 'Active' },
    { name: 'featured', label: 'Featured' },
  ],
}
