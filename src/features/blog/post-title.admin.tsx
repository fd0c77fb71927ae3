import { useId } from 'react'
import type { FormState } from '#admin/forms/form-resource.ts'
import { SlugField, useSlugOfTitle } from '#admin/forms/slug-field.tsx'
import { classNames } from '#ui/class-names.ts'
import type { StaffPost } from './blog.contract.ts'
import type { BlogValues } from './blog-resource.admin.tsx'

type PostTitleProps = {
  form: FormState<BlogValues, StaffPost>
  /** Moves the cursor to the text. */
  onDone: () => void
}

/** The title above the text, and the post's address below it. */
export function PostTitle({ form, onDone }: PostTitleProps) {
  const { record, errorAt, field } = form
  const id = useId()
  const error = errorAt('title')
  const { write, offer } = useSlugOfTitle(form, { live: record?.published === true && record })
  return (
    <div>
      <label htmlFor={id} className="sr-only">
        Title
      </label>
      {/* It grows with the title, so that all of a long one is read, also on a phone. */}
      <textarea
        {...field('title')}
        id={id}
        rows={1}
        required
        placeholder="Title"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => write(event.target.value.replaceAll(/\s*\n\s*/g, ' '))}
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
      <SlugField form={form} under="/blog" offer={offer} />
    </div>
  )
}
