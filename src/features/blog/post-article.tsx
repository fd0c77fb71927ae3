import type { Person } from '#contract/fields.ts'
import { BackLink, PassOn } from '#site/page/back-link.tsx'
import { RenderedContent } from '#site/page/rendered-content.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { ContentImage } from '#ui/content-image.tsx'
import { Container } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import type { ShownPost } from './blog.queries.ts'
import { chaptersOf, FoldedContents, SideContents } from './post-contents.tsx'
import { PostFacts } from './post-facts.tsx'

type PostArticleProps = {
  post: ShownPost
  /** Whether its address is for everyone, so that it can be shared. */
  isPublic?: boolean
}

/** A post: its title block, picture, text with a table of contents, and author. */
export function PostArticle({ post, isPublic }: PostArticleProps) {
  const chapters = chaptersOf(post.headings)
  return (
    <article className="reading as-document">
      <div aria-hidden="true" className="reading-progress" />
      <Container className="pt-10 lg:pt-14">
        <BackLink to="/blog">All articles</BackLink>
        <header className="mt-8 lg:grid lg:grid-cols-12 lg:gap-x-12">
          <div className="lg:col-span-9">
            <Link to={`/blog?category=${encodeURIComponent(post.category)}`} className="link-quiet">
              <Badge>{post.category}</Badge>
            </Link>
            <h1 className="mt-4 text-h1">{post.title}</h1>
            <p className="mt-5 max-w-measure text-lead text-muted">{post.excerpt}</p>
            <div className="mt-7 flex flex-wrap items-center gap-x-3 gap-y-5 text-small">
              <Avatar name={post.author.name} url={post.author.avatarUrl} size={44} />
              <div>
                <p className="font-[560]">{post.author.name}</p>
                <PostFacts post={post} className="text-muted" />
              </div>
              {isPublic && <PassOn className="sm:ml-auto" />}
            </div>
          </div>
        </header>
        <ContentImage
          record={post}
          priority
          wide
          transition="post"
          sizes="(min-width: 80rem) 75rem, 100vw"
          className="mt-10 h-56 rounded-panel sm:h-80 lg:h-[400px]"
        />
      </Container>
      <Container className="grid gap-x-12 pt-10 lg:grid-cols-12 lg:pt-16">
        {chapters.length > 0 && (
          <div className="lg:col-span-3 lg:col-start-10">
            <SideContents chapters={chapters} className="sticky top-28 hidden lg:block" />
            <FoldedContents chapters={chapters} className="mb-8 lg:hidden" />
          </div>
        )}
        <div className="min-w-0 max-w-measure lg:col-span-8 lg:col-start-1 lg:row-start-1">
          <RenderedContent html={post.contentHtml} />
          <div className="mt-14">
            <PostAuthor author={post.author} />
          </div>
        </div>
      </Container>
    </article>
  )
}
const PostAuthor = ({ author }: { author: Person }) => (
  <aside aria-label="About the author" className="flex gap-5 border-t border-line pt-8">
    <Avatar name={author.name} url={author.avatarUrl} size={64} />
    <div>
      <p className="text-fine text-muted">Written by</p>
      <p className="font-display text-h3 font-[640]">{author.name}</p>
      {author.bio && <p className="mt-2 text-small text-muted">{author.bio}</p>}
    </div>
  </aside>
)
