import { createStore, del, entries, get, set } from 'idb-keyval'

/** What somebody typed and has not saved, as this browser keeps it. */
export type StoredDraft<Value> = {
  /** Its own name: two tabs at the same record keep two of them. */
  id: string
  /** The record it belongs to, such as `blogs/0199…` or `blogs/new`. */
  key: string
  /** Who typed it: a colleague at the same browser is not shown it. */
  owner: string
  value: Value
  /** The version of the record it was typed over; undefined for a new record. */
  version?: number
  /** ISO 8601 */
  keptAt: string
}

/** Work nobody came back for goes after so many days. */
const daysKept = 30

const store = createStore('atrium-unsaved', 'work')
const locksOf = () => (typeof navigator === 'undefined' ? undefined : navigator.locks)
const lockName = (id: string) => `atrium-unsaved ${id}`

export const keepWork = (work: StoredDraft<unknown>): Promise<void> => set(work.id, work, store)

/** Keeps work before this call returns: a page that is being left does not wait for the database. */
export function keepWorkAtOnce(work: StoredDraft<unknown>) {
  try {
    localStorage.setItem(lockName(work.id), JSON.stringify(work))
  } catch {
    // Full or refused: the database may still be in time.
  }
}

export function dropWork(id: string): Promise<void> {
  localStorage.removeItem(lockName(id))
  return del(id, store)
}

/** Brings what was kept at once to the rest. */
async function gather() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(lockName('')))
  for (const key of keys) {
    const work: StoredDraft<unknown> = JSON.parse(localStorage.getItem(key) ?? '')
    const known = await get<StoredDraft<unknown>>(work.id, store)
    if (!known || known.keptAt < work.keptAt) await keepWork(work)
    localStorage.removeItem(key)
  }
}

/**
 * Marks work as being in somebody's hands until the tab goes, in whatever way it goes: a lock needs no farewell.
 * @returns lets go of it
 */
export function holdWork(id: string): () => void {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // Without locks (a site without https) all work is offered, also that of another tab.
  locksOf()
    ?.request(lockName(id), () => held)
    .catch(() => {})
  return release
}

/** Work on a record that no open tab has in its hands, the newest first. Forgets what is too old. */
export async function findWork<Value>(owner: string, key: string): Promise<StoredDraft<Value>[]> {
  await gather()
  const all = await entries<string, StoredDraft<Value>>(store)
  const oldest = new Date(Date.now() - daysKept * 24 * 60 * 60 * 1000).toISOString()
  await Promise.all(all.filter(([, work]) => work.keptAt < oldest).map(([id]) => dropWork(id)))
  const held = new Set((await locksOf()?.query())?.held?.map(({ name }) => name))
  return all
    .map(([, work]) => work)
    .filter((work) => work.key === key && work.owner === owner && work.keptAt >= oldest && !held.has(lockName(work.id)))
    .sort((a, b) => b.keptAt.localeCompare(a.keptAt))
}
