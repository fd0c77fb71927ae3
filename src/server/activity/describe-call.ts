import type { ActivityKind } from '#contract/activity.ts'

/** The kind of a call, by its method and the pattern of its path. */
export function activityKind(method: string, url: string): ActivityKind {
  const [entity = '', ...rest] = segmentsOf(url)
  if (rest.at(-1) === 'restore') return 'restore'
  if (entity === 'users' || entity === 'identity') return 'account'
  if (entity === 'settings') return 'settings'
  if (method === 'DELETE') return entity === 'trash' || deletesRecord(rest) ? 'delete' : 'change'
  return method === 'POST' && rest.length === 0 ? 'create' : 'change'
}

/** Whether the path ends with the id of a record. */
const deletesRecord = (rest: string[]) => rest.findIndex(isParameter) === rest.length - 1

/** The kind of record in a path: 'subscribers' for `/api/newsletter/subscribers/:id`. */
export function entityOfCall(url: string): string | undefined {
  const segments = segmentsOf(url)
  return segments[Math.max(0, segments.findIndex(isParameter) - 1)]
}

const segmentsOf = (url: string) => url.replace(/^\/api\/|\.csv$/g, '').split('/')
const isParameter = (segment: string) => segment.startsWith(':')
