import { History, Hourglass, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { LocalDateTime } from '#admin/time.tsx'
import type { WorkingCopy } from '#contract/unpublished.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { discardQuestion, useUntilPublished } from './proposals.tsx'
import type { FoundDraft } from './use-autosave.ts'

/** Above a form: it shows changes that visitors do not see yet. */
export function UnpublishedBanner({ copy, onDiscard }: { copy: WorkingCopy | undefined; onDiscard: () => void }) {
  const readOnly = useReadOnly()
  const untilPublished = useUntilPublished('them')
  if (!copy) return null
  const discard = async () => {
    if (await confirm(discardQuestion)) onDiscard()
  }
  return (
    <Banner name="Unpublished changes" icon={Hourglass} look="bg-accent-soft text-accent-ink">
      <p className="min-w-0 flex-1 basis-64">
        <strong className="font-[560]">Unpublished changes.</strong> {copy.by} saved them as a draft on{' '}
        <LocalDateTime iso={copy.at} />. Visitors see the previous version {untilPublished}.
      </p>
      {!readOnly && (
        <Button size="small" variant="secondary" onClick={discard}>
          Discard changes
        </Button>
      )}
    </Banner>
  )
}

export function UnsavedBanner({ found }: { found: FoundDraft | null }) {
  if (!found) return null
  return (
    <Banner name="Unsaved changes" icon={History} look="bg-warning-soft text-warning">
      <p role="status" className="min-w-0 flex-1 basis-64 font-[530]">
        You have unsaved changes from <LocalDateTime iso={found.keptAt} />.
        {found.outdated && ' Someone else has saved since. You can compare both versions when you save.'}
      </p>
      <div className="flex gap-2">
        <Button size="small" variant="secondary" onClick={found.restore}>
          Restore
        </Button>
        <Button size="small" variant="quiet" onClick={found.discard}>
          Discard
        </Button>
      </div>
    </Banner>
  )
}

type BannerProps = { name: string; icon: LucideIcon; look: string; children: ReactNode }

const Banner = ({ name, icon: Icon, look, children }: BannerProps) => (
  <section
    aria-label={name}
    className={classNames(
      'mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-current/25 px-4 py-2.5',
      look,
    )}
  >
    <Icon aria-hidden="true" className="size-4 shrink-0" />
    {children}
  </section>
)
