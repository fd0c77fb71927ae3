import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { formatNumber } from '#admin/format.ts'
import type { Remark, RemarkAnchor } from '#contract/remarks.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Spinner } from '#ui/spinner.tsx'
import { RemarkCard } from './remark-card.tsx'
import { FreshForm } from './remark-form.tsx'
import { type FieldView, remarkHint, remarkPages, useRemarks } from './use-remarks.ts'

const cardClass = 'rounded-control border border-line bg-raised p-3'

type RemarkDialogsProps = {
  /** Whether a new remark is written that has no room at the side of its words, or is on the record. */
  isWritten: boolean
  anchor: RemarkAnchor | undefined
}

/** The dialogs of remarks. They load with the form: until one that was asked for is there, keys would go into the text. */
export function RemarkDialogs({ isWritten, anchor }: RemarkDialogsProps) {
  const { listed } = useRemarks()
  return (
    <>
      {listed && <RemarksDialog />}
      {isWritten && <RemarkDialog anchor={anchor} />}
    </>
  )
}

/** All remarks on a record: those on the record first, the others in the order of the texts, and the settled ones. */
function RemarksDialog() {
  const { open, counts, failed, retry, loadMore, showList, viewOf } = useRemarks()
  const order = ({ _id, anchor, lost }: Remark) =>
    lost || !anchor ? -1 : (viewOf(anchor.field)?.order()?.indexOf(_id) ?? -1)
  const fieldOf = ({ anchor, lost }: Remark) => (lost ? '' : (anchor?.field ?? ''))
  const sorted = open.toSorted(
    (one, other) =>
      fieldOf(one).localeCompare(fieldOf(other)) || order(one) - order(other) || one.at.localeCompare(other.at),
  )
  return (
    <Dialog open grows title="Remarks" onClose={() => showList(false)}>
      {failed && <LoadFailure retry={retry} />}
      {!failed && open.length === 0 && <p className="text-muted">No open remarks.</p>}
      <Cards label="Open remarks" remarks={sorted} />
      {loadMore && (
        <Button variant="secondary" size="small" className="mt-3" onClick={loadMore}>
          Older remarks
        </Button>
      )}
      {counts.done > 0 && <DoneRemarks count={counts.done} />}
    </Dialog>
  )
}

const LoadFailure = ({ retry }: { retry: () => void }) => (
  <Alert tone="error">
    The remarks could not be loaded.{' '}
    <button type="button" className="link" onClick={retry}>
      Try again
    </button>
  </Alert>
)

function Cards({ label, remarks }: { label: string; remarks: Remark[] }) {
  const { active, activate, showList, viewOf } = useRemarks()
  const list = useRef<HTMLUListElement>(null)
  function leaveFor(view: FieldView, id: string) {
    // The dialog holds the focus until it is gone.
    flushSync(() => {
      showList(false)
      if (view.isWide) activate(id)
    })
    view.goTo(id)
  }
  useEffect(() => {
    list.current?.querySelector(`[data-remark="${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <ul ref={list} aria-label={label} className="grid gap-2 empty:hidden">
      {remarks.map((remark) => {
        const { _id, anchor, lost, doneAt } = remark
        const view = anchor && !lost && !doneAt ? viewOf(anchor.field) : undefined
        const isInText = view?.order()?.includes(_id)
        return (
          <li key={_id} data-remark={_id} className={cardClass}>
            <RemarkCard
              remark={remark}
              isOpen={_id === active}
              onOpen={() => activate(_id)}
              quoted
              isGone={isInText === false}
              onQuote={view && isInText ? () => leaveFor(view, _id) : undefined}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** The settled remarks, read when they are asked for. */
function DoneRemarks({ count }: { count: number }) {
  const { record } = useRemarks()
  const [open, setOpen] = useState(false)
  const { data, isPending, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...remarkPages({ ...record, done: 1 }),
    enabled: open,
  })
  return (
    <div className="mt-4 border-t border-line pt-2">
      <Button variant="quiet" size="small" className="-ml-3.5" aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronDown aria-hidden="true" className={classNames('size-4 transition-transform', !open && '-rotate-90')} />
        Done ({formatNumber(count)})
      </Button>
      {open && (
        <div className="mt-2 grid gap-3">
          {isError ? <LoadFailure retry={() => refetch()} /> : isPending && <Spinner />}
          <Cards label="Settled remarks" remarks={data?.pages.flatMap(({ remarks }) => remarks) ?? []} />
          {hasNextPage && (
            <Button variant="secondary" size="small" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
              Older remarks
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** Writes a remark where there is no room at the side of the words, or one on the record. */
function RemarkDialog({ anchor }: { anchor: RemarkAnchor | undefined }) {
  const { endFresh, viewOf } = useRemarks()
  const close = () => endFresh()
  return (
    <Dialog
      open
      grows
      title="New remark"
      description={anchor ? undefined : `For everyone who works on this. ${remarkHint}.`}
      onClose={close}
    >
      {anchor && (
        <p dir="auto" className="mb-3 line-clamp-3 border-l-2 border-accent pl-2 text-small text-muted wrap-anywhere">
          “{anchor.quote}”
        </p>
      )}
      <FreshForm onDone={() => anchor && viewOf(anchor.field)?.focus()} onCancel={close} />
    </Dialog>
  )
}

/** The most that are shown above the form. */
const most = 3

/** Above the form: remarks on the record, and those whose words are gone. A press opens them in the list. */
export function RecordRemarks({ remarks }: { remarks: Remark[] }) {
  const { show, showList } = useRemarks()
  const rest = remarks.length - most
  return (
    <section aria-label="Remarks" className="mt-4 rounded-control border border-line bg-raised px-4 py-1">
      <ul className="divide-y divide-line">
        {remarks.slice(0, most).map((remark) => (
          <li key={remark._id} className="py-2">
            <RemarkCard remark={remark} isOpen={false} onOpen={() => show(remark._id)} quoted />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button variant="quiet" size="small" className="-ml-3.5" onClick={() => showList(true)}>
          {`${formatNumber(rest)} more`}
        </Button>
      )}
    </section>
  )
}
