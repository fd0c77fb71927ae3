import { useQuery } from '@tanstack/react-query'
import type { PostSummary } from '#features/blog/blog.contract.ts'
import { ContentImage } from '#ui/content-image.tsx'
import { FormattedDate } from '#ui/date.tsx'
import { Link } from '#ui/link.tsx'
import { useWords } from '#web/company-context.tsx'
import { highlights } from './home.queries.ts'
import { homeWords } from './home-words.contract.ts'
import { Strip } from './strip.tsx'

/** The newest posts. If they cannot be loaded, Home is shown without them. */
export function LatestPosts() {
  const words = useWords('home', homeWords)
  const { data, isPending } = useQuery(highlights)
  const posts = data?.blogs.slice(0, 3) ?? []
  if (!isPending && posts.length === 0) return null
  return (
    <Strip
      id="latest"
      title={words.postsTitle}
      text={words.postsText}
      all={{ to: '/blog', label: 'All articles' }}
      pending={isPending}
    >
      {posts.map((post) => (
        <Entry key={post._id} post={post} />
      ))}
    </Strip>
  )
}

function Entry({ post }: { post: PostSummary }) {
  return (
    <li className="relative flex gap-5 py-4 sm:gap-7">
      <ContentImage
        record={post}
        sizes="9rem"
        transition="post"
        className="aspect-[4/3] w-24 shrink-0 self-start rounded-control sm:w-28"
      />
      <div className="min-w-0">
        <p className="text-fine text-muted *:whitespace-nowrap">
          <span>{post.category} ·</span>{' '}
          <span>
            <FormattedDate iso={post.createdAt} /> ·
          </span>{' '}
          <span>{post.readTime} min read</span>
        </p>
        <h3 className="mt-1.5 text-h3">
          <Link to={`/blog/${post.slug}`} className="link-quiet link-cover">
            {post.title}
          </Link>
        </h3>
        <p className="mt-2 line-clamp-1 text-small text-muted max-sm:hidden">{post.excerpt}</p>
      </div>
    </li>
  )
}
