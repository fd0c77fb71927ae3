import { Dialog, DialogFoot } from '#admin/dialogs/dialog.tsx'
import type { AnyPieces } from '#admin/fields/fields.ts'
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
  fields: { name: keyof Record & string; label: string; rich: boolean; pieces: AnyPieces | undefined }[]
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
    .map((field) => {
      const textOf = (values: Partial<Record>) => asText(values[field.name], field.pieces)
      return { ...field, texts: { base: textOf(base), theirs: textOf(current), mine: textOf(mine) } }
    })
    .filter(({ texts: { theirs, mine } }) => theirs !== mine)
    .map((field) => ({ ...field, by: whoChanged(field.texts.base, field.texts.theirs, field.texts.mine) }))
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
        {differing.map(({ name, label, rich, pieces, texts, by }) => (
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
              pieces={pieces}
              older={{ name: `${changedBy}’s version`, text: texts.theirs }}
              newer={{ name: 'Your version', text: texts.mine }}
              base={texts.base}
            />
          </section>
        ))}
        {differing.length === 0 && <p>Both versions are identical.</p>}
      </div>
      <DialogFoot>
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
      </DialogFoot>
    </Dialog>
  )
}

/** @returns who changed a field, given that the two versions differ */
function whoChanged(base: string, theirs: string, mine: string): 'they' | 'I' | 'both' {
  if (mine === base) return 'they'
  return theirs === base ? 'I' : 'both'
}
