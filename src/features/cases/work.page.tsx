import { useQuery } from '@tanstack/react-query'
import { isOwnImage } from '#contract/media.ts'
import { CallToAction } from '#site/page/call-to-action.tsx'
import { NotFoundScreen } from '#site/page/not-found.tsx'
import { Still } from '#site/page/still.tsx'
import { formatDate } from '#ui/date.tsx'
import { Section } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { useWords } from '#web/company-context.tsx'
import { breadcrumbData, Head } from '#web/head.tsx'
import { PageHero } from '#web/page-frame.tsx'
import { QueryState } from '#web/query-state.tsx'
import { CasePicture } from './case-article.tsx'
import type { CaseSummary } from './cases.contract.ts'
import { workQuery } from './cases.queries.ts'
import { workWords } from './work-words.contract.ts'

export const queries = () => [workQuery()]

export default function WorkPage() {
  const query = useQuery(workQuery())
  return (
    <QueryState query={query} failure="Failed to load case studies" whole>
      {(all) => (all ? <Work all={all} /> : <NotFoundScreen />)}
    </QueryState>
  )
}

/** The case studies as search engines read them (schema.org). */
const listData = (all: CaseSummary[]) => ({
  '@type': 'ItemList',
  itemListElement: all.map(({ slug }, index) => ({ '@type': 'ListItem', position: index + 1, url: `/work/${slug}` })),
})

function Work({ all }: { all: CaseSummary[] }) {
  const words = useWords('work', workWords)
  return (
    <Still path="/work">
      <Head
        title="Our Work"
        path="/work"
        description="The problems our clients had, how we solved them, and the results in figures."
        jsonLd={[breadcrumbData([{ name: 'Our Work', path: '/work' }]), listData(all)]}
      />
      <PageHero title={words.title} lead={words.lead} />
      <Section space="none" className="pb-band">
        <ul className="divide-y divide-line">
          {all.map((one, place) => (
            <Entry key={one._id} of={one} priority={place === 0} />
          ))}
        </ul>
      </Section>
      <CallToAction words={words} />
    </Still>
  )
}

function Entry({ of, priority }: { of: CaseSummary; priority: boolean }) {
  const { title, slug, client, industry, summary, figures, imageUrl } = of
  return (
    <li className="relative grid gap-x-12 gap-y-6 py-10 md:grid-cols-12 lg:py-14">
      <CasePicture
        of={of}
        sizes="(min-width: 48rem) 40vw, 100vw"
        priority={priority}
        className="aspect-[3/2] self-start rounded-panel md:col-span-5"
      />
      <div className="min-w-0 self-center md:col-span-7">
        <p dir="auto" className="eyebrow wrap-anywhere">{`${client}\u00a0· ${industry}`}</p>
        <h2 dir="auto" className="mt-2 text-h2 wrap-anywhere">
          <Link to={`/work/${slug}`} className="link-quiet link-cover">
            {title}
          </Link>
        </h2>
        <p dir="auto" className="mt-3 max-w-measure me-auto text-muted">
          {summary}
        </p>
        {figures.length > 0 && (
          // A drawn cover shows them already.
          <ul className={isOwnImage(imageUrl) ? 'mt-6 grid gap-x-8 gap-y-4 sm:grid-cols-3' : 'sr-only'}>
            {figures.map(({ figure, name, asOf }) => (
              <li key={name} className="wrap-anywhere">
                <strong className="block font-display text-h2 font-[640] tabular-nums">{figure}</strong>{' '}
                <span dir="auto" className="block text-fine text-muted">{`${name}, as of ${formatDate(asOf)}`}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
