import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import type { FormFields } from '#admin/fields/fields.ts'
import { useReadOnly } from '#admin/session/permissions.ts'
import type { RevisionSummary } from '#contract/revisions.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { RevisionComparison } from './revision-comparison.tsx'
import { RevisionEntries } from './revision-entries.tsx'

export type HistoryDialogProps<Values extends object> = {
  /** The path of the record's calls: '/api/blogs/0199…'. */
  path: string
  fields: FormFields<Values>
  /** The form's current values, saved or not. */
  values: Values
  /** Fills fields of the form, as changes that are not saved yet. */
  onTake: (taken: Partial<Values>) => void
  onClose: () => void
}

/** The revisions of a record, and the comparison of one of them with the form's current values. */
export default function HistoryDialog<Values extends object>({
  path,
  fields,
  values,
  onTake,
  onClose,
}: HistoryDialogProps<Values>) {
  const [chosen, setChosen] = useState<RevisionSummary | null>(null)
  const readOnly = useReadOnly()
  return (
    <Dialog
      open
      wide
      title="History"
      description={`Choose a version to compare it with the form.${readOnly ? '' : ' Restored parts are saved once you save the form.'}`}
      onClose={onClose}
    >
      <div className="grid gap-6 md:grid-cols-[17rem_minmax(0,1fr)]">
        <div
          className={classNames('md:sticky md:top-0 md:max-h-[70dvh] md:overflow-y-auto', chosen && 'max-md:hidden')}
        >
          <RevisionEntries path={path} fields={fields} chosen={chosen?.version} onChoose={setChosen} />
        </div>
        {chosen ? (
          <div className="min-w-0">
            <Button variant="quiet" size="small" className="mb-3 -ml-3.5 md:hidden" onClick={() => setChosen(null)}>
              <ArrowLeft aria-hidden="true" className="size-4" />
              All versions
            </Button>
            <RevisionComparison
              key={chosen.version}
              path={path}
              revision={chosen}
              fields={fields}
              values={values}
              onTake={(taken) => {
                onTake(taken)
                onClose()
              }}
            />
          </div>
        ) : (
          <p className="self-center text-center text-muted max-md:hidden">No version is chosen yet.</p>
        )}
      </div>
    </Dialog>
  )
}
