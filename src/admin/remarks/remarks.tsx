import { MessageSquareText } from 'lucide-react'
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { formatNumber } from '#admin/format.ts'
import { createStore, useStore } from '#admin/hooks.ts'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { Button } from '#ui/button.tsx'
import {
  type FieldView,
  nothing,
  type Remarks,
  RemarksContext,
  remarkHint,
  type StoredVersion,
  type Typed,
  useAnyRemarks,
  useRemarkPages,
  useTypedDraft,
} from './use-remarks.ts'

const RemarkMargin = lazy(() => import('./remark-margin.tsx'))
const RemarkDialogs = lazy(async () => ({ default: (await import('./remarks-dialog.tsx')).RemarkDialogs }))
const RecordRemarks = lazy(async () => ({ default: (await import('./remarks-dialog.tsx')).RecordRemarks }))

type RemarksScopeProps = {
  /** The kind of record in the calls; undefined for kinds without remarks. */
  entity: string | undefined
  record: StoredVersion | null
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

/** Where a new remark is written: its anchor, or the record; the same value until it is another place. */
const writtenPlace = ({ fresh }: Typed) => (fresh ? (fresh.anchor ?? 'record') : null)

function Provider({ entity, record, labels, children }: RemarksScopeProps & { entity: string }) {
  const id = record?._id
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  const [views, setViews] = useState<ReadonlyMap<string, FieldView>>(new Map())
  const [active, setActive] = useState<string | null>(null)
  const [listed, setListed] = useState(false)
  const [typed] = useState(() => createStore(nothing))
  // Its place alone: a key in its text draws no form again.
  const written = useStore({ subscribe: typed.subscribe, get: () => writtenPlace(typed.get()) })
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
    // The text that was typed for other words is kept, for these.
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

  const anchor = written === 'record' ? undefined : (written ?? undefined)
  const field = anchor?.field
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
          writtenAt: isAside(field) ? field : undefined,
          addView: (field, view) =>
            setViews((present) => {
              const others = new Map(present)
              if (view) others.set(field, view)
              else others.delete(field)
              return others
            }),
        }
  // A field that is not drawn yet says later whether there is room at its side.
  const isWaiting = field !== undefined && isText(field) && !viewOf(field)
  return (
    <RemarksContext value={remarks}>
      <div className="relative">
        {/* It is there on a new record too, so that the form keeps its state when that is saved. */}
        {children}
        <div ref={setLayer} className="absolute inset-x-0 top-0" />
      </div>
      {remarks && (
        <Suspense>
          <RemarkDialogs isWritten={written !== null && !isAside(field) && !isWaiting} anchor={anchor} />
        </Suspense>
      )}
    </RemarksContext>
  )
}

/** Begins a remark in a text; undefined where there are none, and until the text can tell the selected words. */
export function useRemarkButton(field: string | undefined): (() => void) | undefined {
  const remarks = useAnyRemarks()
  return remarks && field !== undefined && remarks.viewOf(field) ? () => remarks.begin(field) : undefined
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
