import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useReadOnly } from '#admin/session/permissions.ts'
import { useShortcut } from '#admin/shell/shortcuts.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'

type FormBarProps = {
  title: string
  /** The path of the list that the form belongs to. */
  back: string
  /** `new` is an untouched form of a record that is not stored yet. */
  state: 'new' | 'saved' | 'saving' | 'unsaved'
  onSave: () => void
  /** What the Save button does with a record that visitors see: it changes that, or publishes changes that wait. */
  saves?: 'live' | 'waiting' | undefined
  /** Beside the Save button, which a role that may only read does not have. */
  children?: ReactNode
}

const stateTexts = { new: '', saved: 'Saved', saving: 'Saving…', unsaved: 'Unsaved changes' }

/** A form's sticky bar: the link back, the title, whether it is saved, and Save (also Ctrl+S or Cmd+S). */
export function FormBar({ title, back, state, onSave, saves, children }: FormBarProps) {
  const readOnly = useReadOnly()
  useShortcut(readOnly ? null : { key: 's', command: true, label: 'Save', run: onSave })
  return (
    <div className="sticky top-(--admin-bar) z-30 -mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-paper py-2.5 max-xl:-mx-gutter max-xl:px-gutter">
      <Link
        to={back}
        aria-label={`Back to ${back.split('/').pop()}`}
        title="Back to the list"
        className="-ml-2 grid size-9 place-items-center rounded-control text-muted hover:bg-primary-soft hover:text-primary"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
      </Link>
      <h1 className="mr-auto text-h1">{title}</h1>
      <p
        role="status"
        className={classNames(
          'text-small whitespace-nowrap',
          state === 'unsaved' ? 'font-[550] text-warning' : 'text-muted',
        )}
      >
        {readOnly ? 'Read only: your role cannot change this' : stateTexts[state]}
      </p>
      {children}
      {!readOnly && (
        <Button
          type="submit"
          size="small"
          busy={state === 'saving'}
          title={saves === 'live' ? 'Publishes the changes at once' : undefined}
        >
          {saves === 'waiting' ? 'Publish changes' : 'Save'}
        </Button>
      )}
    </div>
  )
}
