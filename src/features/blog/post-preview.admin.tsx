import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { RefusedText } from '#admin/preview/form-preview.tsx'
import { MessageFrame, type RenderedPreview, useMessage } from '#admin/preview/rendered.tsx'
import type { Person } from '#contract/fields.ts'
import type { AnnouncedPost, Announcement, BlogCategory } from './blog.contract.ts'
import { type BlogValues, wordsToCover } from './blog-resource.admin.tsx'
import { PostArticle } from './post-article.tsx'
import { readMail } from './publishing.admin.ts'

type PostPreviewProps = {
  values: BlogValues
  rendered: RenderedPreview | null
  /** Why the text cannot be rendered. */
  refused?: string | undefined
  /** The author of a stored post; a new one has the signed-in person. */
  stored: { author: Person; createdAt: string; published: boolean } | null
}

/** The post as its page will show it: the page's own component with the values of the form. */
export function PostPreview({ values, rendered, refused, stored }: PostPreviewProps) {
  const me = useQuery({ ...adminQuery<Person & { signedAs: string }>('/api/users/me'), enabled: stored === null })
  const author = stored?.author ?? { ...me.data, name: me.data?.signedAs ?? '', bio: me.data?.bio ?? '' }
  const { title, slug, excerpt, category, imageUrl, imageAlt, cover, published, dateShown } = values
  const [now] = useState(() => new Date().toISOString())
  return (
    <div className="[&_.reading-progress]:hidden">
      {refused && <RefusedText>{refused}</RefusedText>}
      <PostArticle
        post={{
          _id: '',
          title: title || 'Untitled',
          slug,
          excerpt,
          category: (category || 'Category') as BlogCategory,
          ...(imageUrl && { imageUrl, imageAlt }),
          cover: wordsToCover(cover),
          author,
          published,
          // A draft is dated when it is published.
          createdAt: dateShown || (stored?.published && stored.createdAt) || now,
          updatedAt: now,
          readTime: rendered?.readTime ?? 1,
          contentHtml: rendered?.html ?? '',
          headings: rendered?.headings ?? [],
          related: [],
        }}
      />
    </div>
  )
}

/** The post as its message shows it. */
export const announcedOf = (
  { title, excerpt, category, slug, imageUrl, imageAlt, cover, authorId, content, mail }: BlogValues,
  rendered: RenderedPreview | null,
): AnnouncedPost => ({
  title,
  excerpt,
  category: category || 'Category',
  slug,
  imageUrl,
  imageAlt,
  cover: wordsToCover(cover) ?? null,
  authorId,
  readTime: rendered?.readTime ?? 1,
  ...(mail !== '' && { mail: readMail(mail) ?? null }),
  ...(readMail(mail)?.whole && { content }),
})

type MailPreviewProps = Omit<ComponentProps<typeof MessageFrame>, 'html' | 'title'> & { post: AnnouncedPost }

/** The message about a post. */
export function MailPreview({ post, ...frame }: MailPreviewProps) {
  const message = useMessage<Announcement>('/api/newsletters/preview/post', post)
  return message && <MessageFrame html={message.html} {...frame} />
}
