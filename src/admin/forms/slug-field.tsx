import { useQuery } from '@tanstack/react-query'
import { PencilLine } from 'lucide-react'
import { useId, useState } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { adminQuery } from '#admin/api/queries.ts'
import { formatCount } from '#admin/format.ts'
import { isFirstOfCopy, slugOf } from '#contract/slugs.ts'
import { TextInput } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { listPath } from '#web/api-query.ts'
import type { FormState } from './form-resource.ts'
import { SlugOffer, SlugTaken } from './slug-taken.tsx'
import { useLatinSlug } from './use-latin-slug.ts'

type Titled = { title: string; slug: string }

type SlugRules = {
  /** The stored record if visitors see it. Its address has been linked to, so it changes only on request. */
  live: Titled | false
  /** Whether the slug follows the title even after it was edited by hand. */
  always?: boolean
}

/** The slug of a record that follows its title. `write` changes the title; `offer` is another slug for it, with the reason. */
export function useSlugOfTitle<Values extends FieldValues & Titled, Stored>(
  form: FormState<Values, Stored>,
  { live: stored, always = false }: SlugRules,
) {
  const set = form.set as (name: 'title' | 'slug', value: string) => void
  const { title, slug } = form.values
  const latin = useLatinSlug(title, (offered) => {
    if (!stored && slug === '') set('slug', offered)
  })
  const plain = slugOf(title)
  const write = (next: string) => {
    const follows = slug === '' || slug === plain || slug === latin || isFirstOfCopy(title, slug)
    set('title', next)
    if (always || (follows && !stored)) set('slug', slugOf(next))
  }
  const other = [plain, latin].find((one) => one !== '' && one !== slug)
  const isRenamed = stored && title !== stored.title && slug !== plain && slug !== latin && slug === stored.slug
  const lostLetters = !stored && slug === plain && latin !== plain
  const why = isRenamed ? 'Visitors know this address, so it stays.' : lostLetters ? 'In Latin letters:' : undefined
  return { write, offer: why !== undefined && other !== undefined ? { slug: other, why } : undefined }
}

type SlugFieldProps<Values extends FieldValues, Stored> = {
  form: FormState<Values, Stored>
  /** The public address of the list: '/blog'. */
  under: string
  offer: ReturnType<typeof useSlugOfTitle>['offer']
}

/**
 * The address as text, with the possible solutions if another record has it. Its field opens when it gets the focus, by the button, by the Tab key,
 * or because it is refused.
 */
export function SlugField<Values extends FieldValues, Stored>({ form, under, offer }: SlugFieldProps<Values, Stored>) {
  const [focused, setFocused] = useState(false)
  const name = 'slug' as FieldPath<Values>
  const { error, onBlur, ...field } = form.field(name)
  const id = useId()
  const open = focused || error !== undefined
  const address = `${under}/${form.values['slug'] || '…'}`
  const stored = form.record as { slug?: string } | null
  return (
    <div className={open ? 'mt-2' : undefined}>
      <TextInput
        {...field}
        id={id}
        label="Slug"
        required
        error={error}
        hint={open ? address : undefined}
        className={open ? undefined : 'sr-only'}
        onFocus={() => setFocused(true)}
        onBlur={(event) => {
          setFocused(false)
          return onBlur(event)
        }}
      />
      {!open && (
        <p className="flex min-h-8 min-w-0 items-center gap-2 text-small text-muted">
          <span className="truncate">{address}</span>
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
      {stored?.slug && <PageFigures path={`${under}/${stored.slug}`} />}
      <SlugTaken form={form} under={under} />
      {offer && <SlugOffer under={under} {...offer} onUse={() => form.set(name, offer.slug as never)} />}
    </div>
  )
}

/** How often the page was visited, and how many enquiries it led to. Nothing for a page without visits. */
function PageFigures({ path }: { path: string }) {
  const { data } = useQuery(adminQuery<{ visits: number; enquiries: number }>(listPath('/api/figures/page', { path })))
  if (!data || data.visits + data.enquiries === 0) return null
  const { visits, enquiries } = data
  return (
    <p className="text-small text-muted tabular-nums">
      <Link
        to={listPath('/admin/figures', { page: path })}
        className="link-quiet hover:text-primary pointer-coarse:py-2"
      >
        {formatCount(visits, 'visit')} in 30 days
        {enquiries > 0 && `, ${formatCount(enquiries, 'enquiry', 'enquiries')}`}
      </Link>
    </p>
  )
}
