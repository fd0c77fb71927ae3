import { createStore, del, entries, get, set } from 'idb-keyval'

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

const texts = ['id', 'key', 'owner', 'keptAt'] as const

/** Whether a stored value is a draft that a form can be filled from. Another version, or another program, may have stored something else. */
function isDraft(stored: unknown): stored is StoredDraft<unknown> {
  const { value, ...draft } = (stored ?? {}) as Partial<StoredDraft<unknown>>
  return typeof value === 'object' && value !== null && texts.every((name) => typeof draft[name] === 'string')
}

/** Reads a draft of local storage. @returns null for anything else, and for an entry that another tab has just taken */
export function readDraft(entry: string | null): StoredDraft<unknown> | null {
  try {
    const stored: unknown = JSON.parse(entry ?? 'null')
    return isDraft(stored) ? stored : null
  } catch {
    return null
  }
}

/** Moves the drafts from local storage into IndexedDB, to the others, and deletes what is no draft. @returns those that could not be moved */
async function gather(): Promise<StoredDraft<unknown>[]> {
  const left: StoredDraft<unknown>[] = []
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(lockName('')))
  for (const key of keys) {
    const draft = readDraft(localStorage.getItem(key))
    try {
      if (draft) await storeNewer(draft)
      localStorage.removeItem(key)
    } catch {
      if (draft) left.push(draft)
    }
  }
  return left
}

async function storeNewer(draft: StoredDraft<unknown>) {
  const stored = await get<unknown>(draft.id, store)
  if (!isDraft(stored) || stored.keptAt < draft.keptAt) await storeDraft(draft)
}

/** All drafts of this browser. Those that IndexedDB cannot hold stay in local storage, and are offered from there. */
async function allDrafts(): Promise<StoredDraft<unknown>[]> {
  const left = await gather()
  const stored = await entries<string, unknown>(store).catch(() => [])
  await Promise.all(stored.map(([id, entry]) => isDraft(entry) || del(id, store)))
  const gone = new Set(left.map(({ id }) => id))
  return [...left, ...stored.flatMap(([, entry]) => (isDraft(entry) && !gone.has(entry.id) ? entry : []))]
}

/** Marks a draft as open in this tab. The browser releases the lock when the tab closes or crashes. @returns releases it */
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
  const all = await allDrafts()
  const oldest = new Date(Date.now() - retentionDays * 24 * 60 * 60 * 1000).toISOString()
  const old = all.filter((draft) => draft.keptAt < oldest)
  await Promise.all(old.map(({ id }) => deleteDraft(id).catch(() => {})))
  const locked = new Set((await locksOf()?.query())?.held?.map(({ name }) => name))
  const own = all.filter(
    (draft) => draft.key === key && draft.owner === owner && draft.keptAt >= oldest && !locked.has(lockName(draft.id)),
  )
  return own.sort((a, b) => b.keptAt.localeCompare(a.keptAt)) as StoredDraft<Value>[]
}

/** Deletes all drafts of records that are gone, also those of colleagues who use this browser. @param ids those of the records */
export async function deleteDraftsOf(ids: string[]): Promise<void> {
  const about = (await allDrafts()).filter(({ key }) => ids.some((id) => key.includes(id)))
  await Promise.all(about.map(({ id }) => deleteDraft(id)))
}
