import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide-react'
import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { adminFetch, invalidateAdmin } from '#admin/api/admin-calls.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { useDraft, useFurtherUnsaved } from '#admin/drafts/use-autosave.ts'
import { formatNumber } from '#admin/format.ts'
import { createStore, type Store, useStore } from '#admin/hooks.ts'
import { signedInUid, useReadOnly } from '#admin/session/use-auth.ts'
import type { Remark, RemarkAnchor, RemarkList } from '#contract/remarks.ts'
import { Button } from '#ui/button.tsx'
import { listPath } from '#web/api-query.ts'

const RemarksDialog = lazy(async () => ({ default: (await import('./remarks-dialog.tsx')).RemarksDialog }))
const RemarkDialog = lazy(async () => ({ default: (await import('./remarks-dialog.tsx')).RemarkDialog }))
const RecordRemarks = lazy(async () => ({ default: (await import('./remarks-dialog.tsx')).RecordRemarks }))

export const remarksPath = '/api/remarks'
export const remarkHint = 'Select words to remark on them'

/** The most remarks that are loaded unasked. */
const mostLoaded = 300

/** The texts of remarks and answers that are typed and not saved. */
type Typed = {
  /** A new remark, at words or at the record. */
  fresh: { text: string; anchor?: RemarkAnchor | undefined } | null
  /** By the name of the form: `answer …`, `edit …`. */
  texts: Record<string, string>
}

/** The text of a field: what its remarks need to know of it. */
export type FieldView = {
  /** Whether the remarks of the field are at its side. */
  isWide: boolean
  /** The ids of the remarks whose words are in the text, in its order. */
  order: () => string[]
  selected: () => RemarkAnchor | undefined
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
  /** Shows a remark at its words where there is room, else in the list; null closes it. */
  show: (id: string | null) => void
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

const RemarksContext = createContext<Remarks | null>(null)

/** The remarks of the form's record; null where it has none, such as on a new record. */
export const useAnyRemarks = (): Remarks | null => use(RemarksContext)

/** The same for their own components. */
export function useRemarks(): Remarks {
  const remarks = useAnyRemarks()
  if (!remarks) throw new Error('useRemarks needs a RemarksScope with a stored record above it')
  return remarks
}

const nothing: Typed = { fresh: null, texts: {} }
const isNothing = ({ fresh, texts }: Typed) =>
  !fresh?.text.trim() && Object.values(texts).every((text) => text.trim() === '')

type RemarksScopeProps = {
  /** The kind of record in the calls; undefined for kinds without remarks. */
  entity: string | undefined
  record: { _id: string; version: number } | null
  labels: { name: string; label: string; rich: boolean }[]
  children: ReactNode
}

/** Provides the remarks of a record to its form. */
export function RemarksScope({ entity, children, ...rest }: RemarksScopeProps) {
  if (entity === undefined) return children
  return (
    <Provider entity={entity} {...rest}>
      {children}
    </Provider>
  )
}

function Provider({ entity, record, labels, children }: RemarksScopeProps & { entity: string }) {
  const id = record?._id
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  const [views, setViews] = useState<ReadonlyMap<string, FieldView>>(new Map())
  const [active, setActive] = useState<string | null>(null)
  const [listed, setListed] = useState(false)
  const [typed] = useState(() => createStore(nothing))
  const { fresh } = useStore(typed)
  useTypedDraft(`remarks/${entity}/${id ?? 'new'}`, typed)
  const query = useRemarkPages(entity, record)

  const isText = (field: string) => labels.some(({ name, rich }) => name === field && rich)
  const viewOf = (field: string) => views.get(field)
  const isAside = (field: string | undefined) => field !== undefined && viewOf(field)?.isWide === true
  const place: Remarks['place'] = ({ anchor, lost }) => {
    if (!anchor || lost || !isText(anchor.field)) return 'record'
    return isAside(anchor.field) ? 'side' : 'list'
  }

  function begin(field?: string) {
    const view = field === undefined ? [...views.values()].find((one) => one.selected()) : viewOf(field)
    const anchor = view?.selected()
    // What was typed for other words is kept, for these.
    typed.set({ ...typed.get(), fresh: { text: '', ...typed.get().fresh, anchor } })
    setListed(false)
    setActive(null)
  }
  async function endFresh(): Promise<boolean> {
    const { fresh } = typed.get()
    const isSure =
      !fresh?.text.trim() ||
      (await confirm({ question: 'Discard this remark?', action: 'Discard', cancel: 'Keep writing' }))
    if (isSure) typed.set({ ...typed.get(), fresh: null })
    return isSure
  }
  function show(shown: string | null) {
    const remark = query.open.find(({ _id }) => _id === shown)
    setActive(shown)
    setListed(remark !== undefined && place(remark) !== 'side')
  }
  function next(from: string | null, step: 1 | -1) {
    const all = [...views.values()].flatMap((view) => view.order().map((id) => ({ id, view })))
    const at = all.findIndex((one) => one.id === from)
    const to = all.at(at < 0 ? (step > 0 ? 0 : -1) : (at + step) % all.length)
    if (!to) return
    to.view.goTo(to.id)
    show(to.id)
  }

  const isAsideFresh = isAside(fresh?.anchor?.field)
  const remarks: Remarks | null =
    id === undefined
      ? null
      : {
          ...query,
          record: { entity, id },
          labelOf: (field) => labels.find(({ name }) => name === field)?.label ?? field,
          ...{ typed, active, listed, layer, place, begin, endFresh, show, next, viewOf },
          showList(open) {
            setListed(open)
            setActive(null)
          },
          writtenAt: isAsideFresh ? fresh?.anchor?.field : undefined,
          addView: (field, view) =>
            setViews((present) => {
              const others = new Map(present)
              if (view) others.set(field, view)
              else others.delete(field)
              return others
            }),
        }
  // A field that is not drawn yet says later whether there is room at its side.
  const isWaiting = fresh?.anchor !== undefined && isText(fresh.anchor.field) && !viewOf(fresh.anchor.field)
  return (
    <RemarksContext value={remarks}>
      <div className="relative">
        {/* It is there on a new record too, so that the form keeps its state when that is saved. */}
        {children}
        <div ref={setLayer} />
      </div>
      {remarks && (
        <Suspense>
          {listed && <RemarksDialog />}
          {fresh && !isAsideFresh && !isWaiting && <RemarkDialog fresh={fresh} />}
        </Suspense>
      )}
    </RemarksContext>
  )
}

/** The open remarks on a record, by pages. They are read again when it is saved, since the server moves them with their words. */
function useRemarkPages(entity: string, record: RemarksScopeProps['record']) {
  const id = record?._id ?? ''
  const client = useQueryClient()
  const { data, isError, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: ['admin', listPath(remarksPath, { entity, id }), 'pages'],
    queryFn: ({ pageParam: page, signal }) =>
      adminFetch<RemarkList>(listPath(remarksPath, { entity, id, page }), { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ more }, pages) => (more ? pages.length + 1 : undefined),
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

/** Keeps what is typed for a reload, and asks before the form is left with it. */
function useTypedDraft(key: string, typed: Store<Typed>) {
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

/** In the bar of a form. Roles that only read have no toolbar, so they remark from here. */
export function RemarksButton() {
  const remarks = useAnyRemarks()
  const readOnly = useReadOnly()
  if (!remarks) return null
  const { counts, failed, showList, begin } = remarks
  return (
    <>
      {(counts.open + counts.done > 0 || failed) && (
        <Button
          variant="quiet"
          size="small"
          className="px-2.5!"
          aria-haspopup="dialog"
          title="All remarks"
          onClick={() => showList(true)}
        >
          <MessageSquareText aria-hidden="true" className="size-4" />
          <span className="max-lg:sr-only">Remarks</span>
          {counts.open > 0 && <span className="tabular-nums">{formatNumber(counts.open)}</span>}
        </Button>
      )}
      {readOnly && (
        <Button
          variant="secondary"
          size="small"
          title={remarkHint}
          // The selection stays.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => begin()}
        >
          Remark
        </Button>
      )}
    </>
  )
}

/** Remarks without words in a text: on the record, and those whose words are gone. */
export function RemarksHead() {
  const remarks = useAnyRemarks()
  const shown = remarks?.open.filter((remark) => remarks.place(remark) === 'record') ?? []
  return (
    shown.length > 0 && (
      <Suspense>
        <RecordRemarks remarks={shown} />
      </Suspense>
    )
  )
}
