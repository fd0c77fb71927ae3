import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { adminPageQuery } from '#admin/api/admin-calls.ts'
import { formatCount, formatNumber } from '#admin/format.ts'
import { Button } from '#ui/button.tsx'
import { listPath } from '#web/api-query.ts'
import type { ContentImport, ContentItem } from '../ground/transfer.contract.ts'
import { importCall } from './import-parts.admin.tsx'
import { noteKindNames } from './import-words.admin.ts'

export type NoteCount = ContentImport['notes'][number]

/** How many of them show at first. */
const shownFirst = 8
/** How many items of one of them show below it. */
const shownItems = 10

type ImportLossesProps = { id: string; notes: NoteCount[]; time: 'before' | 'after'; onShow: (note: NoteCount) => void }

/** Parts of texts that will look different or are missing: each by its name, with the items that have it. */
export function ImportLosses({ id, notes, time, onShow }: ImportLossesProps) {
  const [all, setAll] = useState(false)
  if (notes.length === 0) return null
  return (
    <section aria-labelledby="losses">
      <h2 id="losses" className="text-h2">
        {time === 'before' ? 'Will look different' : 'Looks different'}
      </h2>
      <p className="mt-0.5 mb-3 text-muted">
        {time === 'before'
          ? 'These parts cannot be carried over as they are. Open one to see where it is and what happens to it.'
          : 'These parts could not be carried over as they were. Open one to see where it was.'}
      </p>
      <ul className="divide-y divide-line rounded-control border border-line bg-raised">
        {(all ? notes : notes.slice(0, shownFirst)).map((note) => (
          <Loss key={`${note.kind} ${note.subject}`} id={id} note={note} onShow={onShow} />
        ))}
      </ul>
      {!all && notes.length > shownFirst && (
        <Button variant="quiet" size="small" className="mt-2" onClick={() => setAll(true)}>
          Show all {formatNumber(notes.length)}
        </Button>
      )}
    </section>
  )
}

type LossProps = { id: string; note: NoteCount; onShow: (note: NoteCount) => void }

function Loss({ id, note, onShow }: LossProps) {
  const [open, setOpen] = useState(false)
  const { kind, subject, count } = note
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group">
        <summary className="flex min-h-11 cursor-pointer list-none items-baseline gap-3 px-4 py-2.5 hover:bg-sunken">
          <span className="w-20 shrink-0 text-small text-muted">{noteKindNames[kind]}</span>
          <span dir="auto" className="min-w-0 flex-1 font-[550] wrap-anywhere group-not-open:line-clamp-2">
            {subject}
          </span>
          <span className="text-small whitespace-nowrap text-muted tabular-nums">{formatNumber(count)} ×</span>
          <ChevronDown aria-hidden="true" className="size-4 shrink-0 self-center text-muted group-open:rotate-180" />
        </summary>
        {open && <ItemsWith id={id} note={note} onShow={onShow} />}
      </details>
    </li>
  )
}

function ItemsWith({ id, note, onShow }: LossProps) {
  const { kind, subject } = note
  const path = listPath(`${importCall(id)}/items`, { note: kind, subject, limit: shownItems })
  const { data, isError } = useQuery(adminPageQuery<{ items: ContentItem[] }>(path))
  if (isError)
    return (
      <p role="alert" className="px-4 pb-3 text-small text-danger">
        The items could not be loaded.
      </p>
    )
  if (!data) return <p className="px-4 pb-3 text-small text-muted">Loading…</p>
  const { items } = data.body
  const total = data.total ?? items.length
  const sentencesOf = ({ notes }: ContentItem) =>
    notes.filter((one) => one.kind === kind && one.subject === subject).map(({ sentence }) => sentence)
  const sentences = [...new Set(items.flatMap(sentencesOf))]
  const isSame = sentences.length === 1
  return (
    <div className="grid gap-2 px-4 pb-4 text-small sm:pl-27">
      {isSame && <p className="wrap-anywhere">{sentences[0]}</p>}
      <ul className="grid gap-1">
        {items.map((item) => (
          <li key={item.place} className="wrap-anywhere">
            <span dir="auto" className="text-muted">
              {item.title || 'Untitled'}
            </span>
            {!isSame &&
              sentencesOf(item).map((sentence) => (
                <span key={sentence} className="block">
                  {sentence}
                </span>
              ))}
          </li>
        ))}
      </ul>
      <Button variant="quiet" size="small" className="-ml-3.5 justify-self-start" onClick={() => onShow(note)}>
        Show {total > items.length ? `all ${formatCount(total, 'item')}` : 'in the list'}
      </Button>
    </div>
  )
}
