import * as z from 'zod/mini'
import { requiredText, webAddress } from '#contract/fields.ts'
import { blogCategories } from '#features/blog/blog.contract.ts'
import { productCategories, serviceCategories, serviceIcons } from '#features/catalog/catalog.contract.ts'
import { cohortModes, enrolWays } from '#features/courses/cohorts/cohort-words.contract.ts'
import { courseCategories, courseLevels } from '#features/courses/courses-words.contract.ts'

/** The format of the files in `content/demo/`. They refer to pictures in `content/demo/images/` by name. */

const slug = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens'))
/** YAML reads a plain date as text; quoted or not, a day is meant. */
const day = z.iso.date('must be a day, YYYY-MM-DD')
const count = z.int().check(z.minimum(0))
const texts = z.array(z.string())
/** The cover. It only decorates. */
const pictured = { image: z.optional(z.string()) }

export const demoPost = z.strictObject({
  title: requiredText('title'),
  slug,
  excerpt: requiredText('excerpt'),
  category: z.enum(blogCategories),
  author: z.string(),
  ...pictured,
  publishedAt: day,
})

/** A date of a course, counted from the first start, so that it is always to come: the first such weekday (1 is Monday) after so many weeks. */
const demoDate = z.strictObject({
  inWeeks: z.int().check(z.positive()),
  weekday: z.int().check(z.minimum(1), z.maximum(7)),
  /** How many days it lasts, the first one included. */
  days: z.int().check(z.positive()),
  enrolDaysBefore: z.optional(count),
  timetable: z.optional(z.string()),
  mode: z._default(z.enum(cohortModes), 'online'),
  place: z.optional(z.string()),
  language: z.optional(z.string()),
  seats: z.optional(count),
  taken: z._default(count, 0),
  enrolVia: z._default(z.enum(enrolWays), 'link'),
  discountedPrice: z.optional(z.number().check(z.positive())),
  discountDaysBefore: z.optional(count),
})
export type DemoDate = z.infer<typeof demoDate>

export const demoCourse = z.strictObject({
  title: requiredText('title'),
  slug,
  description: requiredText('description'),
  duration: requiredText('duration'),
  price: z.number().check(z.minimum(0)),
  discountedPrice: z.optional(z.number().check(z.positive())),
  ...pictured,
  category: z.enum(courseCategories),
  level: z.enum(courseLevels),
  prerequisites: z._default(texts, []),
  learningOutcomes: z._default(texts, []),
  instructor: z.string(),
  enrollmentUrl: webAddress('must be an http or https address'),
  dates: z._default(z.array(demoDate), []),
  active: z._default(z.boolean(), true),
  featured: z._default(z.boolean(), false),
  /** The lowest is shown first. */
  order: z._default(z.int(), 0),
})

const catalogItem = { description: requiredText('description'), features: texts, active: z._default(z.boolean(), true) }
export const demoProducts = z.array(
  z.strictObject({ name: requiredText('name'), category: z.enum(productCategories), ...catalogItem }),
)
export const demoServices = z.array(
  z.strictObject({
    title: requiredText('title'),
    category: z.enum(serviceCategories),
    icon: z.enum(serviceIcons),
    ...catalogItem,
  }),
)

const person = { name: requiredText('name'), bio: requiredText('bio'), avatar: z.optional(z.string()) }
export const demoPeople = z.strictObject({
  authors: z.record(z.string(), z.strictObject(person)),
  instructors: z.record(z.string(), z.strictObject({ ...person, default: z._default(z.boolean(), false) })),
})

/** What was drawn: each picture's name, the hash for its address, and its size in pixels. */
export const demoImages = z.record(z.string(), z.object({ hash: z.string(), width: z.int(), height: z.int() }))
