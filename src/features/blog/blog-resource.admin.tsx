import {
  appearanceFields,
  choice,
  custom,
  flag,
  richText,
  scheduleFields,
  text,
  textArea,
  type ValuesOf,
} from '#admin/fields/fields.ts'
import { type FormResource, type FormState, stageOf } from '#admin/forms/form-resource.ts'
import {
  type CoverFamily,
  type CoverGround,
  type CoverNumbers,
  coverFamilies,
  coverGrounds,
  largestSeed,
} from '#contract/cover.ts'
import { blogCategories, blogInput, type StaffPost } from './blog.contract.ts'
import { askBeforeMail, endOfNewsletter, readMail } from './publishing.admin.ts'

const fields = {
  title: text('Title'),
  slug: text('Slug'),
  excerpt: textArea('Excerpt', { attributes: { rows: 3 } }),
  content: richText('Content'),
  category: choice('Category', blogCategories),
  // Without a choice a new post has the signed-in person, and another keeps its author.
  authorId: custom('Author', { write: (id) => id || undefined }),
  imageUrl: custom('Image'),
  imageAlt: custom('Alternative text'),
  cover: custom('Generated cover', {
    read: (stored) => coverToWords(stored as CoverNumbers),
    write: (words) => wordsToCover(words) ?? null,
  }),
  published: flag('Publish this post', {
    initial: true,
    hint: 'If unchecked, the post is saved as a draft that only staff can see.',
  }),
  ...scheduleFields,
  dateShown: custom('Publish date'),
  sendNotification: flag('Send email notification'),
  mail: custom('Audience and message', {
    read: (stored) => (stored ? JSON.stringify(stored) : ''),
    write: readMail,
    unversioned: true,
  }),
  ...appearanceFields,
}
export type BlogValues = ValuesOf<typeof fields>
export type PostForm = FormState<BlogValues, StaffPost>

export const blogs: FormResource<BlogValues> = {
  api: '/api/blogs',
  one: 'blog',
  trash: 'blogs',
  heading: 'Blog Post',
  newTitle: 'Create New Blog Post',
  list: '/admin/blogs',
  readPath: (id) => `/api/blogs/id/${id}`,
  contract: blogInput,
  fields,
  // The server ignores this: `authorId` names the author.
  constants: { author: 'me' },
  multipart: true,
  reviewed: true,
  publicPath: '/blog',
  async asks(record, values) {
    const leaves = record?.published && stageOf(values, Date.now()) !== 'public'
    const detail = leaves ? await endOfNewsletter(record._id, 'unpublish') : undefined
    if (detail !== undefined) return { question: 'Unpublish this post?', detail, action: 'Unpublish' }
    return askBeforeMail(record, values)
  },
}

/** The value of the form's field, which comparisons of two versions show: `mesh on teal, 1234`. '' follows the slug and the category. */
export const coverToWords = (cover: CoverNumbers | null | undefined): string =>
  cover ? `${coverFamilies[cover.family]} on ${coverGrounds[cover.ground]}, ${cover.seed}` : ''

/** Undefined for '', and for other words. */
export function wordsToCover(words: string): CoverNumbers | undefined {
  const [, pattern = '', colours = '', number = ''] = /^(\w+) on (\w+), (\d+)$/.exec(words) ?? []
  const family = coverFamilies.indexOf(pattern as CoverFamily)
  const ground = coverGrounds.indexOf(colours as CoverGround)
  const seed = Number(number)
  return family < 0 || ground < 0 || seed > largestSeed ? undefined : { family, ground, seed }
}
