import { useId } from 'react'
import type { Company } from '#contract/company.ts'
import { DetailPage } from '#site/page/detail-page.tsx'
import { NotFound } from '#site/page/not-found.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Section } from '#ui/layout.tsx'
import { useCompany } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { breadcrumbData, organisationNamed } from '#web/structured-data.ts'
import type { PostSummary } from './blog.contract.ts'
import { postQuery, type ShownPost } from './blog.queries.ts'
import { PostArticle } from './post-article.tsx'
import { PostGrid } from './post-grid.part.tsx'

export const queries = ({ params }: PageRequest) => [postQuery(params['slug'] ?? '')]

// biome-ignore lint/style/noRestrictedImports: fetched only where staff have signed in
const draft = () => import('./post-draft.admin.tsx')

const wayBack = (
  <ButtonLink to="/blog" variant="secondary">
    Back to Blog
  </ButtonLink>
)

const missing = (
  <NotFound title="Blog post not found" lead="It may have been moved or taken down.">
    {wayBack}
  </NotFound>
)

export default function BlogPostPage() {
  const company = useCompany()
  return (
    <DetailPage
      query={postQuery}
      list={{ path: '/blog', heading: 'Blog' }}
      failure="Failed to load blog post"
      failureAction={wayBack}
      draft={draft}
      missing={missing}
    >
      {(post, path) => (
        <>
          <Head
            title={post.title}
            description={post.excerpt}
            path={path}
            image={post.imageUrl}
            cover={post.cover}
            type="article"
            jsonLd={import.meta.env.SSR && postData(post, company)}
          />
          <PostArticle post={post} isPublic />
          <Related posts={post.related} />
        </>
      )}
    </DetailPage>
  )
}

function Related({ posts }: { posts: PostSummary[] }) {
  const id = useId()
  if (posts.length === 0) return null
  return (
    <Section aria-labelledby={id} className="print:hidden">
      <h2 id={id} className="mb-10 border-t border-line pt-10 text-h2">
        Read next
      </h2>
      <PostGrid posts={posts} heading="h3" />
    </Section>
  )
}

function postData(post: ShownPost, company: Company): object[] {
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
      publisher: organisationNamed(company.brand),
      mainEntityOfPage: path,
    },
    breadcrumbData([
      { name: 'Blog', path: '/blog' },
      { name: post.title, path },
    ]),
  ]
}
