import { multipart } from '#admin/api/form-data.ts'
import type { FormResource } from '#admin/forms/form-resource.ts'
import { blogInput, type StaffPost } from './blog.contract.ts'

/** The editor's values; an absent picture is ''. */
export type BlogValues = {
  title: string
  slug: string
  excerpt: string
  content: string
  category: string
  imageUrl: string
  imageAlt: string
  published: boolean
  sendNotification: boolean
}

const defaults: BlogValues = {
  title: '',
  slug: '',
  excerpt: '',
  content: '',
  category: '',
  imageUrl: '',
  imageAlt: '',
  published: true,
  sendNotification: false,
}

export const blogs: FormResource<BlogValues, StaffPost> = {
  api: '/api/blogs',
  one: 'blog',
  heading: 'Blog Post',
  list: '/admin/blogs',
  readPath: (id) => `/api/blogs/id/${id}`,
  defaults,
  toValues: ({
    title,
    slug,
    excerpt,
    content,
    category,
    imageUrl = '',
    imageAlt = '',
    published,
    sendNotification,
  }) => ({
    title,
    slug,
    excerpt,
    content,
    category,
    imageUrl,
    imageAlt,
    published,
    sendNotification,
  }),
  contract: blogInput,
  // Whoever is signed in; the server knows who that is.
  toInput: (values) => ({ ...values, author: 'me' }),
  toCall: (input) => ({ form: multipart(input) }),
  fields: [
    { name: 'title', label: 'Title' },
    { name: 'slug', label: 'Slug' },
    { name: 'excerpt', label: 'Excerpt' },
    { name: 'content', label: 'Content' },
    { name: 'category', label: 'Category' },
    { name: 'imageUrl', label: 'Image' },
    { name: 'imageAlt', label: 'Alternative text' },
    { name: 'published', label: 'Publish this post' },
    { name: 'sendNotification', label: 'Send email notification' },
  ],
}
