import { X } from 'lucide-react'
import { createPortal } from 'react-dom'
import { useShortcut } from '#admin/dialogs/shortcuts.tsx'
import { bottomBarsId } from '#admin/dialogs/undo.tsx'
import { formatNumber } from '#admin/format.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { type BulkOptions, type Failure, useBulk } from './use-bulk.ts'

/** The actions for the selected rows, in a bar at the bottom of the window, where it moves nothing. It lists records that were not changed. */
export function BulkBar<Row extends { _id: string; version?: number | undefined }>(options: BulkOptions<Row>) {
  const { selection, actions } = options
  const { run, busy, failures, dismiss } = useBulk(options)
  const place = document.getElementById(bottomBarsId)
  const count = selection.selected.length
  if (!place || (count === 0 && failures.length === 0)) return null
  const close = () => {
    selection.none()
    dismiss()
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return createPortal(
    <section
      aria-label="Selected"
      className="pointer-events-auto max-w-full rounded-control border border-line bg-raised shadow-float"
    >
      {failures.length > 0 && <Failures failures={failures} />}
      <div className="flex flex-wrap items-center gap-x-1 gap-y-0.5 py-1 pr-1 pl-3">
        {count > 0 && (
          <p className="mr-1 text-small whitespace-nowrap tabular-nums" aria-live="polite">
            {formatNumber(count)} selected
          </p>
        )}
        {count > 0 && count < selection.rows.length && (
          <Button variant="quiet" size="small" className="px-2.5!" onClick={selection.all}>
            <span>
              Select all {formatNumber(selection.rows.length)}
              <span className="max-sm:sr-only"> on this page</span>
            </span>
          </Button>
        )}
        {count > 0 &&
          actions.map((action) => (
            <Button
              key={action.action}
              variant="quiet"
              size="small"
              // `disabled` would make the button lose the focus.
              aria-disabled={busy || undefined}
              className={classNames('px-2.5!', action.danger && 'text-danger! hover:bg-danger-soft!')}
              onClick={() => !busy && run(action)}
            >
              <action.icon aria-hidden="true" className="size-4" />
              {action.label}
            </Button>
          ))}
        <CloseButton onClose={close} />
      </div>
    </section>,
    place,
  )
}

function CloseButton({ onClose }: { onClose: () => void }) {
  useShortcut({ key: 'Escape', label: 'Clear selection', run: onClose })
  return (
    <Button
      variant="quiet"
      size="small"
      className="ml-auto w-9 px-0! text-muted! pointer-coarse:w-11"
      aria-label="Clear selection"
      onClick={onClose}
    >
      <X aria-hidden="true" className="size-4" />
    </Button>
  )
}

const Failures = ({ failures }: { failures: Failure[] }) => (
  <div role="alert" className="max-h-40 max-w-160 overflow-y-auto border-b border-line px-3 py-2 text-small">
    <p className="font-[560]">{failures.length === 1 ? 'One was not changed:' : 'Some were not changed:'}</p>
    <ul className="mt-1 grid gap-0.5">
      {failures.map(({ id, name, message }) => (
        <li key={id} className="wrap-anywhere">
          “{name}”: <span className="text-muted">{message}</span>
        </li>
      ))}
    </ul>
  </div>
)
