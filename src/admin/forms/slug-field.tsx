import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PencilLine } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { formatCount } from '#admin/format.ts'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { LocalDateTime } from '#admin/time.tsx'
import { isFirstOfCopy, latinSlugOf, losesLetters, slugOf } from '#contract/slugs.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { listPath } from '#web/api-query.ts'
import type { AddressField, FormState } from './form-resource.ts'

type Titled = { title: string } & { [Name in AddressField]?: string }

type SlugRules = {
  /** The stored record if visitors see it. Its address has been linked to, so it changes only on request. */
  live: Titled | false
  /** Whether the slug follows the title even after it was edited by hand. */
  always?: boolean
  /** The field that holds it. */
  name?: AddressField
}

/** The slug or path of a record that follows its title. `write` changes the title; `offer` is another one for it, with the reason. */
export function useSlugOfTitle<Values extends FieldValues & { title: string }, Stored>(
  form: FormState<Values, Stored>,
  { live: stored, always = false, name = 'slug' }: SlugRules,
) {
  const set = form.set as (name: 'title' | AddressField, value: string) => void
  const { title, [name]: slug = '' } = form.values as Titled
  const latin = useLatinSlug(title, (offered) => {
    if (!stored && slug === '') set(name, offered)
  })
  const plain = slugOf(title)
  const write = (next: string) => {
    const follows = slug === '' || slug === plain || slug === latin || isFirstOfCopy(title, slug)
    set('title', next)
    if (always || (follows && !stored)) set(name, slugOf(next))
  }
  const other = [plain, latin].find((one) => one !== '' && one !== slug)
  const isRenamed = stored && title !== stored.title && slug !== plain && slug !== latin && slug === stored[name]
  const lostLetters = !stored && slug === plain && latin !== plain
  const why = isRenamed ? 'Visitors know this address, so it stays.' : lostLetters ? 'In Latin letters:' : undefined
  return { write, offer: why !== undefined && other !== undefined ? { slug: other, why } : undefined }
}

type SlugFieldProps<Values extends FieldValues, Stored> = {
  form: FormState<Values, Stored>
  /** The public address of the list: '/blog'; '' for a field with the whole path. */
  under: string
  offer: ReturnType<typeof useSlugOfTitle>['offer']
  /** The field that holds it. */
  name?: AddressField
}

/** The address as text, with possible solutions if another record has it. Its field opens when it is refused or gets the focus. */
export function SlugField<Values extends FieldValues, Stored>({
  form,
  under,
  offer,
  name: own = 'slug',
}: SlugFieldProps<Values, Stored>) {
  const readOnly = useReadOnly()
  const [focused, setFocused] = useState(false)
  const name = own as FieldPath<Values>
  const { error: refused, onBlur, ...field } = form.field(name)
  const id = useId()
  // The slug follows the title, whose own error says enough.
  const error = form.values['title'] === '' && form.values[own] === '' ? undefined : refused
  const open = focused || error !== undefined
  const address = `${under}/${form.values[own] || '…'}`
  const stored = (form.record as { [Name in AddressField]?: string } | null)?.[own]
  return (
    <div className={open ? 'mt-2' : undefined}>
      <TextInput
        {...field}
        id={id}
        label={own === 'path' ? 'Path' : 'Slug'}
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
          {!readOnly && (
            <button
              type="button"
              tabIndex={-1}
              aria-label="Edit address"
              className="flex items-center gap-1 rounded-mark px-1 font-[560] text-primary hover:bg-primary-soft pointer-coarse:h-11"
              onClick={() => document.getElementById(id)?.focus()}
            >
              <PencilLine aria-hidden="true" className="size-3.5" />
              Edit
            </button>
          )}
        </p>
      )}
      {stored && <PageFigures path={`${under}/${stored}`} />}
      <SlugTaken form={form} under={under} />
      {offer && <SlugOffer under={under} {...offer} onUse={() => form.set(name, offer.slug as never)} />}
    </div>
  )
}

/** How often the page was visited, and how many enquiries it led to. Nothing for a page without visits. */
function PageFigures({ path }: { path: string }) {
  const { data } = useQuery(
    adminQuery<{ visits: number; enquiries: number }>(listPath('/api/analytics/page', { path })),
  )
  if (!data || data.visits + data.enquiries === 0) return null
  const { visits, enquiries } = data
  return (
    <p className="text-small text-muted tabular-nums">
      <Link
        to={listPath('/admin/analytics', { page: path })}
        className="link-quiet hover:text-primary pointer-coarse:py-2"
      >
        {formatCount(visits, 'visit')} in 30 days
        {enquiries > 0 && `, ${formatCount(enquiries, 'enquiry', 'enquiries')}`}
      </Link>
    </p>
  )
}

/** Below a slug that another record has: the possible solutions. */
function SlugTaken<Values extends FieldValues, Stored>({ form, under }: Omit<SlugFieldProps<Values, Stored>, 'offer'>) {
  const client = useQueryClient()
  const { act } = useAct()
  const { takenSlug: taken, values, set } = form
  if (!taken || values[taken.field] !== taken.slug) return null
  const { trashed } = taken

  async function change(path: string, done: string, then: () => void) {
    const call = `/api/trash/${trashed?.entity}/${trashed?._id}/${path}`
    await act(() => adminFetch(call, { method: 'POST' }).then(then), { done })
    await client.invalidateQueries({ queryKey: ['admin'], predicate: ({ queryKey }) => !queryKey.includes('form') })
  }

  return (
    <section aria-label="The address is taken" className="mt-2 grid justify-items-start gap-2">
      {trashed && (
        <>
          <p className="text-small text-muted [overflow-wrap:anywhere]">
            “{trashed.name}” uses this address. It has been in the trash since <LocalDateTime iso={trashed.deletedAt} />
            .
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              size="small"
              onClick={() => change('free-slug', 'The address is free now. Save again.', taken.release)}
            >
              Free the address
            </Button>
            <Button
              variant="quiet"
              size="small"
              onClick={() => change('restore', `“${trashed.name}” is restored`, taken.keepRestored)}
            >
              Restore “{trashed.name}”
            </Button>
          </div>
        </>
      )}
      <SlugOffer
        under={under}
        slug={nextOf(taken.slug)}
        why={trashed ? 'Or choose another one.' : 'Choose another one.'}
        onUse={() => set(taken.field as never, nextOf(taken.slug))}
      />
    </section>
  )
}

/** `a-post-2` for `a-post`, and `a-post-3` for that. */
function nextOf(slug: string): string {
  const [, stem = slug, number] = /^(.+)-(\d{1,3})$/.exec(slug) ?? []
  return number === undefined ? `${slug}-2` : `${stem}-${Number(number) + 1}`
}

type SlugOfferProps = {
  under: string
  slug: string
  why: string
  onUse: () => void
}

/** Another slug for a record, which is used only when a person asks for it. */
const SlugOffer = ({ under, slug, why, onUse }: SlugOfferProps) => (
  <p className="text-small text-muted [overflow-wrap:anywhere]">
    {why}{' '}
    <button type="button" className="link text-left pointer-coarse:py-3" onClick={onUse}>
      Use {under}/{slug}
    </button>
  </p>
)

/** The slug of a title in Latin script. Its table is large, and loaded for the first title that needs it. @param onOnlySlug called if `slugOf` has none */
function useLatinSlug(title: string, onOnlySlug: (slug: string) => void): string {
  const needed = losesLetters(title)
  const { data: toAscii } = useQuery({
    queryKey: ['any-ascii'],
    queryFn: async () => (await import('any-ascii')).default,
    enabled: needed,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const slug = needed && toAscii ? latinSlugOf(title, toAscii) : slugOf(title)
  const offer = useEffectEvent(onOnlySlug)
  useEffect(() => {
    if (slug !== '' && slugOf(title) === '') offer(slug)
  }, [title, slug])
  return slug
}
