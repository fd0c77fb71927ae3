import { useReadOnly } from '#admin/session/use-auth.ts'
import { classNames } from '#ui/class-names.ts'

/** `new` is an untouched form of a record that is not stored yet. */
export type SavingState = 'new' | 'saved' | 'saving' | 'unsaved'

const stateTexts = { new: '', saved: 'Saved', saving: 'Saving…', unsaved: 'Unsaved' }

/** Whether the form is saved. */
export function SavingStatus({ state }: { state: SavingState }) {
  const readOnly = useReadOnly()
  return (
    <p
      role="status"
      className={classNames(
        'text-small whitespace-nowrap',
        state === 'unsaved' ? 'font-[550] text-warning' : 'text-muted',
      )}
    >
      {readOnly ? 'Read only' : stateTexts[state]}
      {/* There is no room for it on a phone. */}
      <span className="max-sm:sr-only">
        {readOnly ? ': your role cannot change this' : state === 'unsaved' && ' changes'}
      </span>
    </p>
  )
}
