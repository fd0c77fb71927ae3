import { useQuery } from '@tanstack/react-query'
import { adminQuery, conflictIn } from '#admin/api/admin-calls.ts'

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
