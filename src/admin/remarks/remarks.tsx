import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide-react'
import { type ComponentProps, createContext, lazy, type ReactNode, Suspense, use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { adminFetch, invalidateAdmin } from '#admin/api/admin-calls.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { type FormFields, fieldLabels } from '#admin/fields/fields.ts'
import { formatNumber } from '#admin/format.ts'
import { createStore, type Store, useStore } from '#admin/hooks.ts'
import { useReadOnly } from '#admin/session/use-auth.ts'
import type { RemarkList } from '#contract/remarks.ts'
import { Button } from '#ui/button.tsx'
import { listPath } from '#web/api-query.ts'
import {
  type FieldView,
  nothing,
  type Remarks,
  RemarksContext,
  remarkHint,
  remarksPath,
  useAnyRemarks,
  useTypedDraft,
} from './use-remarks.ts'

const RemarkMargin = lazy(() => import('./remark-margin.tsx'))
const RemarksDialog = lazy(async () => ({ default: (await import('./remarks-dialog.tsx')).RemarksDialog }))
const RemarkDialog = lazy(async () => ({ default: (await import('./remarks-dialog.tsx')).RemarkDialog }))
const RecordRemarks = lazy(async () => ({ default: (await import('./remarks-dialog.tsx')).RecordRemarks }))

/** The most remarks that are loaded unasked. */
const mostLoaded = 300

type StoredVersion = { id: string; version: number }

type RemarksScopeProps = {
  resource: { trash?: string; fields: FormFields<object> }
  children: ReactNode
}

/** Provides the remarks of a record to its form, which names the record (`useRemarksOn`). Kinds without a text have none. */
export function RemarksScope({ resource: { trash: entity, fields }, children }: RemarksScopeProps) {
  const labels = fieldLabels(fields)
  if (entity === undefined || !labels.some(({ rich }) => rich)) return children
  return (
    <Provider entity={entity} labels={labels}>
      {children}
    </Provider>
  )
}

const RecordContext = createContext<Store<StoredVersion | null> | null>(null)

/** Names the record of the form; it changes with the first save of a new one. */
export function useRemarksOn(record: { _id: string; version: number } | null) {
  const named = use(RecordContext)
  const { _id: id, version = 0 } = record ?? {}
  useEffect(() => named?.set(id === undefined ? null : { id, version }), [named, id, version])
}

type ProviderProps = { entity: string; labels: { name: string; label: string; rich: boolean }[]; children: ReactNode }

function Provider({ entity, labels, children }: ProviderProps) {
  const [named] = useState(() => createStore<StoredVersion | null>(null))
  const record = useStore(named)
  const id = record?.id
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
    const view = field === undefined ? [...views.values()].find((one) => one.isSelected()) : viewOf(field)
    const anchor = view?.takeSelected()
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
  function show(shown: string) {
    const remark = query.open.find(({ _id }) => _id === shown)
    setActive(shown)
    setListed(remark !== undefined && place(remark) !== 'side')
  }
  function next(from: string | null, step: 1 | -1) {
    const all = [...views.values()].flatMap((view) => (view.order() ?? []).map((id) => ({ id, view })))
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
          ...{ typed, active, listed, layer, place, begin, endFresh, show, activate: setActive, next, viewOf },
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
        <RecordContext value={named}>{children}</RecordContext>
        <div ref={setLayer} className="absolute inset-x-0 top-0" />
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
function useRemarkPages(entity: string, record: StoredVersion | null) {
  const id = record?.id ?? ''
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

/** Begins a remark in a text; undefined where there are none. */
export function useRemarkButton(field: string | undefined): (() => void) | undefined {
  const remarks = useAnyRemarks()
  return remarks && field !== undefined ? () => remarks.begin(field) : undefined
}

/** The remarks of a text, in its editor. */
export const FieldRemarks = (props: ComponentProps<typeof RemarkMargin>) =>
  useAnyRemarks() && (
    <Suspense>
      <RemarkMargin {...props} />
    </Suspense>
  )

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
