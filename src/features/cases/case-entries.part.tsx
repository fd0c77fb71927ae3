import { isOwnImage } from '#contract/media.ts'
import { formatDate } from '#ui/date.tsx'
import { Link } from '#ui/link.tsx'
import { CasePicture } from './case-article.tsx'
import type { CaseSummary } from './cases.contract.ts'

type CaseEntriesProps = {
  cases: CaseSummary[]
  /** The heading level of the titles on the page. */
  heading?: 'h2' | 'h3'
  /** They are at the top of their page, so that the first picture is above the fold. */
  first?: boolean
}

/** Case studies one below the other, each with its picture and its results. */
export const CaseEntries = ({ cases, heading, first = false }: CaseEntriesProps) => (
  <ul className="divide-y divide-line">
    {cases.map((one, place) => (
      <Entry key={one._id} of={one} heading={heading} priority={first && place === 0} />
    ))}
  </ul>
)

type EntryProps = { of: CaseSummary; heading?: 'h2' | 'h3' | undefined; priority: boolean }

function Entry({ of, heading: Heading = 'h2', priority }: EntryProps) {
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
        <Heading dir="auto" className="mt-2 text-h2 wrap-anywhere">
          <Link to={`/work/${slug}`} className="link-quiet link-cover">
            {title}
          </Link>
        </Heading>
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
