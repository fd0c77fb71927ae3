import { Dialog } from '#admin/dialogs/dialog.tsx'
import { LocalDateTime } from '#admin/time.tsx'
import type { VersionConflict } from '#contract/fields.ts'
import { Button } from '#ui/button.tsx'
import { asText } from './compared-texts.tsx'
import { ComparedValues } from './compared-values.tsx'

type ConflictDialogProps<Record extends object> = {
  /** The conflict of the server's 409 answer; null while there is none. */
  conflict: VersionConflict<Record> | null
  mine: Partial<Record>
  /** The values that both versions started from. */
  base: Partial<Record>
  /** The fields to compare, in the form's order. */
  fields: { name: keyof Record & string; label: string; rich: boolean }[]
  onSave: (theirs: (keyof Record & string)[]) => void
  onTakeTheirs: () => void
  onCancel: () => void
}

/** Shown when a colleague has saved the record in the meantime: who and when, and both versions of each changed field. */
export function ConflictDialog<Record extends object>({
  conflict,
  mine,
  base,
  fields,
  ...choices
}: ConflictDialogProps<Record>) {
  if (!conflict) return null
  const { changedBy, changedAt, current } = conflict
  const differing = fields
    .filter(({ name }) => asText(current[name]) !== asText(mine[name]))
    .map((field) => ({
      ...field,
      by: whoChanged(asText(base[field.name]), asText(current[field.name]), asText(mine[field.name])),
    }))
  const theirsAlone = differing.filter(({ by }) => by === 'they').map(({ name }) => name)
  const combinable = theirsAlone.length > 0 && theirsAlone.length < differing.length
  return (
    <Dialog
      open
      wide
      title="Someone else changed this"
      description={
        <>
          {changedBy} saved on <LocalDateTime iso={changedAt} />, after you opened this form. Your changes are not saved
          yet.
        </>
      }
      onClose={choices.onCancel}
    >
      <div className="grid gap-5">
        {differing.map(({ name, label, rich, by }) => (
          <section key={name}>
            <h3 className="mb-1.5 font-[560]">
              {label}
              <span className="ml-2 font-text text-fine font-normal tracking-normal text-muted">
                {by === 'both' ? 'Changed by both of you' : `Changed by ${by === 'I' ? 'you' : changedBy}`}
              </span>
            </h3>
            <ComparedValues
              field={label}
              rich={rich}
              older={{ name: `${changedBy}’s version`, text: asText(current[name]) }}
              newer={{ name: 'Your version', text: asText(mine[name]) }}
              base={asText(base[name])}
            />
          </section>
        ))}
        {differing.length === 0 && <p>Both versions are identical.</p>}
      </div>
      <div className="sticky -bottom-6 -mx-6 mt-6 -mb-6 flex flex-wrap justify-end gap-2 border-t border-line bg-raised px-6 py-4">
        <Button variant="quiet" size="small" className="mr-auto -ml-3.5" onClick={choices.onCancel}>
          Keep editing
        </Button>
        <Button variant="secondary" size="small" onClick={choices.onTakeTheirs}>
          Use theirs
        </Button>
        <Button variant={combinable ? 'secondary' : 'primary'} size="small" onClick={() => choices.onSave([])}>
          Keep mine
        </Button>
        {combinable && (
          <Button
            size="small"
            title="Your changes, plus theirs in fields that only they changed"
            onClick={() => choices.onSave(theirsAlone)}
          >
            Combine
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** @returns who changed a field, given that the two versions differ */
function whoChanged(base: string, theirs: string, mine: string): 'they' | 'I' | 'both' {
  if (mine === base) return 'they'
  return theirs === base ? 'I' : 'both'
}
