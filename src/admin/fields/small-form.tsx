import { type ComponentProps, type ReactNode, useState } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import type { useSmallForm } from './use-small-form.ts'

type FormButtonsProps = {
  action: string
  busy?: boolean
  disabled?: boolean | undefined
  /** Whether the action deletes for good. */
  danger?: boolean
  /** Whether it is one of several forms on its screen, without the main action. */
  secondary?: boolean
  /** A button at the other end. */
  further?: ReactNode
  /** Absent on a form without a dialog. */
  onCancel?: (() => void) | undefined
}

/** The buttons at the end of a small form. */
export const FormButtons = ({
  action,
  busy = false,
  disabled,
  danger,
  secondary,
  further,
  onCancel,
}: FormButtonsProps) => (
  <div className="flex flex-wrap justify-end gap-2">
    {further}
    {onCancel && (
      <Button variant="secondary" size="small" onClick={onCancel}>
        Cancel
      </Button>
    )}
    <Button
      type="submit"
      variant={secondary ? 'secondary' : undefined}
      size="small"
      busy={busy}
      disabled={disabled}
      className={danger ? 'bg-danger! text-paper!' : undefined}
    >
      {action}
    </Button>
  </div>
)

type SmallFormProps = Omit<FormButtonsProps, 'busy'> & {
  form: Pick<ReturnType<typeof useSmallForm>, 'onSubmit' | 'busy' | 'message'>
  children: ReactNode
}

/** A form with its fields, the message of a failure, and its buttons. */
export const SmallForm = ({ form: { onSubmit, busy, message }, children, ...buttons }: SmallFormProps) => (
  <form noValidate onSubmit={onSubmit} className="grid gap-4">
    {children}
    {message && <Alert tone="error">{message}</Alert>}
    <FormButtons busy={busy} {...buttons} />
  </form>
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
