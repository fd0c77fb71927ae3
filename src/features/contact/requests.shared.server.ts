import { isPresent } from '#server/database/lifecycle.ts'
import type { Stored } from '#server/database/table.ts'
import { withPublicId } from '#server/resource/row-resource.ts'
import { notFound } from '#server/runtime/http-error.ts'
import type { Turn } from './contact.contract.ts'
import { contactRequests, type StoredRequest } from './contact.table.ts'

/** The condition that a request is not in the trash. */
export const isPresentRequest = isPresent(contactRequests)

export const unknownRequest = () => notFound('Contact request not found')

/** Who acts next on a request; undefined for one that is resolved or spam. */
const turnOf = ({
  status,
  waitsFor,
  firstAnswerAt,
}: Pick<StoredRequest, 'status' | 'waitsFor' | 'firstAnswerAt'>): Turn | undefined =>
  status !== 'pending' ? undefined : waitsFor === 'them' ? 'them' : firstAnswerAt === undefined ? 'new' : 'us'

type Selected = Stored<typeof contactRequests> & { ownerName?: string | null; consent?: string | null }

/** @param row with the name of its owner and the wording under the form, if they are to be in the answer */
export function toRequest({ ownerName, ...row }: Selected) {
  const { ownerId, ...request } = contactRequests.decode(row)
  return withPublicId({
    ...request,
    waits: turnOf(request),
    // The account of an owner may have been deleted since.
    owner: ownerId !== undefined && ownerName ? { _id: ownerId, name: ownerName } : undefined,
  })
}
