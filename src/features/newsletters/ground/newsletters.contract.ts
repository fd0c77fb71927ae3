import * as z from 'zod/mini'
import {
  auditFields,
  clearableText,
  hasNoNul,
  optionalText,
  optionalTime,
  recordId,
  requiredText,
  richText,
} from '#contract/fields.ts'
import { staffListQuery } from '#contract/lists.ts'
import { proposedMark } from '#contract/proposals.ts'
import { inReview } from '#contract/reviews.ts'
import { previewInfo } from '#contract/unpublished.ts'
import { notificationStatus } from './notifications.contract.ts'

const topicId = z.string().check(z.minLength(1), z.maxLength(100), hasNoNul)

/** The recipients among confirmed subscribers who have not paused. `courseId`: they asked about the course; `notificationId`: of the other message. */
export const audience = z.discriminatedUnion(
  'to',
  [
    z.object({ to: z.literal('everyone') }),
    z.object({
      to: z.literal('topics'),
      topics: z.array(topicId).check(z.minLength(1, 'Choose at least one topic'), z.maxLength(50)),
    }),
    z.object({ to: z.literal('course'), courseId: recordId('Course') }),
    z.object({ to: z.literal('import'), importId: recordId('Import') }),
    z.object({ to: z.literal('got'), notificationId: recordId('Newsletter') }),
    z.object({ to: z.literal('without'), notificationId: recordId('Newsletter') }),
  ],
  'Choose who gets it',
)
export type Audience = z.infer<typeof audience>

export const emptyAudience = 'This audience has no subscribers yet.'

const topicOfPosts = 'articles'

/** Who gets a post that names no audience: those who want articles. @param topics all that subscribers can choose */
export const audienceOfPosts = (topics: readonly { id: string }[]): Audience =>
  topics.some(({ id }) => id === topicOfPosts) ? { to: 'topics', topics: [topicOfPosts] } : { to: 'everyone' }

/** The same as parameters of an address: `topics` are separated by commas. Without `to` it is everyone. */
export const audienceQuery = z.object({
  to: z.optional(z.enum(['everyone', 'topics', 'course', 'import', 'got', 'without'], 'Choose who gets it')),
  topics: z.optional(z.string().check(z.maxLength(5_000))),
  courseId: z.optional(recordId('Course')),
  importId: z.optional(recordId('Import')),
  notificationId: z.optional(recordId('Newsletter')),
})

/** `people` is how many subscribers asked about the course, or how many the import added. Times are ISO 8601 in UTC. */
export const audienceChoices = z.object({
  topics: z.array(z.object({ id: z.string(), name: z.string() })),
  courses: z.array(z.object({ _id: z.string(), title: z.string(), people: z.int() })),
  imports: z.array(z.object({ _id: z.string(), fileName: z.optional(z.string()), at: z.string(), people: z.int() })),
  newsletters: z.array(z.object({ notificationId: z.string(), title: z.string(), at: z.string() })),
})
export type AudienceChoices = z.infer<typeof audienceChoices>

/** An audience in words: 'Topic: Course dates'. @param choices undefined until they are known */
export function audienceWords(audience: Audience, choices: AudienceChoices | undefined): string {
  switch (audience.to) {
    case 'everyone':
      return 'All subscribers'
    case 'topics': {
      const label = audience.topics.length > 1 ? 'Topics' : 'Topic'
      if (!choices || audience.topics.length === 0) return label
      const names = audience.topics.map((id) => choices.topics.find((topic) => topic.id === id)?.name)
      return `${label}: ${names.map((name) => name ?? 'deleted').join(', ')}`
    }
    case 'course':
      return `Interested in ${choices?.courses.find(({ _id }) => _id === audience.courseId)?.title ?? 'a course'}`
    case 'import': {
      const found = choices?.imports.find(({ _id }) => _id === audience.importId)
      return found?.fileName ? `Import: ${found.fileName}` : 'Import'
    }
    case 'got':
    case 'without': {
      const found = choices?.newsletters.find(({ notificationId }) => notificationId === audience.notificationId)
      return `${audience.to === 'got' ? 'Received' : 'Did not receive'} ${found ? `“${found.title}”` : 'another newsletter'}`
    }
  }
}

export const audiencePeopleQuery = z.extend(audienceQuery, z.omit(staffListQuery, { status: true }).shape)
export const audiencePeople = z.object({
  people: z.array(z.object({ _id: z.string(), email: z.string(), name: z.optional(z.string()) })),
})
export type AudiencePeople = z.infer<typeof audiencePeople>

/** A newsletter as its form sends it. Fields that are left out keep their values; an empty text or null removes one. It needs a title or a subject: one is the other where that is empty. */
export const newsletterInput = z.object({
  title: clearableText('Title', 300),
  subject: clearableText('Subject', 300),
  preheader: clearableText('Preview text', 300),
  greeting: clearableText('Greeting', 300),
  body: richText('Text'),
  audience: z.optional(audience),
  sendAt: optionalTime('When'),
})
export type NewsletterInput = z.infer<typeof newsletterInput>

/** The text of a newsletter's page, which may differ from the one that was mailed. */
export const newsletterPageInput = z.object({ title: requiredText('Title', 300), body: richText('Text') })

/** The texts of a newsletter as they were confirmed, and so as they are mailed. */
const mailedTexts = z.object({
  title: z.string(),
  subject: z.string(),
  preheader: z.optional(z.string()),
  greeting: z.optional(z.string()),
  body: z.string(),
})

/** A newsletter as staff see it. Once it is confirmed it has `mailed`, and `title` and `body` are those of its page, corrected at `correctedAt`. */
export const newsletter = z.object({
  _id: z.string(),
  ...mailedTexts.shape,
  audience,
  sendAt: z.optional(z.string()),
  createdAt: z.string(),
  ...auditFields,
  mail: z.omit(notificationStatus, { title: true }),
  mailed: z.optional(mailedTexts),
  correctedAt: z.optional(z.string()),
})
export type Newsletter = z.infer<typeof newsletter>

const newsletterStates = ['draft', 'scheduled', 'held', 'paused', 'sending', 'sent'] as const

/** A newsletter, or the notification about a post. `at` is when it is sent; `left` unsubscribed because of it, `visits` began with a link of it. */
export const listedNewsletter = z.object({
  kind: z.enum(['newsletter', 'post']),
  _id: z.string(),
  title: z.string(),
  subject: z.string(),
  audience,
  state: z.enum(newsletterStates),
  at: z.optional(z.string()),
  updatedAt: z.string(),
  recipients: z.int(),
  sent: z.int(),
  failed: z.int(),
  left: z.int(),
  visits: z.int(),
  ...inReview,
  ...proposedMark,
})
export type ListedNewsletter = z.infer<typeof listedNewsletter>
/** `kind` leaves the notifications about posts out, or the other newsletters. */
export const newsletterQuery = z.extend(staffListQuery, {
  kind: z.optional(z.enum(['newsletter', 'post'], 'kind must be newsletter or post')),
})
export type NewsletterQuery = z.infer<typeof newsletterQuery>
export const newsletterList = z.object({ newsletters: z.array(listedNewsletter) })

/** The results of a newsletter. The visits and goals are those that the site counted; `reasons` are why people left. */
export const newsletterResults = z.object({
  code: z.optional(z.string()),
  recipients: z.int(),
  sent: z.int(),
  skipped: z.int(),
  failed: z.int(),
  left: z.int(),
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
  visits: z.int(),
  goals: z.object({ enquiries: z.int(), registrations: z.int(), subscribers: z.int() }),
  pages: z.array(z.object({ path: z.string(), visits: z.int() })),
})
export type NewsletterResults = z.infer<typeof newsletterResults>

/** A newsletter as it is sent, of this version. `body` is rich text as typed. */
export type NewsletterContent = z.infer<typeof mailedTexts> & { version: number }

/** The own texts and audience of the message about a post; empty ones are as usual. `whole`: it has the whole text in place of the excerpt. */
export const postMail = z.object({
  subject: optionalText('Subject', 300),
  preheader: optionalText('Preview text', 1_000),
  greeting: optionalText('Greeting', 200),
  whole: z.optional(z.boolean('whole must be true or false')),
  audience: z.optional(audience),
})
export type PostMail = z.infer<typeof postMail>

const line = z.nullish(z.string().check(z.trim(), z.maxLength(2_000), hasNoNul))

/** A newsletter as it is typed, which need not be complete or stored. */
export const typedNewsletter = z.object({
  title: line,
  subject: line,
  preheader: line,
  greeting: line,
  body: z.nullish(z.string().check(z.maxLength(1_000_000), hasNoNul)),
})
export type TypedNewsletter = z.infer<typeof typedNewsletter>

/** The message of a newsletter; `bytes` is the size of its HTML. */
export const newsletterPreview = z.object({ subject: z.string(), html: z.string(), text: z.string(), bytes: z.int() })
export type NewsletterPreview = z.infer<typeof newsletterPreview>

/** The input of the check: a newsletter as it is typed, or with `blogId` the message about a post. `newsletterId` is the newsletter that it is, once it is stored. */
export const checkedMessage = z.extend(typedNewsletter, {
  audience: z.nullish(audience),
  sendAt: optionalTime('When'),
  newsletterId: z.nullish(recordId('Newsletter')),
  blogId: z.nullish(recordId('Post')),
})
export type CheckedMessage = z.infer<typeof checkedMessage>

const findingKinds = ['subject', 'text', 'audience', 'link', 'picture', 'weight', 'moment', 'domain'] as const
/** A finding prevents nothing. An error is one that most people would notice. */
const finding = z.object({ kind: z.enum(findingKinds), message: z.string(), level: z.enum(['error', 'warning']) })
export type Finding = z.infer<typeof finding>
export const findings = z.object({ findings: z.array(finding) })

/** The moment of a message: its time, left out for now, and the record that it is about, once it is stored. */
export const momentQuery = z.object({
  at: optionalTime('at'),
  newsletterId: z.optional(recordId('Newsletter')),
  blogId: z.optional(recordId('Post')),
})

/** A newsletter as its page shows it, or the path to which the code of another message leads. */
export const sharedNewsletter = z.object({
  title: z.string(),
  html: z.optional(z.string()),
  at: z.optional(z.string()),
  /** When its page was corrected after it was mailed. */
  correctedAt: z.optional(z.string()),
  movedTo: z.optional(z.string()),
})
export type SharedNewsletter = z.infer<typeof sharedNewsletter>

/** A newsletter as a preview link shows it. `to` is its audience in words. */
export const previewedNewsletter = z.object({
  ...previewInfo,
  newsletter: z.object({
    _id: z.string(),
    title: z.string(),
    subject: z.string(),
    preheader: z.optional(z.string()),
    greeting: z.optional(z.string()),
    html: z.string(),
    to: z.string(),
  }),
})
export type PreviewedNewsletter = z.infer<typeof previewedNewsletter>
