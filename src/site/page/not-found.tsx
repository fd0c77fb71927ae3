import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect } from 'react'
import { SearchBox } from '#site/list/search-box.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { FormattedDate } from '#ui/date.tsx'
import { Section } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { useRouter } from '#ui/router.ts'
import { LostLine } from '#ui/states.tsx'
import { apiQuery, listPath } from '#web/api-query.ts'
import { Head } from '#web/head.tsx'
import { PageHero } from '#web/page-frame.tsx'
import { ServerPart } from '#web/server-part.tsx'

type NotFoundProps = {
  /** The title: `Blog post not found`. */
  title: string
  lead: string
  eyebrow?: string
  search?: { path: '/blog' | '/courses'; label: string }
  /** The link back; without it, to Home. */
  children?: ReactNode
}

/** The page for a missing record: a search, the newest articles and a link back. */
export const NotFound = ({ title, lead, eyebrow, search = articles, children }: NotFoundProps) =>
  useRedirect() ? null : (
    <>
      <Head title={title} status={404} />
      <PageHero eyebrow={eyebrow} title={title} lead={lead} aside={<LostLine />}>
        <SearchForm {...search} />
        <div className="mt-4">
          {children ?? (
            <ButtonLink to="/" variant="secondary">
              Back to Home
            </ButtonLink>
          )}
        </div>
      </PageHero>
      <LatestArticles />
    </>
  )

/**
 * Follows the redirect of an old address that the server has not seen: one in the fragment, or that of a link in the client.
 * @returns whether the page waits for it
 */
function useRedirect(): boolean {
  const { mode, location, navigate, isReturn } = useRouter()
  const path = listPath('/api/redirects/by-path', { path: location.pathname + location.search })
  const asked = mode === 'hash' || !isReturn
  const { data, isLoading } = useQuery({ ...apiQuery<{ to: string } | null>(path), enabled: asked })
  const to = asked ? data?.to : undefined
  useEffect(() => {
    if (to?.startsWith('/')) navigate(to, { replace: true })
    else if (to) window.location.replace(to)
  }, [to, navigate])
  return to !== undefined || isLoading
}

const articles = { path: '/blog', label: 'Search articles' } as const

/** A search of a list as a plain GET form. */
function SearchForm({ path, label }: { path: string; label: string }) {
  const { navigate } = useRouter()
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    navigate(listPath(path, { search: String(new FormData(event.currentTarget).get('search')).trim() }))
  }
  return (
    <search>
      <form action={path} onSubmit={search} className="max-w-[30rem]">
        <SearchBox label={label} placeholder={`${label}...`} value="" />
      </form>
    </search>
  )
}

export const NotFoundScreen = () => (
  <>
    <NotFound
      eyebrow="Error 404"
      title="Page not found"
      lead="The address may be old or mistyped. The page that you want is probably still here."
    />
    <Section ground="sunken" aria-labelledby="draw">
      <ServerPart load={loadBelow} onServer={below} of={{}} />
    </Section>
  </>
)

const loadBelow = () => import('./found-instead.tsx')
const below = import.meta.env.SSR ? await loadBelow() : undefined

type Line = { _id: string; slug: string; title: string; category: string; createdAt: string }

/** The three newest articles, for a page that has nothing else to show. */
export const latestArticles = apiQuery<{ blogs: Line[] }>('/api/blogs?limit=3', { optional: true })

/** The newest articles as lines of text, without their pictures. If they cannot be loaded, there is no list. */
function LatestArticles() {
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
            <Link
              dir="auto"
              to={`/blog/${slug}`}
              className="link-quiet link-cover mt-1.5 block font-display text-h3 font-[640]"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
