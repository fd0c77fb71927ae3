import type { PostSummary } from './blog.contract.ts'
import { PostCard } from './post-card.tsx'

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
