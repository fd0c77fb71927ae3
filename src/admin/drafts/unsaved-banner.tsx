import { History } from 'lucide-react'
import { LocalDateTime } from '#admin/lists/date-time.tsx'
import { Button } from '#ui/button.tsx'
import type { FoundDraft } from './use-draft.ts'

/** Offers a draft of an earlier visit, above the form that it belongs to. */
export function UnsavedBanner({ found }: { found: FoundDraft | null }) {
  if (!found) return null
  return (
    <section
      aria-label="Unsaved changes"
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-current/25 bg-warning-soft px-4 py-2.5 text-warning"
    >
      <History aria-hidden="true" className="size-4 shrink-0" />
      <p role="status" className="min-w-0 flex-1 basis-64 font-[530]">
        You have unsaved changes from <LocalDateTime iso={found.keptAt} />.
        {found.outdated && ' Someone has saved it since. You will see both versions when you save.'}
      </p>
      <div className="flex gap-2">
        <Button size="small" onClick={found.restore}>
          Restore
        </Button>
        <Button size="small" variant="secondary" onClick={found.discard}>
          Discard
        </Button>
      </div>
    </section>
  )
}
