import { useQueryClient } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { LocalDateTime } from '#admin/lists/date-time.tsx'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/toasts.ts'
import type { FormState } from './form-resource.ts'

type SlugTakenProps<Values extends FieldValues, Stored> = {
  form: Pick<FormState<Values, Stored>, 'values' | 'set' | 'takenSlug'>
  /** The public address of the list: '/blog'. */
  under: string
}

/** Below a slug that another record has: the possible solutions. */
export function SlugTaken<Values extends FieldValues, Stored>({ form, under }: SlugTakenProps<Values, Stored>) {
  const client = useQueryClient()
  const { takenSlug: taken, values, set } = form
  if (!taken || values['slug'] !== taken.slug) return null
  const { trashed } = taken

  async function change(path: string, done: string, then: () => void) {
    try {
      await adminFetch(`/api/trash/${trashed?.entity}/${trashed?._id}/${path}`, { method: 'POST' })
      notify('success', done)
      then()
    } catch (error) {
      notify('error', (error as Error).message)
    }
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
        onUse={() => set('slug' as never, nextOf(taken.slug))}
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
  /** The public address of the list: '/blog'. */
  under: string
  slug: string
  /** The reason for another slug. */
  why: string
  onUse: () => void
}

/** Another slug for a record, which is used only when a person asks for it. */
export const SlugOffer = ({ under, slug, why, onUse }: SlugOfferProps) => (
  <p className="text-small text-muted [overflow-wrap:anywhere]">
    {why}{' '}
    <button type="button" className="link pointer-coarse:py-3" onClick={onUse}>
      Use {under}/{slug}
    </button>
  </p>
)
