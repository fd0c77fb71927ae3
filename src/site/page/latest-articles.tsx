import { useQuery } from '@tanstack/react-query'
import { FormattedDate } from '#ui/date.tsx'
import { Section } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { apiQuery } from '#web/api-query.ts'

/** The fields of a post in a line of the list. */
type Line = { _id: string; slug: string; title: string; category: string; createdAt: string }

/** The three newest articles, for a page that has nothing else to show. */
export const latestArticles = apiQuery<{ blogs: Line[] }>('/api/blogs?limit=3', { optional: true })

/** The newest articles as lines of text, without their pictures. If they cannot be loaded, there is no list. */
export function LatestArticles() {
  const posts = useQuery(latestArticles).data?.blogs ?? []
  if (posts.length === 0) return null
  return (
    <Section space="band" aria-labelledby="latest">
      <h2 id="latest" className="text-h3">
        Fresh from the workshop
      </h2>
      <ul className="mt-5 grid gap-x-10 lg:grid-cols-3">
        {posts.map(({ _id, slug, title, category, createdAt }) => (
          <li key={_id} className="relative border-t border-line py-5">
            <p className="text-fine text-muted">
              {category} · <FormattedDate iso={createdAt} />
            </p>
            <Link to={`/blog/${slug}`} className="link-quiet link-cover mt-1.5 block font-display text-h3 font-[640]">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
