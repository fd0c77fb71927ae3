import { DraftPage } from '#admin/preview/draft-page.tsx'
import type { DraftScreen } from '#site/page/draft-fallback.tsx'
import type { ShownPost } from './blog.queries.ts'
import { PostArticle } from './post-article.tsx'

const note = 'Only staff can see this post until it is published.'

const PostDraft: DraftScreen = ({ children }) => (
  <DraftPage<ShownPost> api="/api/blogs" list="/admin/blogs" note={note} otherwise={children}>
    {(post) => <PostArticle post={post} />}
  </DraftPage>
)
export default PostDraft
