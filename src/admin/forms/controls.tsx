import { type ComponentProps, type ClipboardEvent as ReactClipboardEvent, type ReactNode, useId } from 'react'
import { classNames } from '#ui/class-names.ts'
import { FieldError, TextArea } from '#ui/field.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode | undefined }

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
      <div className="min-w-0 wrap-anywhere">
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

type ChoiceProps = ComponentProps<'input'> & { label: ReactNode; hint?: string }

export const Choice = ({ label, hint, ...input }: ChoiceProps) => (
  <label
    className={classNames(
      'flex min-h-8 cursor-pointer gap-2.5 pointer-coarse:min-h-11',
      hint ? 'items-start py-1' : 'items-center',
    )}
  >
    <input {...input} className={classNames('size-4.5 shrink-0 accent-primary', hint && 'mt-0.5')} />
    <span dir="auto" className="min-w-0 wrap-anywhere">
      {label}
      {hint && <span className="block text-small text-muted">{hint}</span>}
    </span>
  </label>
)

type ChoicesFieldProps = {
  label: string
  hint?: string | undefined
  named: Record<string, string>
  /** A sentence under some of the options. */
  hints?: Record<string, string>
  error?: string | undefined
  value: string[]
  onChange: (chosen: string[]) => void
}

/** Any of several options, each with a checkbox. The chosen ones are in the order of the options. */
export const ChoicesField = ({ label, hint, named, hints = {}, error, value, onChange }: ChoicesFieldProps) => (
  <fieldset>
    <legend className="text-small font-[560]">{label}</legend>
    {hint && <p className="text-small text-muted">{hint}</p>}
    <div className="mt-1 grid">
      {Object.entries(named).map(([option, text]) => (
        <Choice
          key={option}
          type="checkbox"
          label={text}
          {...(hints[option] && { hint: hints[option] })}
          checked={value.includes(option)}
          onChange={({ target }) =>
            onChange(Object.keys(named).filter((one) => (one === option ? target.checked : value.includes(one))))
          }
        />
      ))}
    </div>
    {error && <FieldError>{error}</FieldError>}
  </fieldset>
)

/** Pastes a text as one line. `execCommand` keeps the history of changes for Ctrl+Z. */
export function pasteAsLine(event: ClipboardEvent | ReactClipboardEvent<HTMLElement>) {
  event.preventDefault()
  const pasted = event.clipboardData?.getData('text/plain') ?? ''
  const { ownerDocument } = event.target as Node
  ownerDocument?.execCommand('insertText', false, pasted.replace(/\s+/g, ' '))
}

/** A text field without line breaks that grows with its text, so that none of it is cut. */
export const LineArea = ({ className, ...field }: ComponentProps<typeof TextArea>) => (
  <TextArea
    rows={1}
    {...field}
    className={classNames(
      '[&_textarea]:field-sizing-content [&_textarea]:min-h-control [&_textarea]:py-1.5 supports-[field-sizing:content]:[&_textarea]:resize-none',
      className,
    )}
    onKeyDown={(event) => {
      if (event.key === 'Enter') event.preventDefault()
    }}
    onPaste={pasteAsLine}
  />
)

type TitleAreaProps = Omit<ComponentProps<'textarea'>, 'onChange'> & {
  error?: string | undefined
  hint?: string | undefined
  onChange: (title: string) => void
  onDone: () => void
}

/** The title above a text. It grows, so that all of a long title can be read, also on a phone. */
export function TitleArea({ error, hint, onChange, onDone, ...field }: TitleAreaProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Title
      </label>
      <textarea
        dir="auto"
        required
        {...field}
        id={id}
        rows={1}
        placeholder="Title"
        aria-invalid={error ? true : undefined}
        aria-describedby={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}
        onChange={(event) => onChange(event.target.value.replaceAll(/\s*\n\s*/g, ' '))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          onDone()
        }}
        className={classNames(
          '-mx-2.5 block w-[calc(100%+1.25rem)] resize-none field-sizing-content rounded-control border bg-transparent px-2.5 py-1 font-display text-[1.5rem]/[1.25] sm:text-[1.75rem]/[1.25] font-[600] tracking-[-0.02em] text-ink placeholder:text-muted',
          'focus-visible:border-primary focus-visible:bg-raised focus-visible:outline-offset-0',
          error ? 'border-danger' : 'border-transparent',
        )}
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-small text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </>
  )
}
