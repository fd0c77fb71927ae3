import { ArrowLeft, type LucideIcon } from 'lucide-react'
import { Children, type ReactNode, Suspense, useState } from 'react'
import { useShortcut } from '#admin/dialogs/shortcuts.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { type SavingState, SavingStatus } from '#admin/shell/saving-status.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'

type FormBarProps = {
  title: string
  back: string
  state: SavingState
  onSave: () => void
  /** The effect of the Save button on a live record: it changes the record, publishes the waiting changes, or saves the changes as draft. */
  saves?: 'live' | 'waiting' | 'draft' | undefined
  /** Whether the main act of the form is another one. */
  secondary?: boolean | undefined
  children?: ReactNode
}

/** A form's sticky bar: the link back, the title, whether it is saved, and Save (also Ctrl+S or Cmd+S). */
export function FormBar({ title, back, state, onSave, saves, secondary, children }: FormBarProps) {
  const readOnly = useReadOnly()
  useShortcut(readOnly ? null : { key: 's', command: true, label: 'Save', run: onSave })
  return (
    <div className="sticky top-(--admin-bar) z-30 -mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-paper py-2.5 max-xl:-mx-gutter max-xl:px-gutter">
      <Link
        to={back}
        aria-label={`Back to ${back.split('/').pop()}`}
        title="Back to list"
        className="-ml-2 grid size-9 place-items-center rounded-control text-muted hover:bg-primary-soft hover:text-primary"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
      </Link>
      <h1 className="mr-auto min-w-0 text-h1 max-sm:flex-1 max-sm:truncate max-sm:text-h2">{title}</h1>
      <SavingStatus state={state} />
      {/* On a phone several buttons have a separate row, so none moves when the state next to the title changes. */}
      <div
        className={classNames(
          'flex items-center gap-x-3 empty:hidden',
          Children.toArray(children).length > 0 &&
            'max-sm:basis-full max-sm:flex-wrap max-sm:justify-end max-sm:gap-x-1 max-sm:gap-y-1',
        )}
      >
        {children}
        {!readOnly && (
          <Button
            type="submit"
            variant={secondary ? 'secondary' : 'primary'}
            size="small"
            busy={state === 'saving'}
            title={saves === 'live' ? 'Publishes your changes immediately' : undefined}
          >
            {saves === 'waiting' ? (
              <span>
                Publish<span className="max-sm:sr-only"> changes</span>
              </span>
            ) : saves === 'draft' ? (
              'Save as draft'
            ) : (
              'Save'
            )}
          </Button>
        )}
      </div>
    </div>
  )
}

type DialogButtonProps = {
  icon: LucideIcon
  /** In a narrow window only screen readers have it, unless the button is the main one. */
  label: string
  title: string
  main?: boolean
  /** Runs before the dialog, which does not open without a result. */
  first?: () => Promise<unknown>
  dialog: (onClose: () => void) => ReactNode
}

export function DialogButton({ icon: Icon, label, title, main = false, first, dialog }: DialogButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant={main ? 'primary' : 'quiet'}
        size="small"
        className={main ? undefined : 'px-2.5!'}
        aria-haspopup="dialog"
        title={title}
        onClick={async () => setOpen(!first || Boolean(await first()))}
      >
        <Icon aria-hidden="true" className={main ? 'size-4 max-lg:hidden' : 'size-4'} />
        <span className={main ? undefined : 'max-lg:sr-only'}>{label}</span>
      </Button>
      {open && <Suspense>{dialog(() => setOpen(false))}</Suspense>}
    </>
  )
}
