import type { Company } from '#contract/company.ts'
import { breadcrumbData } from '#web/head.tsx'
import type { ShownPost } from './blog.queries.ts'

/** A post as search engines read it (schema.org). */
export function postData(post: ShownPost, company: Company): object[] {
  const path = `/blog/${post.slug}`
  return [
    {
      '@type': 'BlogPosting',
      headline: post.title,
      description: post.excerpt,
      image: post.imageUrl,
      datePublished: post.createdAt,
      // A planned post was changed before it appeared.
      dateModified: [post.createdAt, post.updatedAt].sort()[1],
      articleSection: post.category,
      timeRequired: `PT${post.readTime}M`,
      author: {
        '@type': 'Person',
        name: post.author.name,
        description: post.author.bio || undefined,
        image: post.author.avatarUrl,
      },
      publisher: {
        '@type': 'Organization',
        name: company.brand,
        url: '/',
        logo: { '@type': 'ImageObject', url: '/icon-512.png' },
      },
      mainEntityOfPage: path,
    },
    breadcrumbData([
      { name: 'Blog', path: '/blog' },
      { name: post.title, path },
    ]),
  ]
}
