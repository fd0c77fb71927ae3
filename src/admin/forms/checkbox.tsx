import { type ComponentProps, type ReactNode, useId } from 'react'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode | undefined }

/** A checkbox with its label. */
export function Checkbox({ label, hint, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div className="relative flex gap-2.5">
      <input
        type="checkbox"
        {...rest}
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 size-4.5 shrink-0 accent-primary"
      />
      <div>
        {/* For a finger all of the row is the label, the box included. */}
        <label
          htmlFor={id}
          className="font-[560] pointer-coarse:before:absolute pointer-coarse:before:inset-x-0 pointer-coarse:before:-inset-y-3"
        >
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="relative text-small text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
