import { type ComponentProps, type ReactNode, useState } from 'react'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import type { useSmallForm } from './use-small-form.ts'

type SmallFormProps = {
  form: Pick<ReturnType<typeof useSmallForm>, 'onSubmit' | 'busy' | 'message'>
  action: string
  disabled?: boolean | undefined
  /** Whether the action deletes for good. */
  danger?: boolean
  /** Whether it is one of several forms on its screen, without the main action. */
  secondary?: boolean
  /** A button at the other end. */
  further?: ReactNode
  /** Absent on a form without a dialog. */
  onCancel?: (() => void) | undefined
  /** Further attributes of the form. */
  attributes?: ComponentProps<'form'>
  children: ReactNode
}

/** A form with its fields, the message of a failure, and its buttons. */
export const SmallForm = ({ form, further, onCancel, attributes, children, ...button }: SmallFormProps) => (
  <form noValidate onSubmit={form.onSubmit} {...attributes} className="grid gap-4">
    {children}
    {form.message && <Alert tone="error">{form.message}</Alert>}
    <div className="flex flex-wrap justify-end gap-2">
      {further}
      {onCancel && (
        <Button variant="secondary" size="small" onClick={onCancel}>
          Cancel
        </Button>
      )}
      <Button
        type="submit"
        variant={button.secondary ? 'secondary' : undefined}
        size="small"
        busy={form.busy}
        disabled={button.disabled}
        className={button.danger ? 'bg-danger! text-paper!' : undefined}
      >
        {button.action}
      </Button>
    </div>
  </form>
)

type FormDialogProps = Omit<SmallFormProps, 'onCancel'> &
  Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'grows' | 'onClose'> & { open?: boolean }

/** A dialog with a form. It asks nothing when it is left. */
export const FormDialog = ({ open = true, onClose, title, description, grows, ...form }: FormDialogProps) => (
  <Dialog open={open} onClose={onClose} title={title} description={description} grows={grows}>
    <SmallForm {...form} onCancel={onClose} />
  </Dialog>
)

/** A field for a password, with a button that shows it. */
export function PasswordInput(props: Omit<ComponentProps<typeof TextInput>, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <TextInput {...props} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <button
        type="button"
        onClick={() => setShown(!shown)}
        className="absolute -top-1.5 -right-2 rounded-control px-2 py-1.5 text-small text-primary underline-offset-4 hover:underline pointer-coarse:-top-3 pointer-coarse:py-3"
      >
        {shown ? 'Hide' : 'Show'}
        <span className="sr-only"> password</span>
      </button>
    </div>
  )
}
