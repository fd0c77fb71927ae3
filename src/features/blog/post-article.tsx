import { ChevronDown } from 'lucide-react'
import type { Heading, Person } from '#contract/fields.ts'
import { AnchorLink } from '#site/page/anchors.tsx'
import { BackLink, PassOn } from '#site/page/back-link.tsx'
import { RenderedContent } from '#site/page/rendered-content.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import { ContentImage } from '#ui/content-image.tsx'
import { Container } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import type { ShownPost } from './blog.queries.ts'
import { PostFacts } from './post-grid.part.tsx'

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
            <h1 dir="auto" className="mt-4 text-h1">
              {post.title}
            </h1>
            <p dir="auto" className="mt-5 max-w-measure me-auto text-lead text-muted">
              {post.excerpt}
            </p>
            <div className="mt-7 flex items-center gap-3 text-small">
              <Avatar name={post.author.name} url={post.author.avatarUrl} size={44} />
              <div>
                <p dir="auto" className="font-[560]">
                  {post.author.name}
                </p>
                <div className="flex flex-wrap gap-x-5 gap-y-1">
                  <PostFacts post={post} className="text-muted" />
                  {isPublic && <PassOn />}
                </div>
              </div>
            </div>
          </div>
        </header>
        <ContentImage
          record={post}
          priority
          wide
          transition="post"
          sizes="(min-width: 80rem) 75rem, 100vw"
          className="mt-10 h-56 rounded-panel max-lg:max-w-measure sm:h-80 lg:h-[400px]"
        />
      </Container>
      <Container className="grid gap-x-12 pt-10 lg:grid-cols-12 lg:pt-16">
        {chapters.length > 0 && (
          <div className="lg:col-span-3 lg:col-start-10">
            <SideContents chapters={chapters} className="sticky top-28 hidden lg:block" />
            <FoldedContents chapters={chapters} className="mb-8 max-w-measure lg:hidden" />
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
      <p dir="auto" className="font-display text-h3 font-[640]">
        {author.name}
      </p>
      {author.bio && (
        <p dir="auto" className="mt-2 text-small text-muted">
          {author.bio}
        </p>
      )}
    </div>
  </aside>
)

/** With fewer chapters there is no table of contents. */
const worthListing = 3

/** The chapters of a post; empty if it has too few for a table of contents. */
function chaptersOf(headings: Heading[]): Heading[] {
  const chapters = headings.filter(({ depth }) => depth === 2)
  return chapters.length >= worthListing ? chapters : []
}

type PostContentsProps = { chapters: Heading[]; className?: string }

// The minifiers of the build do not know this pseudo-class yet.
const currentChapter = '.contents-list a:target-current{border-color:var(--color-accent);color:var(--color-ink)}'

const Chapters = ({ chapters }: PostContentsProps) => (
  <ol className="contents-list border-l border-line">
    {chapters.map(({ id, text }) => (
      <li key={id} dir="auto">
        <AnchorLink
          id={id}
          className="-ml-px block border-l border-transparent py-1.5 pl-4 leading-snug text-muted transition-colors hover:text-ink"
        >
          {text}
        </AnchorLink>
      </li>
    ))}
  </ol>
)

/** At the side of the text, on wide screens. */
const SideContents = ({ chapters, className }: PostContentsProps) => (
  <nav aria-label="On this page" className={classNames('text-small', className)}>
    <style>{currentChapter}</style>
    <p className="mb-3 font-[560]">On this page</p>
    <Chapters chapters={chapters} />
  </nav>
)

/** Above the text and collapsed, on narrow screens. */
const FoldedContents = ({ chapters, className }: PostContentsProps) => (
  <details className={classNames('group rounded-control border border-line bg-raised text-small', className)}>
    <summary className="flex list-none items-center justify-between px-4 py-3 font-[560] [&::-webkit-details-marker]:hidden">
      On this page
      <ChevronDown aria-hidden="true" className="size-4 text-muted transition-transform group-open:rotate-180" />
    </summary>
    <nav aria-label="On this page" className="px-4 pb-4">
      <Chapters chapters={chapters} />
    </nav>
  </details>
)
