import { FormattedDate } from '#ui/date.tsx'
import type { PostSummary } from './blog.contract.ts'
export function PostFacts({
  post,
  className,
}: {
  post: Pick<PostSummary, 'createdAt' | 'readTime'>
  className?: string
}) {
  return (
    <p className={`tabular-nums *:whitespace-nowrap ${className ?? ''}`}>
      <span>
        <FormattedDate iso={post.createdAt} /> <span aria-hidden="true">·</span>
      </span>{' '}
      <span>{post.readTime} min read</span>
    </p>
  )
}
