import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useEffectEvent, useRef } from 'react'
import { adminFetch, invalidateAdmin } from '#admin/api/admin-calls.ts'
import { useDraft, useFurtherUnsaved } from '#admin/drafts/use-autosave.ts'
import type { Store } from '#admin/hooks.ts'
import { signedInUid } from '#admin/session/use-auth.ts'
import type { Remark, RemarkAnchor, RemarkList } from '#contract/remarks.ts'
import { listPath } from '#web/api-query.ts'

export const remarksPath = '/api/remarks'
export const remarkHint = 'Select words to remark on them'

/** The texts of remarks and answers that are typed and not saved. */
export type Typed = {
  /** A new remark, at words or at the record. */
  fresh: { text: string; anchor?: RemarkAnchor | undefined } | null
  /** By the name of the form: `answer …`, `edit …`. */
  texts: Record<string, string>
}

export const nothing: Typed = { fresh: null, texts: {} }
const isNothing = ({ fresh, texts }: Typed) =>
  !fresh?.text.trim() && Object.values(texts).every((text) => text.trim() === '')

/** The text of a field: what its remarks need to know of it. */
export type FieldView = {
  /** Whether the remarks of the field are at its side. */
  isWide: boolean
  /** The ids of the remarks whose words are in the text, in its order; undefined for the source, in which none are looked for. */
  order: () => string[] | undefined
  isSelected: () => boolean
  /** The selected words; their selection ends. */
  takeSelected: () => RemarkAnchor | undefined
  /** Scrolls to the words of a remark and puts the cursor there. */
  goTo: (id: string) => void
  focus: () => void
}

export type Remarks = {
  record: { entity: string; id: string }
  /** The loaded open ones, the oldest first. */
  open: Remark[]
  counts: { open: number; done: number }
  failed: boolean
  retry: () => void
  /** Loads further ones, where there are any. */
  loadMore: (() => void) | undefined
  labelOf: (field: string) => string
  typed: Store<Typed>
  active: string | null
  /** Whether the list of all remarks is open. */
  listed: boolean
  /** Opens a remark where it is, or closes it. */
  activate: (id: string | null) => void
  /** Opens a remark at its words where there is room, else in the list. */
  show: (id: string) => void
  showList: (open: boolean) => void
  /** Begins a remark at the selected words, or at the record. */
  begin: (field?: string) => void
  /** The field at whose side the new remark is written; undefined for the dialog. */
  writtenAt: string | undefined
  endFresh: () => Promise<boolean>
  /** Where a remark is shown: above the form, at the side of its words, or where there is no room only in the list. */
  place: (remark: Pick<Remark, 'anchor' | 'lost'>) => 'record' | 'side' | 'list'
  addView: (field: string, view: FieldView | null) => void
  viewOf: (field: string) => FieldView | undefined
  /** The remark after or before another one, in the order of the texts. */
  next: (id: string | null, step: 1 | -1) => void
  /** The element over the form in which remarks are at the side of their words. A fieldset that can only be read would disable them. */
  layer: HTMLElement | null
}

export const RemarksContext = createContext<Remarks | null>(null)

/** The remarks of the form's record; null where it has none, such as on a new record. */
export const useAnyRemarks = (): Remarks | null => use(RemarksContext)

/** The same for their own components. */
export function useRemarks(): Remarks {
  const remarks = useAnyRemarks()
  if (!remarks) throw new Error('useRemarks needs a RemarksScope with a stored record above it')
  return remarks
}

/** The typed text of a form: it stays when the form moves, fails or closes. */
export function useTypedText({ typed }: Remarks, name: string | null) {
  const { fresh, texts } = typed.get()
  return {
    text: (name === null ? fresh?.text : texts[name]) ?? '',
    keep(text: string) {
      const { fresh, texts } = typed.get()
      if (name !== null) typed.set({ fresh, texts: { ...texts, [name]: text } })
      else if (fresh) typed.set({ texts, fresh: { ...fresh, text } })
    },
    clear() {
      const { fresh, texts } = typed.get()
      if (name === null) return typed.set({ texts, fresh: null })
      const { [name]: _, ...others } = texts
      typed.set({ fresh, texts: others })
    },
  }
}

/** Keeps what is typed for a reload, and asks before the form is left with it. */
export function useTypedDraft(key: string, typed: Store<Typed>) {
  const isUnsaved = () => !isNothing(typed.get())
  const { found, touch, clear } = useDraft<Typed>({
    key,
    owner: signedInUid() ?? '',
    read: typed.get,
    isUnsaved,
    onRestore: typed.set,
  })
  useFurtherUnsaved(isUnsaved)
  useEffect(() => typed.subscribe(() => (isNothing(typed.get()) ? clear() : touch())), [typed, touch, clear])
  const onFound = useEffectEvent(() => {
    if (!isUnsaved()) found?.restore()
  })
  useEffect(() => {
    if (found) onFound()
  }, [found])
}

/** The most remarks that are loaded unasked. */
const mostLoaded = 300

/** The remarks on a record, by pages: the open ones, or those that are done. */
export function remarkPages(of: { entity: string; id: string; done?: 1 }) {
  const path = listPath(remarksPath, of)
  return infiniteQueryOptions({
    queryKey: ['admin', path, 'pages'],
    queryFn: ({ pageParam, signal }) => adminFetch<RemarkList>(`${path}&page=${pageParam}`, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ more }, pages) => (more ? pages.length + 1 : undefined),
  })
}

export type StoredVersion = { _id: string; version: number }

/** The open remarks on a record, by pages. They are read again when it is saved, since the server moves them with their words. */
export function useRemarkPages(entity: string, record: StoredVersion | null) {
  const id = record?._id ?? ''
  const client = useQueryClient()
  const { data, isError, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    ...remarkPages({ entity, id }),
    enabled: record !== null,
    staleTime: 0,
  })
  const pages = data?.pages ?? []
  // A remark that was written in the meantime moves others to the next page.
  const byId = new Map(pages.flatMap(({ remarks }) => remarks).map((remark) => [remark._id, remark]))
  const open = [...byId.values()].reverse()
  const goesOn = hasNextPage && !isFetching && open.length < mostLoaded
  useEffect(() => {
    if (goesOn) fetchNextPage()
  }, [goesOn, fetchNextPage])

  const saved = useRef(record?.version)
  const onVersion = useEffectEvent((version: number | undefined) => {
    if (saved.current !== undefined && version !== saved.current) invalidateAdmin(client, remarksPath)
    saved.current = version
  })
  useEffect(() => onVersion(record?.version), [record?.version])

  const [first] = pages
  return {
    open,
    counts: { open: first?.open ?? 0, done: first?.done ?? 0 },
    failed: isError,
    retry: () => void refetch(),
    loadMore: hasNextPage && !goesOn ? () => void fetchNextPage() : undefined,
  }
}
