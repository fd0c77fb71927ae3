import { Button } from '#ui/button.tsx'

type FormButtonsProps = {
  action: string
  busy: boolean
  /** Absent on a form without a dialog. */
  onCancel?: (() => void) | undefined
}

/** The buttons at the end of a small form. */
export const FormButtons = ({ action, busy, onCancel }: FormButtonsProps) => (
  <div className="mt-1 flex justify-end gap-2">
    {onCancel && (
      <Button variant="secondary" size="small" onClick={onCancel}>
        Cancel
      </Button>
    )}
    <Button type="submit" size="small" busy={busy}>
      {action}
    </Button>
  </div>
)
