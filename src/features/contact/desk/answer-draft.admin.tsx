import { Sparkles } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { When } from '#admin/drafts/proposals.tsx'
import { useLatest } from '#admin/hooks.ts'
import { Button } from '#ui/button.tsx'
import type { DraftedAnswer } from '../ground/desk.contract.ts'

type Box = {
  /** The reply that an assistant has drafted. */
  drafted: string | undefined
  text: string
  /** Whether this browser has a text of an earlier visit to offer. */
  hasOwn: boolean
  fill: (text: string) => void
}

/**
 * Fills an empty box with the reply that an assistant has drafted, and follows it while nobody has typed. The text of a person is never replaced.
 * @returns a function that ends the filling once a reply was sent
 */
export function useDraftedAnswer({ drafted, text, hasOwn, fill }: Box): () => void {
  const filled = useRef<string | undefined>(undefined)
  const latest = useLatest({ text, fill })
  useEffect(() => {
    const { text, fill } = latest.current
    const isFree = text === '' || text === filled.current
    const next = hasOwn ? undefined : drafted
    if (!isFree || next === filled.current) return
    filled.current = next
    fill(next ?? '')
  }, [drafted, hasOwn, latest])
  return () => {
    filled.current = drafted
  }
}

type DraftLineProps = {
  id: string
  draft: DraftedAnswer | undefined
  text: string
  onUse: (text: string) => void
  onRemoved: () => void
}

/** Above the box: who has drafted the reply, and for whom. */
export function DraftLine({ id, draft, text, onUse, onRemoved }: DraftLineProps) {
  const { act, busy } = useAct({ reload: '/api/contact' })
  if (!draft) return null
  const isShown = text === draft.text
  const remove = () =>
    act(async () => {
      await adminFetch(`/api/contact/${id}/answer-draft`, { method: 'DELETE' })
      if (isShown) onRemoved()
    })
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-small text-muted">
      <Sparkles
        aria-hidden="true"
        className="size-4 shrink-0 text-primary max-sm:mt-2 max-sm:self-start"
        strokeWidth={1.75}
      />
      <p role="status" className="min-w-0 py-1.5 max-sm:flex-1">
        Drafted by{' '}
        <bdi dir="ltr" className="font-[530] text-ink wrap-anywhere">
          {draft.by}
        </bdi>
        , <When iso={draft.at} />
      </p>
      <span className="-my-1 flex max-sm:ml-2.5 max-sm:basis-full">
        {!isShown && (
          <Button size="small" variant="quiet" onClick={() => onUse(draft.text)}>
            Use the draft
          </Button>
        )}
        <Button size="small" variant="quiet" disabled={busy} onClick={remove}>
          Remove
        </Button>
      </span>
    </div>
  )
}
