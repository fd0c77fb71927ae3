import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import { ContentImage } from '#ui/content-image.tsx'
import { Link } from '#ui/link.tsx'
import type { PostSummary } from './blog.contract.ts'
import { PostFacts } from './post-facts.tsx'

type PostCardProps = {
  post: PostSummary
  /** The first one of a list, given two columns and two rows. */
  large?: boolean
  /** The level that its title has on the page. */
  heading?: 'h2' | 'h3'
  /** Its picture is seen at once. */
  priority?: boolean
}

/** A post in a list: the whole card is one link. */
export function PostCard({ post, large = false, heading: Heading = 'h2', priority }: PostCardProps) {
  return (
    <li className={classNames('group relative flex flex-col', large && 'sm:col-span-2 lg:row-span-2')}>
      <ContentImage
        of={post}
        priority={priority}
        sizes={large ? '(min-width: 64rem) 50rem, 100vw' : '(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, 100vw'}
        className={classNames('rounded-panel', large ? 'aspect-[3/2] lg:aspect-auto lg:min-h-96 lg:flex-1' : 'aspect-[16/9]')}
      />
      <div className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge>{post.category}</Badge>
        <PostFacts post={post} className="text-fine text-muted" />
      </div>
      <Heading className={classNames('mt-3 transition-colors group-hover:text-primary', large ? 'text-h2' : 'text-h3')}>
        {post.title}
      </Heading>
      <p className={classNames('mt-2 text-muted', large ? 'max-w-measure' : 'line-clamp-4 text-small')}>{post.excerpt}</p>
      <div className={classNames('flex items-center gap-2.5 pt-4 text-small', !large && 'mt-auto')}>
        <Avatar name={post.author.name} url={post.author.avatarUrl} size={28} />
        <span>{post.author.name}</span>
        <Link to={`/blog/${post.slug}`} className="link-cover ml-auto inline-flex items-center gap-1.5 font-[560] text-primary">
          Read More<span className="sr-only">: {post.title}</span>
          <ArrowRight aria-hidden="true" className="size-4" strokeWidth={2} />
        </Link>
      </div>
    </li>
  )
}

/** Cards three in a row. */
export const PostGrid = ({ children }: { children: ReactNode }) => (
  <ul className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">{children}</ul>
)
