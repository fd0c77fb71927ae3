import { queryOptions, useQuery } from '@tanstack/react-query'
import { CircleCheck, UserCheck } from 'lucide-react'
import { useContext } from 'react'
import { adminQuery } from '#admin/api/admin-calls.ts'
import type { Question } from '#admin/dialogs/confirm.tsx'
import { formatShortDay, useTimeZone } from '#admin/time.tsx'
import type { Review, ReviewList } from '#contract/reviews.ts'
import { listPath } from '#web/api-query.ts'
import { RoleContext } from './use-auth.ts'

type AnyRecord = { entity?: string | undefined; id?: string | undefined }

/** The reviews of a record, the newest first. They are not loaded without its kind and id. */
export const reviewsQuery = ({ entity, id }: AnyRecord = {}) =>
  queryOptions({
    ...adminQuery<ReviewList>(listPath('/api/reviews', { entity, id })),
    enabled: entity !== undefined && id !== undefined,
  })

/** The rule for the present version of a record, as far as it is stored; `approved` is the review that counts, `last` the newest one. */
export type SecondPerson = { isOwner: boolean; approved: Review | undefined; last: Review | undefined }

/** Whether versions of a kind need a second person, by the name of its table. */
export function useNeedsSecondPerson(entity: string | undefined): boolean {
  const { data } = useQuery(adminQuery<{ secondPerson?: string[] }>('/api/users/me'))
  return entity !== undefined && data?.secondPerson?.includes(entity) === true
}

/** @returns undefined for a kind whose versions need no second person, and until it is known whether somebody has approved this one */
export function useSecondPerson(entity: string | undefined, id: string | undefined): SecondPerson | undefined {
  const isOwner = useContext(RoleContext) === 'owner'
  const isNeeded = useNeedsSecondPerson(entity)
  const { data, isError } = useQuery(reviewsQuery(isNeeded ? { entity, id } : {}))
  if (!isNeeded || (id !== undefined && !data && !isError)) return undefined
  const reviews = data?.reviews ?? []
  return {
    isOwner,
    approved: reviews.find(({ isPresent, counts }) => isPresent && counts),
    last: reviews.find(({ state }) => state !== 'withdrawn'),
  }
}

/** The question before an owner publishes or sends alone. @param act the button: 'Publish' */
export const aloneQuestion = (act: string, detail = 'No second person has approved this version.'): Question => ({
  question: `${act} without a second person?`,
  detail: `${detail} The activity log will say that you did it alone.`,
  action: act,
  harmless: true,
})

/** The question before an owner publishes records whose approvals are unknown, as in a list. */
export function useAloneQuestion(
  entity: string | undefined,
  detail = 'You can publish versions that no second person has approved.',
): Question | undefined {
  const isOwner = useContext(RoleContext) === 'owner'
  return useNeedsSecondPerson(entity) && isOwner ? aloneQuestion('Publish', detail) : undefined
}

/** One question for two acts that a button does at once. */
export const bothQuestions = (one: Question | undefined, other: Question | undefined): Question | undefined =>
  one && other ? { ...other, detail: [one.detail, other.detail].filter(Boolean).join(' ') } : (one ?? other)

type NoteProps = { of: SecondPerson | undefined; isChanged?: boolean; done?: 'published' | 'sent' }

/** Says at the button whether the version may be published or sent. @param isChanged whether the content has unsaved changes */
export function SecondPersonNote({ of, isChanged = false, done = 'published' }: NoteProps) {
  const zone = useTimeZone()
  if (!of) return null
  const { approved, isOwner } = of
  if (approved && !isChanged)
    return (
      <p role="status" className="flex gap-2 text-small">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
        <span>
          Approved by {approved.settledBy}
          {approved.settledAt && `, ${formatShortDay(approved.settledAt, zone)}`}. This version can be {done}.
        </span>
      </p>
    )
  const act = done === 'sent' ? 'send' : 'publish'
  return (
    <p role="status" className="flex gap-2 rounded-control bg-accent-soft px-3 py-2 text-small text-accent-ink">
      <UserCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        {isOwner
          ? `No second person has approved this version. You can ${act} it as an owner; the activity log says so.`
          : `Needs the approval of a second person before it is ${done}. ${stateOf(of, isChanged)}`}
      </span>
    </p>
  )
}

function stateOf({ approved, last }: SecondPerson, isChanged: boolean): string {
  const former = approved ?? (last?.counts ? last : undefined)
  if (former) return `It has changed since ${former.settledBy} approved it.`
  if (last?.state === 'asked' && !isChanged && last.isPresent) return `${last.of.name} has not answered yet.`
  if (last?.state === 'changes') return `${last.settledBy} requested changes.`
  return isChanged ? 'Save it as a draft and ask for a review.' : 'Ask for a review.'
}
