import * as z from 'zod/mini'
import {
  auditFields,
  choice,
  clearable,
  errorBody,
  heading,
  isDay,
  optionalAuditFields,
  optionalText,
  person,
  pictureAddress,
  requiredText,
  richText,
  scheduleFields,
  scheduleInput,
  slug,
  textList,
} from '#contract/fields.ts'
import { pageCounts, publicListQuery, sortBy, staffListQuery } from '#contract/lists.ts'
import { proposedMark } from '#contract/proposals.ts'
import { inReview } from '#contract/reviews.ts'
import { searchAppearance, searchAppearanceInput } from '#contract/search-appearance.ts'
import { changesWaiting, previewInfo, withWorkingCopy } from '#contract/unpublished.ts'
import { enrollWays, gstLines } from './cohort-words.contract.ts'
import { isEnrollAddress, publicCohort, rupees } from './cohorts.contract.ts'
import { courseCategories, courseLevels } from './courses-words.contract.ts'

/** A course in the catalogue. Prices are in rupees; `discountedPrice` is absent without a discount. `cohorts` are the dates to come, the next one first; absent without dates. */
export const courseSummary = z.object({
  _id: z.string(),
  title: z.string(),
  slug: z.string(),
  description: z.string(),
  duration: z.string(),
  price: z.number(),
  discountedPrice: z.optional(z.number()),
  imageUrl: z.optional(z.string()),
  imageAlt: z.optional(z.string()),
  /** The focal point of the picture, as CSS positions it; absent for its middle. */
  imageFocus: z.optional(z.string()),
  category: z.enum(courseCategories),
  level: z.enum(courseLevels),
  prerequisites: z.array(z.string()),
  learningOutcomes: z.array(z.string()),
  instructor: person,
  enrollmentUrl: z.string(),
  /** The day on which the next date with a free seat starts, or the next full one if all are full; without one, the stored day. */
  startDate: z.optional(z.string()),
  cohorts: z.optional(z.array(publicCohort)),
  /** Whether `startDate` is today or later, in the company's time zone; absent where no date is given. */
  upcoming: z.optional(z.boolean()),
  active: z.boolean(),
  featured: z.boolean(),
  updatedAt: z.string(),
})
export type CourseSummary = z.infer<typeof courseSummary>

/** A course in the staff's list. `instructor` has its `_id`, for the form. */
export const staffCourseSummary = z.extend(courseSummary, {
  ...auditFields,
  ...scheduleFields,
  ...changesWaiting,
  ...inReview,
  ...proposedMark,
  instructor: z.extend(person, { _id: z.string() }),
  asksBy: z.enum(enrollWays),
  /** The date of `startDate`, and the people who wait for a seat of a date; only on a page of the list. */
  nextDate: z.optional(z.object({ startsOn: z.string(), booked: z.int(), seats: z.optional(z.int()) })),
  waiting: z.optional(z.int()),
})
export type StaffCourseSummary = z.infer<typeof staffCourseSummary>
/** The staff's list; without `sort` it is newest first. */
export const staffCourseListQuery = z.extend(staffListQuery, {
  sort: sortBy(['title', 'category', 'price', 'order']),
  featured: z.optional(z.stringbool()),
  dates: z.optional(z.enum(['none', 'waiting'], 'dates must be none or waiting')),
})
export const staffCourseList = z.array(staffCourseSummary)

/** A course as the form loads it. */
export const staffCourse = z.extend(staffCourseSummary, {
  syllabus: z.string(),
  ...searchAppearance,
  ...withWorkingCopy,
})
export type StaffCourse = z.infer<typeof staffCourse>

/** A course with its syllabus: `syllabus` as typed, `syllabusHtml` rendered and sanitised. */
export const course = z.extend(courseSummary, {
  ...optionalAuditFields,
  ...scheduleFields,
  updatedAt: z.string(),
  syllabus: z.string(),
  syllabusHtml: z.string(),
  headings: z.array(heading),
  /** `request` for a course without dates whose Enroll Now leads to the form; else absent. */
  asksBy: z.optional(z.literal('request')),
  /** Whether prices include GST or it is added, the terms of enrollment, and the time zone of its times; only with `cohorts`. */
  gst: z.optional(z.enum(gstLines)),
  termsUrl: z.optional(z.string()),
  timeZone: z.optional(z.string()),
  /** The course after this one in the catalogue, and after the last one the first; absent if there is no other. */
  next: z.optional(z.pick(courseSummary, { slug: true, title: true, level: true, duration: true })),
})
export type Course = z.infer<typeof course>

/** A course that is no longer public. Visitors can still ask for its next date. */
const endedCourse = z.extend(z.pick(course, { _id: true, slug: true }), { ended: z.literal(true) })
export type EndedCourse = z.infer<typeof endedCourse>

/** The answer to a visitor where no course is public: `was` has the one that was. */
export const missingCourse = z.extend(errorBody, { was: z.optional(endedCourse) })

/** A course as a preview link shows it, before it is public. */
export const previewedCourse = z.object({
  ...previewInfo,
  course: z.omit(course, { syllabus: true, version: true, updatedBy: true }),
})
export type PreviewedCourse = z.infer<typeof previewedCourse>

export const courseList = z.object({ courses: z.array(courseSummary), ...pageCounts })

export const courseListQuery = z.object({
  ...publicListQuery,
  category: z.optional(z.string()),
  level: z.optional(z.string()),
  featured: z.optional(z.stringbool()),
})

/** A discounted price is below the price; 0 or nothing is no discount. */
const discountIsLower = z.refine<{ price: number; discountedPrice?: number | undefined }>(
  ({ price, discountedPrice }) => !discountedPrice || discountedPrice < price,
  { path: ['discountedPrice'], error: 'Discounted price must be below the price' },
)

/**
 * A course as the form sends it; fields that are left out keep their values. A `discountedPrice` of 0 or null removes the discount, an empty `startDate`
 * (YYYY-MM-DD) the date. An unknown `instructor` id means the default one. The picture is the file field `image` of a multipart body.
 */
export const courseInput = z
  .object({
    title: requiredText('Title', 300),
    slug: slug(),
    description: requiredText('Description', 5_000),
    syllabus: richText('Syllabus'),
    duration: requiredText('Duration', 100),
    price: rupees('Price'),
    discountedPrice: clearable(rupees('Discounted price'), 0),
    imageUrl: z.optional(pictureAddress()),
    imageAlt: optionalText('Alternative text', 500),
    category: choice('Category', courseCategories),
    level: choice('Level', courseLevels),
    prerequisites: z.optional(textList('Prerequisites')),
    learningOutcomes: z.optional(textList('Learning outcomes')),
    instructor: z.optional(z.string()),
    enrollmentUrl: requiredText('Enrollment URL', 2_000).check(isEnrollAddress),
    startDate: clearable(
      z.string('Start date must be a date').check(
        z.trim(),
        z.refine((value) => value === '' || isDay(value.slice(0, 10)), 'Start date must be a date'),
        z.overwrite((value) => value.slice(0, 10)),
      ),
    ),
    asksBy: z.optional(z.enum(enrollWays, 'asksBy must be link or request')),
    active: z.optional(z.boolean()),
    featured: z.optional(z.boolean()),
    ...scheduleInput,
    ...searchAppearanceInput,
  })
  .check(discountIsLower)
export type CourseInput = z.infer<typeof courseInput>
export const courseFlags = z
  .object({ active: z.optional(z.boolean()), featured: z.optional(z.boolean()) })
  .check(z.refine(({ active, featured }) => active !== undefined || featured !== undefined, 'Send active or featured'))
