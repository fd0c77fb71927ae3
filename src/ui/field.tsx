import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

type FieldProps = {
  label: ReactNode
  hint?: ReactNode | undefined
  error?: string | undefined
  /** Hides the label visually, where the context makes it clear. */
  hideLabel?: boolean | undefined
  className?: string | undefined
}

type FrameProps = FieldProps & { id: string; children: ReactNode }

function FieldFrame({ id, label, hint, error, hideLabel, className, children }: FrameProps) {
  return (
    <div className={className}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-1.5 block text-small font-[560] wrap-anywhere'}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="-mt-1 mb-2 text-small text-muted">
          {hint}
        </p>
      )}
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

export const FieldError = ({ id, children }: { id?: string; children: string }) => (
  <p id={id} className="mt-1.5 flex gap-1.5 text-small text-danger">
    <span aria-hidden="true" className="mt-[0.55em] size-1.5 shrink-0 rounded-full bg-current" />
    {children}
  </p>
)

/** Splits the properties of a field into those of its frame and of its control, and tells assistive technology about the control's state. */
function useField<Props extends FieldProps & { id?: string | undefined }>(props: Props) {
  const { label, hint, error, hideLabel, className, ...rest } = props
  const made = useId()
  const id = rest.id ?? made
  return {
    frame: { id, label, hint, error, hideLabel, className },
    control: {
      dir: 'auto',
      ...rest,
      id,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
    },
    look: classNames(
      'w-full rounded-control border bg-raised px-3.5 text-body text-ink placeholder:text-muted transition-colors',
      'focus-visible:outline-offset-0 focus-visible:border-primary',
      error ? 'border-danger' : 'border-edge hover:border-muted',
    ),
  }
}

export function TextInput(props: FieldProps & ComponentProps<'input'>) {
  const { frame, control, look } = useField(props)
  return (
    <FieldFrame {...frame}>
      <input type="text" {...control} className={classNames(look, 'h-control')} />
    </FieldFrame>
  )
}

export function TextArea(props: FieldProps & ComponentProps<'textarea'>) {
  const { frame, control, look } = useField(props)
  return (
    <FieldFrame {...frame}>
      <textarea rows={6} {...control} className={classNames(look, 'block py-3')} />
    </FieldFrame>
  )
}

/** A native `<select>`; pass `<option>`s as children. */
export function Select(props: FieldProps & ComponentProps<'select'>) {
  const { frame, control, look } = useField(props)
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <select {...control} className={classNames(look, 'h-control appearance-none pr-10')} />
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-muted"
        />
      </div>
    </FieldFrame>
  )
}
