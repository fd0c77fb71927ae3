import { Sparkles } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { discardQuestion, ProposedWords, useProposal, useUntilPublished } from '#admin/drafts/proposals.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import type { Proposal } from '#contract/proposals.ts'
import type { Revision } from '#contract/revisions.ts'
import { Button } from '#ui/button.tsx'

type ProposalLineProps = {
  of: Proposal
  /** The path of the list. */
  list: string
  /** Discards the unpublished changes of the form's record. */
  onDiscardCopy: () => void
  /** Fills the form with the fields of a former version. */
  onTake: (fields: object) => void
  /** The comparison with a version. */
  comparison: (base: number, onClose: () => void) => ReactNode
}

/** At the head of a form: an assistant has proposed the draft or the unpublished changes that it shows. Any save takes them over. */
export function ProposalLine({ of, list, onDiscardCopy, onTake, comparison }: ProposalLineProps) {
  const { kind, base, acts } = of
  const readOnly = useReadOnly()
  const untilPublished = useUntilPublished(kind === 'change' ? 'them' : 'it')
  const navigate = useNavigate()
  const [parameters, setParameters] = useSearchParams()
  const [compares, setCompares] = useState(parameters.has('compare'))
  const { discard, busy: discards } = useProposal(of)
  const { act, busy } = useAct()
  const close = () => {
    setCompares(false)
    if (parameters.has('compare')) setParameters({}, { replace: true })
  }
  const takeBack = () =>
    act(async () => onTake((await adminFetch<Revision>(`${of.calls}/${of.record}/revisions/${base}`)).fields), {
      done: 'The form shows the version before. Save to keep it.',
    })
  const discardIt = async () => {
    if (kind === 'change') (await confirm(discardQuestion)) && onDiscardCopy()
    else if (base !== undefined) await takeBack()
    else if (await discard()) navigate(list)
  }
  const mayDiscard = !readOnly && (acts.includes('discard') || (kind === 'draft' && base !== undefined))
  return (
    <section
      aria-label="Proposal"
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-line bg-raised px-4 py-2 text-small"
    >
      <Sparkles aria-hidden="true" className="my-2 size-4 shrink-0 self-start text-primary" strokeWidth={1.75} />
      <p className="min-w-0 flex-1 basis-56 py-1">
        <span className="font-[560]">
          <ProposedWords of={of} />.
        </span>{' '}
        <span className="text-muted">
          Visitors see {kind === 'change' ? 'the previous version' : 'nothing of it'} {untilPublished}.
        </span>
      </p>
      <div className="flex flex-wrap gap-2 empty:hidden max-sm:basis-full max-sm:pl-8">
        {base !== undefined && (
          <Button size="small" variant="secondary" onClick={() => setCompares(true)}>
            Compare
          </Button>
        )}
        {mayDiscard && (
          <Button
            size="small"
            variant="quiet"
            className={base === undefined ? 'max-sm:-ml-3.5' : undefined}
            disabled={busy || discards}
            onClick={discardIt}
          >
            Discard
          </Button>
        )}
      </div>
      {compares && base !== undefined && <Suspense>{comparison(base, close)}</Suspense>}
    </section>
  )
}
