import { CircleCheck, CircleDashed, type LucideIcon, Star, StarOff, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { type Resource, undoTime, useAct } from '#admin/api/use-act.ts'
import { type Consequence, confirm, type Question } from '#admin/dialogs/confirm.tsx'
import { useShortcut } from '#admin/dialogs/shortcuts.tsx'
import { bottomBarsId, inBar } from '#admin/dialogs/undo.tsx'
import { formatCount, formatNumber } from '#admin/format.ts'
import { bothQuestions, useAloneQuestion } from '#admin/session/second-person.tsx'
import { useDraftsOnly } from '#admin/session/use-auth.ts'
import type { BulkAnswer } from '#contract/lists.ts'
import { isOn, type Switched } from '#contract/revisions.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import type { Selection } from './rows.tsx'

type BulkCall = { action: string; [field: string]: unknown }

export type BulkAction<Row> = {
  /** Its name in the call: 'publish'. */
  action: string
  label: string
  icon: LucideIcon
  /** The result for the rows: 'published'. */
  done: string
  /** The opposite action, or the call that restores a row, without the records. Left out, the act is final. */
  undo?: string | ((row: Row) => BulkCall)
  /** Asks for the further fields of the call; undefined gives up. */
  fields?: (rows: Row[]) => Promise<object | undefined>
  danger?: boolean
  /** The consequences, for the report of an action that can be undone. */
  after?: (rows: Row[]) => Promise<Consequence | undefined>
  /** The question before the action, if any. @param many the rows in words: '3 posts' */
  asks?: (rows: Row[], many: string) => Promise<Question | undefined>
}

export type BulkOptions<Row extends { _id: string }> = {
  resource: Resource
  one: string
  nameOf: (row: Row) => string
  selection: Selection<Row>
  actions: BulkAction<Row>[]
}

export type Failure = { id: string; name: string; message: string }

type BulkRun<Row extends { _id: string }> = Pick<BulkOptions<Row>, 'resource' | 'one' | 'nameOf'> & {
  selection: Pick<Selection<Row>, 'selected' | 'only'>
  /** The paths of the calls whose answers are loaded again, if not only those of the resource. */
  reload?: string[]
}

/** Runs an action on the selected rows in one call, offers to undo it, and keeps unchanged rows selected. */
export function useBulk<Row extends { _id: string; version?: number | undefined }>({
  resource: { api, trash },
  one,
  nameOf,
  selection,
  reload = [api],
}: BulkRun<Row>) {
  const { act, busy } = useAct({ reload })
  const alone = useAloneQuestion(trash)
  const [failures, setFailures] = useState<Failure[]>([])

  const call = (action: BulkCall, records: object[]) =>
    adminFetch<BulkAnswer>(`${api}/bulk`, { method: 'POST', json: { ...action, records } })

  async function run({ action, done, undo, fields, asks, after }: BulkAction<Row>): Promise<void> {
    const rows = selection.selected
    const given = fields ? await fields(rows) : {}
    if (!given) return
    const own = await asks?.(rows, formatCount(rows.length, one))
    const question = bothQuestions(action === 'publish' ? alone : undefined, own)
    if (question && !(await confirm(question))) return
    const byId = new Map(rows.map((row) => [row._id, row]))
    const toFailure = ({ _id, message }: BulkAnswer['failed'][number]): Failure => {
      const row = byId.get(_id)
      return { id: _id, name: row ? nameOf(row) : '', message }
    }
    const change = async () => {
      const { changed, failed } = await call(
        { action, ...given },
        rows.map(({ _id, version }) => ({ _id, version })),
      )
      setFailures(failed.map(toFailure))
      selection.only(failed.map(({ _id }) => _id))
      if (!undo) return changed.length > 0 ? `${formatCount(changed.length, one)} ${done}` : undefined
      const undone = Map.groupBy(changed, ({ _id }) =>
        JSON.stringify(typeof undo === 'string' ? { action: undo } : undo(byId.get(_id) as Row)),
      )
      if (changed.length > 0)
        return {
          done: `${formatCount(changed.length, one)} ${done}`,
          time: undoTime,
          ...inBar(await after?.(changed.flatMap(({ _id }) => byId.get(_id) ?? []))),
          undo: () => act(() => takeBack(undone, toFailure), { done: (told) => told }),
        }
      // The other records had that state already.
      return failed.length < rows.length ? `${formatCount(rows.length, one)} ${done}` : undefined
    }
    await act(change, { done: (told) => told })
  }

  async function takeBack(
    groups: Map<string, BulkAnswer['changed']>,
    toFailure: (failed: BulkAnswer['failed'][number]) => Failure,
  ): Promise<string | undefined> {
    const answers = []
    for (const [action, records] of groups) answers.push(await call(JSON.parse(action) as BulkCall, records))
    const failed = answers.flatMap((answer) => answer.failed)
    setFailures(failed.map(toFailure))
    return failed.length === 0 ? 'Undone' : undefined
  }

  return { run, busy, failures, dismiss: () => setFailures([]) }
}

type Words = { on: [label: string, done: string]; off: [label: string, done: string] }
type Actions = BulkAction<object>[]

export const publishActions = ({ on, off }: Words): Actions => [
  { action: 'publish', label: on[0], done: on[1], icon: CircleCheck, undo: 'unpublish' },
  { action: 'unpublish', label: off[0], done: off[1], icon: CircleDashed, undo: 'publish' },
]

export const featureActions: Actions = [
  { action: 'feature', label: 'Feature', done: 'featured', icon: Star, undo: 'unfeature' },
  { action: 'unfeature', label: 'Unfeature', done: 'no longer featured', icon: StarOff, undo: 'feature' },
]

/** Moves records to the trash. @param consequence a sentence for all records @param further more for these */
export const deleteAction = <Row extends object>(
  consequence: string,
  further: (rows: Row[]) => Promise<Consequence | undefined> = async () => undefined,
): BulkAction<Row> => ({
  action: 'delete',
  label: 'Delete',
  done: 'deleted',
  icon: Trash2,
  undo: 'restore',
  danger: true,
  asks: async (rows, many) => {
    const found = await further(rows)
    return {
      ...found,
      question: `Are you sure you want to delete ${many}?`,
      detail: [consequence, found?.detail].filter(Boolean).join(' '),
      action: 'Delete',
    }
  },
})

export const activeWords: Words = { on: ['Activate', 'activated'], off: ['Deactivate', 'deactivated'] }

type BulkRow = Switched & { _id: string; version?: number | undefined }

/** The actions for the selected rows, in a bar at the bottom of the window, where it moves nothing. It lists records that were not changed. */
export function BulkBar<Row extends BulkRow>(options: BulkOptions<Row>) {
  const { selection, actions: all } = options
  const draftsOnly = useDraftsOnly()
  // The server refuses the others.
  const own = draftsOnly ? selection.selected.filter((row) => !isOn(row)) : selection.selected
  const actions = draftsOnly ? all.filter(({ action }) => action === 'delete' && own.length > 0) : all
  const { run, busy, failures, dismiss } = useBulk({ ...options, selection: { ...selection, selected: own } })
  const place = document.getElementById(bottomBarsId)
  const count = selection.selected.length
  if (!place || (count === 0 && failures.length === 0)) return null
  const close = () => {
    selection.none()
    dismiss()
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return createPortal(
    <section
      aria-label="Selected"
      className="pointer-events-auto max-w-full rounded-control border border-line bg-raised shadow-float"
    >
      {failures.length > 0 && <Failures failures={failures} />}
      <div className="flex flex-wrap items-center gap-x-1 gap-y-0.5 py-1 pr-1 pl-3">
        {count > 0 && (
          <p className="mr-1 text-small whitespace-nowrap tabular-nums" aria-live="polite">
            {formatNumber(count)} selected
          </p>
        )}
        {count > 0 && count < selection.rows.length && (
          <Button variant="quiet" size="small" className="px-2.5!" onClick={selection.all}>
            <span>
              Select all {formatNumber(selection.rows.length)}
              <span className="max-sm:sr-only"> on this page</span>
            </span>
          </Button>
        )}
        {count > 0 && own.length === 0 && (
          <p className="px-2.5 text-small text-muted">These are public. Select drafts to delete them.</p>
        )}
        {count > 0 &&
          actions.map((action) => (
            <Button
              key={action.action}
              variant="quiet"
              size="small"
              // `disabled` would make the button lose the focus.
              aria-disabled={busy || undefined}
              className={classNames('px-2.5!', action.danger && 'text-danger! hover:bg-danger-soft!')}
              onClick={() => !busy && run(action)}
            >
              <action.icon aria-hidden="true" className="size-4" />
              {action.label}
            </Button>
          ))}
        <CloseButton onClose={close} />
      </div>
    </section>,
    place,
  )
}

function CloseButton({ onClose }: { onClose: () => void }) {
  useShortcut({ key: 'Escape', label: 'Clear selection', run: onClose })
  return (
    <Button
      variant="quiet"
      size="small"
      className="ml-auto w-9 px-0! text-muted! pointer-coarse:w-11"
      aria-label="Clear selection"
      onClick={onClose}
    >
      <X aria-hidden="true" className="size-4" />
    </Button>
  )
}

const Failures = ({ failures }: { failures: Failure[] }) => (
  <div role="alert" className="max-h-40 max-w-160 overflow-y-auto border-b border-line px-3 py-2 text-small">
    <p className="font-[560]">Could not be changed:</p>
    <ul className="mt-1 grid gap-0.5">
      {failures.map(({ id, name, message }) => (
        <li key={id} className="wrap-anywhere">
          “{name}”: <span className="text-muted">{message}</span>
        </li>
      ))}
    </ul>
  </div>
)
