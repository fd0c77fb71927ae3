import { useQuery } from '@tanstack/react-query'
import { NotFound } from '#site/page/not-found.tsx'
import { RenderedContent } from '#site/page/rendered-content.tsx'
import { Still } from '#site/page/still.tsx'
import { formatDate } from '#ui/date.tsx'
import { Section } from '#ui/layout.tsx'
import { useRouter } from '#ui/router.ts'
import { apiQuery } from '#web/api-query.ts'
import { Head } from '#web/head.tsx'
import { PageHero } from '#web/page-frame.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { QueryState } from '#web/query-state.tsx'
import type { SharedNewsletter } from '../ground/newsletters.contract.ts'

const newsletterQuery = (code = '') =>
  apiQuery<SharedNewsletter | null>(`/api/newsletters/by-code/${encodeURIComponent(code)}`)

export const queries = ({ params }: PageRequest) => [newsletterQuery(params['code'])]

const missing = (
  <NotFound title="Newsletter not found" lead="It may have been taken back, or the address is incomplete." />
)

export default function NewsletterPage() {
  const { location, params } = useRouter()
  const query = useQuery(newsletterQuery(params['code']))
  return (
    <Still path={location.pathname}>
      {!query.data && <Head title="Newsletter" noIndex />}
      <QueryState query={query} failure="Failed to load the newsletter" whole>
        {(newsletter) => (newsletter ? <Newsletter of={newsletter} /> : missing)}
      </QueryState>
    </Still>
  )
}

const Newsletter = ({ of: { title, html = '', at, correctedAt, movedTo } }: { of: SharedNewsletter }) => (
  <article className="as-document">
    <Head title={title} movedTo={movedTo} noIndex />
    <PageHero eyebrow={at ? `Newsletter · ${formatDate(at)}` : 'Newsletter'} title={title} />
    <Section space="band">
      <RenderedContent html={html} />
      {correctedAt && <p className="mt-8 text-small text-muted">Corrected on {formatDate(correctedAt)}</p>}
    </Section>
  </article>
)
