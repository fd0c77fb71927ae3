import { createStore, del, entries, get, set } from 'idb-keyval'

/** Unsaved values, stored in this browser. */
export type StoredDraft<Value> = {
  /** Each open form has its own: two tabs with the same record store two drafts. */
  id: string
  /** The record it belongs to, such as `blogs/0199…` or `blogs/new`. */
  key: string
  /** The uid of the person who typed it: a colleague who uses the same browser does not see it. */
  owner: string
  value: Value
  /** The version of the record it was typed over; undefined for a new record. */
  version?: number | undefined
  /** ISO 8601 */
  keptAt: string
}

/** The days after which a draft that no one restores is deleted. */
const retentionDays = 30

const store = createStore('atrium-unsaved', 'work')
const locksOf = () => (typeof navigator === 'undefined' ? undefined : navigator.locks)
const lockName = (id: string) => `atrium-unsaved ${id}`

export const storeDraft = (draft: StoredDraft<unknown>): Promise<void> => set(draft.id, draft, store)

/** Stores a draft before this call returns: a page that is being closed does not wait for IndexedDB. */
export function storeDraftAtOnce(draft: StoredDraft<unknown>) {
  try {
    localStorage.setItem(lockName(draft.id), JSON.stringify(draft))
  } catch {
    // Local storage is full or not allowed; the write to IndexedDB may still finish in time.
  }
}

export function deleteDraft(id: string): Promise<void> {
  localStorage.removeItem(lockName(id))
  return del(id, store)
}

/** Moves the drafts from local storage into IndexedDB, to the others. */
async function gather() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(lockName('')))
  for (const key of keys) {
    const draft: StoredDraft<unknown> = JSON.parse(localStorage.getItem(key) ?? '')
    const stored = await get<StoredDraft<unknown>>(draft.id, store)
    if (!stored || stored.keptAt < draft.keptAt) await storeDraft(draft)
    localStorage.removeItem(key)
  }
}

/**
 * Marks a draft as open in this tab. The browser releases the lock when the tab closes or crashes, so nothing has to be cleaned up.
 * @returns releases the lock
 */
export function lockDraft(id: string): () => void {
  let release = () => {}
  const untilReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  // Without the Web Locks API (a site without HTTPS) drafts that are open in another tab are offered too.
  locksOf()
    ?.request(lockName(id), () => untilReleased)
    .catch(() => {})
  return release
}

/** Finds the drafts of a record that are not open in another tab, the newest first. Deletes all drafts that are too old. */
export async function findDrafts<Value>(owner: string, key: string): Promise<StoredDraft<Value>[]> {
  await gather()
  const all = await entries<string, StoredDraft<Value>>(store)
  const oldest = new Date(Date.now() - retentionDays * 24 * 60 * 60 * 1000).toISOString()
  await Promise.all(all.filter(([, draft]) => draft.keptAt < oldest).map(([id]) => deleteDraft(id)))
  const locked = new Set((await locksOf()?.query())?.held?.map(({ name }) => name))
  return all
    .map(([, draft]) => draft)
    .filter(
      (draft) =>
        draft.key === key && draft.owner === owner && draft.keptAt >= oldest && !locked.has(lockName(draft.id)),
    )
    .sort((a, b) => b.keptAt.localeCompare(a.keptAt))
}

/** Deletes all drafts of records that are gone, also those of colleagues who use this browser. @param ids those of the records */
export async function deleteDraftsOf(ids: string[]): Promise<void> {
  await gather()
  const about = (await entries<string, StoredDraft<unknown>>(store)).filter(([, { key }]) =>
    ids.some((id) => key.includes(id)),
  )
  await Promise.all(about.map(([id]) => deleteDraft(id)))
}
