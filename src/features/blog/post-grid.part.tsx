import { ArrowRight } from 'lucide-react'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import { ContentImage } from '#ui/content-image.tsx'
import { FormattedDate } from '#ui/date.tsx'
import { Link } from '#ui/link.tsx'
import type { PostSummary } from './blog.contract.ts'

type PostGridProps = {
  posts: PostSummary[]
  /** Starts with one large card and two wide ones, like a front page. */
  front?: boolean
  /** The heading level of the titles on the page. */
  heading?: 'h2' | 'h3'
  /** The grid is at the top of its page, so that its first picture is above the fold. */
  first?: boolean
}

/** Posts as cards, three in a row. */
export const PostGrid = ({ posts, front = false, heading, first = false }: PostGridProps) => (
  <ul className="post-grid grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-6 lg:gap-y-16">
    {posts.map((post, place) => (
      <PostCard
        key={post._id}
        post={post}
        size={front ? (place === 0 ? 'lead' : place < 3 ? 'half' : 'third') : 'third'}
        heading={heading}
        priority={first && place === 0}
      />
    ))}
  </ul>
)

/** The width of a card on a wide screen: all six columns, a half or a third of them. */
const sizes = {
  lead: {
    card: 'post-lead sm:col-span-2 lg:col-span-6 lg:grid lg:grid-cols-12 lg:gap-x-10',
    image: 'aspect-[3/2] lg:col-span-7',
    text: 'lg:col-span-5 lg:justify-center lg:pt-0',
    title: 'text-h2 lg:text-[2.625rem] lg:leading-[1.1]',
    excerpt: 'mt-4 lg:text-lead',
    shown: '(min-width: 64rem) 44rem, 100vw',
  },
  half: {
    card: 'lg:col-span-3',
    image: 'aspect-[3/2] lg:aspect-[16/9]',
    text: '',
    title: 'text-h3 lg:text-[1.625rem]',
    excerpt: 'mt-2 line-clamp-4',
    shown: '(min-width: 64rem) 37rem, (min-width: 40rem) 50vw, 100vw',
  },
  third: {
    card: 'lg:col-span-2',
    image: 'aspect-[3/2]',
    text: '',
    title: 'text-h3',
    excerpt: 'mt-2 line-clamp-4 text-small',
    shown: '(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, 100vw',
  },
}

type PostCardProps = {
  post: PostSummary
  size?: keyof typeof sizes | undefined
  heading?: 'h2' | 'h3' | undefined
  /** Its picture is above the fold. */
  priority?: boolean | undefined
}

/** A post in a list. The whole card is one link. */
function PostCard({ post, size = 'third', heading: Heading = 'h2', priority }: PostCardProps) {
  const classes = sizes[size]
  return (
    <li className={classNames('group relative flex flex-col', !priority && 'later [--later:30rem]', classes.card)}>
      <ContentImage
        record={post}
        priority={priority}
        transition="post"
        sizes={classes.shown}
        className={classNames('rounded-panel', classes.image)}
      />
      <div className={classNames('flex flex-1 flex-col pt-5', classes.text)}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Badge>{post.category}</Badge>
          <PostFacts post={post} className="text-fine text-muted" />
        </div>
        <Heading dir="auto" className={classNames('mt-3 transition-colors group-hover:text-primary', classes.title)}>
          {post.title}
        </Heading>
        <p dir="auto" className={classNames('text-muted', classes.excerpt)}>
          {post.excerpt}
        </p>
        <div className={classNames('flex items-center gap-2.5 pt-5 text-small', size !== 'lead' && 'mt-auto')}>
          <Avatar name={post.author.name} url={post.author.avatarUrl} size={28} />
          <span dir="auto">{post.author.name}</span>
          <Link
            to={`/blog/${post.slug}`}
            className="link-cover ml-auto inline-flex items-center gap-1.5 font-[560] text-primary"
          >
            Read More<span className="sr-only">: {post.title}</span>
            <ArrowRight aria-hidden="true" className="size-4" strokeWidth={2} />
          </Link>
        </div>
      </div>
    </li>
  )
}

type PostFactsProps = { post: Pick<PostSummary, 'createdAt' | 'readTime'>; className: string }

export const PostFacts = ({ post, className }: PostFactsProps) => (
  <p className={`tabular-nums *:whitespace-nowrap ${className}`}>
    <span>
      <FormattedDate iso={post.createdAt} /> <span aria-hidden="true">·</span>
    </span>{' '}
    <span>{post.readTime} min read</span>
  </p>
)
