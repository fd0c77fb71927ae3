import type { Staff } from '#server/identity/staff.ts'
import type { Correction, CorrectionInput, Proposal } from '../ground/course-requests.contract.ts'
import type { StoredCourseRequest } from '../ground/courses.table.ts'
import { correctable } from '../ground/request-words.contract.ts'

/** The corrections that a request keeps. */
const mostKept = 50

/**
 * The columns that correct what someone asked with; undefined if nothing differs. The old values go to the history of the request. An offer keeps its
 * seats, since a message has named them, or has fewer.
 * @param at ISO 8601 in UTC
 */
export function correctionOf(
  request: StoredCourseRequest,
  input: CorrectionInput,
  { by, at }: { by: Pick<Staff, 'name'>; at: string },
): Partial<StoredCourseRequest> | undefined {
  const changed = correctable
    .filter((name) => name in input && input[name] !== request[name])
    .map((name) => [name, input[name]] as const)
  if (changed.length === 0) return undefined
  const before = Object.fromEntries(changed.map(([name]) => [name, request[name] ?? null])) as Correction['before']
  const after: StoredCourseRequest = { ...request, ...Object.fromEntries(changed) }
  const { offeredPeople = request.people } = request
  return {
    ...Object.fromEntries(changed),
    ...(request.state === 'offered' && { offeredPeople: Math.min(offeredPeople, after.people) }),
    proposed: stillProposed(after),
    corrections: [...(request.corrections ?? []), { at, by: by.name, before }].slice(-mostKept),
  }
}

/** What someone asked again for, without what the request says now. */
function stillProposed({ proposed, ...request }: StoredCourseRequest): Proposal | undefined {
  if (!proposed) return undefined
  const { at, ...wishes } = proposed
  const open = Object.entries(wishes).filter(([name, wish]) => wish !== (request as Record<string, unknown>)[name])
  return open.length === 0 ? undefined : { ...Object.fromEntries(open), at }
}
