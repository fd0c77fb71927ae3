import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useParams } from 'react-router'
import { DraftFallback } from '#site/page/draft-fallback.tsx'
import { NotFound } from '#site/page/not-found.tsx'
import { Redirect } from '#site/page/redirect.tsx'
import { useScrollToHash } from '#site/page/use-scroll-to-hash.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Section } from '#ui/layout.tsx'
import { useCompany } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { QueryState } from '#web/query-state.tsx'
import type { PostSummary } from './blog.contract.ts'
import { postQuery } from './blog.queries.ts'
import { PostArticle } from './post-article.tsx'
import { postData } from './post-data.ts'
import { PostGrid } from './post-grid.tsx'

export const queries = ({ params }: PageRequest) => [postQuery(params['slug'] ?? '')]

// biome-ignore lint/style/noRestrictedImports: fetched only where staff have signed in
const draft = () => import('./post-draft.admin.tsx')

const wayBack = (
  <ButtonLink to="/blog" variant="secondary">
    Back to Blog
  </ButtonLink>
)

export default function BlogPostPage() {
  const { slug = '' } = useParams()
  const company = useCompany()
  const query = useQuery(postQuery(slug))
  useScrollToHash(query.isSuccess)
  return (
    <>
      {!query.data && <Head title="Blog" />}
      <QueryState query={query} failure="Failed to load blog post" failureAction={wayBack} whole>
        {(post) => {
          if (!post) {
            return (
              <DraftFallback key={slug} load={draft}>
                <PostNotFound />
              </DraftFallback>
            )
          }
          const path = `/blog/${post.slug}`
          if (post.slug !== slug)
            return (
              <Redirect to={path} title={post.title} fetched={{ key: postQuery(post.slug).queryKey, data: post }} />
            )
          return (
            <>
              <Head
                title={post.title}
                description={post.excerpt}
                path={path}
                image={post.imageUrl}
                type="article"
                jsonLd={postData(post, company)}
              />
              <PostArticle post={post} isPublic />
              <Related posts={post.related} />
            </>
          )
        }}
      </QueryState>
    </>
  )
}

const PostNotFound = () => (
  <NotFound title="Blog post not found" lead="It may have been moved or taken down.">
    {wayBack}
  </NotFound>
)

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
