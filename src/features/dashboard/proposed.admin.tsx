import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { ProposedWords, proposalsQuery, useProposal } from '#admin/drafts/proposals.tsx'
import { formatNumber } from '#admin/format.ts'
import type { Proposal } from '#contract/proposals.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { listPath } from '#web/api-query.ts'

/** How many are shown at first, and the most. */
const [few, most] = [5, 1_000]

/** The first proposals of assistants, the newest first. They are read again when a person acts on one. */
export const useProposals = (enabled: boolean, all = false) =>
  useQuery({ ...proposalsQuery({ limit: all ? most : few }), enabled, placeholderData: keepPreviousData }).data

/** The drafts and changes that assistants propose. Nothing on a site without any. */
export function Proposed() {
  const [all, setAll] = useState(false)
  const { body: shown = [], total } = useProposals(true, all) ?? {}
  if (shown.length === 0) return null
  const count = total ?? shown.length
  return (
    <section aria-labelledby="proposed" className="mt-6">
      <h2 id="proposed" className="flex items-baseline gap-2 pb-2 text-small font-[560]">
        Proposed
        <span className="font-normal text-muted tabular-nums">{formatNumber(count)}</span>
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {shown.map((one) => (
          <ProposedRecord key={`${one.entity} ${one.record}`} of={one} />
        ))}
      </ul>
      {count > shown.length && (
        <Button variant="quiet" size="small" className="mt-1 -ml-3.5" onClick={() => setAll(true)}>
          Show all {formatNumber(Math.min(count, most))}
        </Button>
      )}
    </section>
  )
}

function ProposedRecord({ of }: { of: Proposal }) {
  const { entity, record, label, name, kind, base, acts } = of
  const { publish, discard, busy } = useProposal(of)
  const form = `/admin/${entity}/edit/${record}`
  return (
    <li className="flex items-start gap-x-3 gap-y-1.5 py-2 max-md:flex-wrap md:items-center">
      <Sparkles
        aria-hidden="true"
        className="mt-0.5 size-4.5 shrink-0 text-primary md:mt-0 md:self-start md:translate-y-0.5"
        strokeWidth={1.75}
      />
      <div className="min-w-0 flex-1 basis-64">
        <Link to={form} className="link-quiet font-[560] wrap-anywhere" dir="auto">
          {name}
        </Link>
        <p className="text-small text-muted">
          {kind === 'change'
            ? `${label}, unpublished changes`
            : base === undefined
              ? `${label}, new`
              : `${label}, draft`}
          {' · '}
          <ProposedWords of={of} />
        </p>
      </div>
      {/* In columns, where there is room. */}
      <div className="flex flex-wrap gap-2 max-md:basis-full max-md:pl-7.5 md:grid md:shrink-0 md:grid-cols-[auto_6rem_5.5rem]">
        {acts.includes('discard') && (
          <Button
            variant="quiet"
            size="small"
            className="max-md:order-last"
            disabled={busy}
            aria-label={`Discard ${name}`}
            onClick={discard}
          >
            Discard
          </Button>
        )}
        <ButtonLink
          to={base === undefined ? form : listPath(form, { compare: 'true' })}
          variant="secondary"
          size="small"
          className="md:col-start-2"
          aria-label={base === undefined ? `Open ${name}` : `Compare ${name}`}
        >
          {base === undefined ? 'Open' : 'Compare'}
        </ButtonLink>
        {acts.includes('publish') && (
          <Button variant="secondary" size="small" busy={busy} aria-label={`Publish ${name}`} onClick={publish}>
            Publish
          </Button>
        )}
      </div>
    </li>
  )
}
