import { useQuery } from '@tanstack/react-query'
import { adminQuery, conflictIn } from '#admin/api/admin-calls.ts'
import { may, type Role } from '#contract/roles.ts'

/** A record in its form, of a kind that can be reviewed. */
export type ReviewedRecord = {
  /** The kind of record, as its calls name it: 'blogs'. */
  entity: string
  id: string
  /** The version that the form shows. */
  version: number
  /** The path of the kind's calls, whose lists say what is in review. */
  api: string
  /** Whether the form has unsaved changes. */
  dirty: boolean
  /** Shows the newest version in the form. */
  reread: () => Promise<void>
}

/** The id of the signed-in person; undefined until it is known. */
export const useMyId = (): string | undefined => useQuery(adminQuery<{ _id: string }>('/api/users/me')).data?._id

type Colleague = { _id: string; name: string; active: boolean; role: Role; invitedUntil?: string }

/** The colleagues who can sign in and answer, by name, and why there is none. */
export type Reviewers = { reviewers: Colleague[]; hint?: string | undefined }

/** @returns undefined while they load */
export function useReviewers(): Reviewers | undefined {
  const mine = useMyId()
  const { data, isError } = useQuery(adminQuery<Colleague[]>('/api/users'))
  if (!data && isError) return { reviewers: [], hint: 'Your colleagues could not be loaded.' }
  if (!data || mine === undefined) return undefined
  const reviewers = data
    .filter(({ _id, active, role, invitedUntil }) => active && !invitedUntil && may(role, 'staff') && _id !== mine)
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
  return { reviewers, hint: reviewers.length === 0 ? 'Nobody else has access yet.' : undefined }
}

/** Calls with the version that the form shows. If there is a later one, it is shown before the person can press again. */
export async function overPresent<Answer>(
  { version, dirty, reread }: ReviewedRecord,
  call: (ifMatch: number) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call(version)
  } catch (error) {
    const conflict = conflictIn(error)
    if (!conflict) throw error
    const changed = `${conflict.changedBy} has changed this meanwhile.`
    if (dirty) throw new Error(`${changed} Save or discard your own changes first.`)
    await reread()
    throw new Error(`${changed} The form now shows the newest version. Read it, then try again.`)
  }
}
