import { Hourglass } from 'lucide-react'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { LocalDateTime } from '#admin/lists/date-time.tsx'
import { useReadOnly } from '#admin/session/permissions.ts'
import type { WorkingCopy } from '#contract/working-copy.ts'
import { Button } from '#ui/button.tsx'

type UnpublishedBannerProps = { copy: WorkingCopy | undefined; onDiscard: () => void }

/** Above a form: it shows changes that visitors do not see yet. */
export function UnpublishedBanner({ copy, onDiscard }: UnpublishedBannerProps) {
  const readOnly = useReadOnly()
  if (!copy) return null
  const discard = async () => {
    const sure = await confirm({
      question: 'Discard the unpublished changes?',
      detail: 'The live version does not change. The discarded changes remain in the history.',
      action: 'Discard',
    })
    if (sure) onDiscard()
  }
  return (
    <section
      aria-label="Unpublished changes"
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-current/25 bg-accent-soft px-4 py-2.5 text-accent-ink"
    >
      <Hourglass aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-64">
        <strong className="font-[560]">Unpublished changes.</strong> {copy.by} saved them as draft on{' '}
        <LocalDateTime iso={copy.at} />. Visitors see the previous version until you publish.
      </p>
      {!readOnly && (
        <Button size="small" variant="secondary" onClick={discard}>
          Discard changes
        </Button>
      )}
    </section>
  )
}
