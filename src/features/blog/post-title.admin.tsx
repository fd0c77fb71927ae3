import { PencilLine } from 'lucide-react'
import { useId, useState } from 'react'
import type { FormState } from '#admin/forms/form-resource.ts'
import { SlugOffer, SlugTaken } from '#admin/forms/slug-taken.tsx'
import { useLatinSlug } from '#admin/forms/use-latin-slug.ts'
import { isFirstOfCopy, slugOf } from '#contract/slugs.ts'
import { classNames } from '#ui/class-names.ts'
import { TextInput } from '#ui/field.tsx'
import type { StaffPost } from './blog.contract.ts'
import type { BlogValues } from './blog-resource.admin.tsx'

type PostTitleProps = {
  form: FormState<BlogValues, StaffPost>
  /** Moves the cursor to the text. */
  onDone: () => void
}

/** The title above the text, and the post's address below it. */
export function PostTitle({ form, onDone }: PostTitleProps) {
  const { set, values, record, errorAt, field } = form
  const { title, slug } = values
  const id = useId()
  const error = errorAt('title')
  // A published post has been linked to, so its address changes only on request.
  const published = record?.published === true
  const latin = useLatinSlug(title, (offered) => {
    if (!published && slug === '') set('slug', offered)
  })
  const plain = slugOf(title)
  const write = (next: string) => {
    const follows = slug === '' || slug === plain || slug === latin || isFirstOfCopy(title, slug)
    set('title', next)
    if (follows && !published) set('slug', slugOf(next))
  }
  const offer = [plain, latin].find((one) => one !== '' && one !== slug)
  const renamed = published && title !== record.title && slug !== plain && slug !== latin && slug === record.slug
  const lettersLost = !published && slug === plain && latin !== plain
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
      <SlugLine form={form} />
      <SlugTaken form={form} under="/blog" />
      {renamed && offer && (
        <SlugOffer
          under="/blog"
          slug={offer}
          why="The post is published, so it keeps its address."
          onUse={() => set('slug', offer)}
        />
      )}
      {lettersLost && offer && (
        <SlugOffer under="/blog" slug={offer} why="In Latin letters:" onUse={() => set('slug', offer)} />
      )}
    </div>
  )
}

/** The address as text. Its field opens when it gets the focus, by the button, by the Tab key, or because it is refused. */
function SlugLine({ form }: { form: PostTitleProps['form'] }) {
  const [focused, setFocused] = useState(false)
  const { error, onBlur, ...field } = form.field('slug')
  const id = useId()
  const open = focused || error !== undefined
  return (
    <div className={open ? 'mt-2' : undefined}>
      <TextInput
        {...field}
        id={id}
        label="Slug"
        required
        error={error}
        hint={open ? `/blog/${form.values.slug || '…'}` : undefined}
        className={open ? undefined : 'sr-only'}
        onFocus={() => setFocused(true)}
        onBlur={(event) => {
          setFocused(false)
          return onBlur(event)
        }}
      />
      {!open && (
        <p className="flex min-h-8 min-w-0 items-center gap-2 text-small text-muted">
          <span className="truncate">/blog/{form.values.slug || '…'}</span>
          <button
            type="button"
            tabIndex={-1}
            aria-label="Edit the address"
            className="flex items-center gap-1 rounded-mark px-1 font-[560] text-primary hover:bg-primary-soft pointer-coarse:h-11"
            onClick={() => document.getElementById(id)?.focus()}
          >
            <PencilLine aria-hidden="true" className="size-3.5" />
            Edit
          </button>
        </p>
      )}
    </div>
  )
}
