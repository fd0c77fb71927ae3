import type { PostSummary } from './blog.contract.ts'
import { PostCard } from './post-card.tsx'

type PostGridProps = {
  posts: PostSummary[]
  /** Begins with one large card and two wide ones, as a front page does. */
  front?: boolean
  /** The level that the titles have on the page. */
  heading?: 'h2' | 'h3'
  /** It stands at the top of its page, so that its first picture is seen at once. */
  first?: boolean
}

/** Posts as cards, three in a row. */
export const PostGrid = ({ posts, front = false, heading, first = false }: PostGridProps) => (
  <ul className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-6 lg:gap-y-16">
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
