import { useParams } from 'react-router'
import { DraftBanner } from '#admin/preview/draft-banner.tsx'
import { DraftQuery } from '#admin/preview/draft-query.tsx'
import type { DraftScreen } from '#site/page/draft-fallback.tsx'
import { Head } from '#web/head.tsx'
import type { ShownPost } from './blog.queries.ts'
import { PostArticle } from './post-article.tsx'

/** A draft on its own page, as staff see it. */
const PostDraft: DraftScreen = ({ children }) => {
  const { slug = '' } = useParams()
  return (
    <DraftQuery<ShownPost> path={`/api/blogs/${encodeURIComponent(slug)}`} otherwise={children}>
      {(post) => (
        <>
          <Head title={post.title} noIndex />
          <DraftBanner word="Draft" edit={`/admin/blogs/edit/${post._id}`}>
            Only staff see this post until it is published.
          </DraftBanner>
          <PostArticle post={post} />
        </>
      )}
    </DraftQuery>
  )
}
export default PostDraft
