import type { VersionConflict } from '#contract/common.ts'
import { Dialog } from '#office/dialog.tsx'
import { Button } from '#ui/button.tsx'
import { ComparedField } from './compared-field.tsx'

type ConflictDialogProps<Record extends object> = {
  /** What the server's 409 says; null while there is no conflict. */
  conflict: VersionConflict<Record> | null
  /** What was about to be saved. */
  mine: Partial<Record>
  /** The fields to compare, in the form's order. */
  fields: { name: keyof Record & string; label: string }[]
  /** Saves mine over theirs. */
  onKeepMine: () => void
  /** Fills the form with theirs. */
  onTakeTheirs: () => void
  /** Goes on editing; nothing is saved. */
  onCancel: () => void
}

const time = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short' })

/** Somebody else saved the record first: who, when, and both versions, field by field, to choose from. */
export function ConflictDialog<Record extends object>({ conflict, mine, fields, ...choices }: ConflictDialogProps<Record>) {
  if (!conflict) return null
  const { changedBy, changedAt, current } = conflict
  const differing = fields.filter(({ name }) => asText(current[name]) !== asText(mine[name]))
  return (
    <Dialog
      open
      wide
      title="Somebody else changed this"
      description={`${changedBy} saved it on ${time.format(new Date(changedAt))}, after you had opened it. Nothing of yours is saved yet.`}
      onClose={choices.onCancel}
    >
      <div className="grid gap-5">
        {differing.map(({ name, label }) => (
          <ComparedField key={name} label={label} changedBy={changedBy} theirs={asText(current[name])} mine={asText(mine[name])} />
        ))}
        {differing.length === 0 && <p>Both versions say the same.</p>}
      </div>
      <div className="sticky bottom-0 mt-6 flex flex-wrap justify-end gap-2 border-t border-line bg-raised pt-4">
        <Button look="quiet" onClick={choices.onCancel}>
          Go on editing
        </Button>
        <Button look="secondary" onClick={choices.onTakeTheirs}>
          Take theirs
        </Button>
        <Button onClick={choices.onKeepMine}>Keep mine</Button>
      </div>
    </Dialog>
  )
}

/** A value as the comparison shows it: a list a line each. */
function asText(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value === undefined || value === null ? '' : String(value)
}
