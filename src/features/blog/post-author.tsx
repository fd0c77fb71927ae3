import type { Person } from '#contract/fields.ts'
import { Avatar } from '#ui/avatar.tsx'

/** The author of a post, below its text. */
export const PostAuthor = ({ author }: { author: Person }) => (
  <aside aria-label="About the author" className="flex gap-5 border-t border-line pt-8">
    <Avatar name={author.name} url={author.avatarUrl} size={64} />
    <div>
      <p className="text-fine text-muted">Written by</p>
      <p className="font-display text-h3 font-[640]">{author.name}</p>
      {author.bio && <p className="mt-2 text-small text-muted">{author.bio}</p>}
    </div>
  </aside>
)
