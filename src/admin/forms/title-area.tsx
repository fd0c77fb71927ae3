import { type ComponentProps, useId } from 'react'
import { classNames } from '#ui/class-names.ts'

type TitleAreaProps = Omit<ComponentProps<'textarea'>, 'onChange'> & {
  error?: string | undefined
  onChange: (title: string) => void
  /** Moves the cursor to the text. */
  onDone: () => void
}

/** The title above a text. It grows with the title, so that all of a long one is read, also on a phone. */
export function TitleArea({ error, onChange, onDone, ...field }: TitleAreaProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Title
      </label>
      <textarea
        {...field}
        id={id}
        rows={1}
        required
        placeholder="Title"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
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
      {error && (
        <p id={`${id}-error`} className="mt-1 text-small text-danger">
          {error}
        </p>
      )}
    </>
  )
}
