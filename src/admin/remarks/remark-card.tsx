import { Check, Pencil, Reply, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { formatCount } from '#admin/format.ts'
import { LocalDateTime } from '#admin/time.tsx'
import type { Remark } from '#contract/remarks.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { AnswerForm, answerName, RemarkForm } from './remark-form.tsx'
import { remarksPath, useRemarks } from './use-remarks.ts'

type Words = Pick<Remark, '_id' | 'text' | 'at' | 'by' | 'editedAt' | 'mayChange'>

type RemarkCardProps = {
  remark: Remark
  isOpen: boolean
  onOpen: () => void
  /** Shows the marked words; absent where they are next to the remark. */
  onQuote?: (() => void) | undefined
  /** Whether the words are named, which are not at its side. */
  quoted?: boolean
  /** Whether these words are not in the text of the form. */
  isGone?: boolean | undefined
  /** Whether it has one line while it is closed, as one of many. */
  short?: boolean
}

/** A remark with its answers. Closed it is one button with its beginning. */
export function RemarkCard({ remark, isOpen, onOpen, onQuote, quoted, isGone, short }: RemarkCardProps) {
  const { answers, doneAt, doneBy } = remark
  const quote = quoted && <Quote remark={remark} onQuote={onQuote} isGone={isGone} />
  if (!isOpen && short)
    return (
      <button type="button" aria-expanded={false} className="flex w-full items-center gap-2 text-left" onClick={onOpen}>
        <Avatar name={remark.by} size={20} />
        <span className="sr-only">{remark.by}: </span>
        <span dir="auto" className="min-w-0 flex-1 truncate text-small">
          {remark.text || deleted}
        </span>
      </button>
    )
  if (!isOpen)
    return (
      <>
        {quote}
        <button type="button" aria-expanded={false} className="block w-full rounded-mark text-left" onClick={onOpen}>
          <Byline {...remark} />
          <RemarkText text={remark.text} className="line-clamp-3" />
          {answers.length > 0 && (
            <span className="mt-1 block text-fine text-muted">{formatCount(answers.length, 'answer')}</span>
          )}
        </button>
      </>
    )
  return (
    <>
      {quote}
      <Entry words={remark} answers={answers.length} />
      {doneAt && (
        <p className="mt-1.5 text-fine text-muted">
          Done: {doneBy}, <LocalDateTime iso={doneAt} />
        </p>
      )}
      {answers.length > 0 && (
        <ul aria-label="Answers" className="mt-3 grid gap-3 border-l-2 border-line pl-3">
          {answers.map((answer) => (
            <li key={answer._id}>
              <Entry words={answer} answers={0} />
            </li>
          ))}
        </ul>
      )}
      <Acts remark={remark} />
    </>
  )
}

function Acts({ remark }: { remark: Remark }) {
  const { typed } = useRemarks()
  const [answers, setAnswers] = useState(() => typed.get().texts[answerName(remark)] !== undefined)
  return (
    <div className="mt-2">
      {answers && <AnswerForm remark={remark} onEnd={() => setAnswers(false)} />}
      {!answers && (
        <div className="-ml-2.5 flex flex-wrap">
          {!remark.doneAt && (
            <Button variant="quiet" size="small" className="px-2.5!" data-answer="" onClick={() => setAnswers(true)}>
              <Reply aria-hidden="true" className="size-4" />
              Answer
            </Button>
          )}
          <DoneButton remark={remark} />
        </div>
      )}
    </div>
  )
}

/** Settles a remark, or opens it again. */
function DoneButton({ remark: { _id, doneAt } }: { remark: Remark }) {
  const { act, busy } = useAct({ reload: remarksPath })
  const { activate } = useRemarks()
  const put = (done: boolean) => adminFetch(`${remarksPath}/${_id}`, { method: 'PUT', json: { done } })
  const reopen = () => act(() => put(false), { done: 'Remark reopened' })
  const settle = async () => {
    if (await act(() => put(true), { done: { done: 'Remark done', undo: reopen } })) activate(null)
  }
  const Icon = doneAt ? RotateCcw : Check
  return (
    <Button variant="quiet" size="small" className="px-2.5!" busy={busy} onClick={doneAt ? reopen : settle}>
      {!busy && <Icon aria-hidden="true" className="size-4" />}
      {doneAt ? 'Reopen' : 'Done'}
    </Button>
  )
}

/** The marked words of a remark, or that they are gone. */
function Quote({ remark: { anchor, lost }, onQuote, isGone }: Pick<RemarkCardProps, 'remark' | 'onQuote' | 'isGone'>) {
  const { labelOf } = useRemarks()
  if (!anchor) return null
  const words = (
    <span dir="auto" className="line-clamp-2 wrap-anywhere">
      {lost || isGone ? `These words are gone: “${anchor.quote}”` : `“${anchor.quote}”`}
    </span>
  )
  const look = classNames(
    'mb-2 block w-full border-l-2 pl-2 text-left text-fine text-muted',
    lost || isGone ? 'border-warning' : 'border-accent',
  )
  return onQuote ? (
    <button type="button" title="Show in the text" className={`${look} hover:text-ink`} onClick={onQuote}>
      {words}
    </button>
  ) : (
    <p className={look} title={labelOf(anchor.field)}>
      {words}
    </p>
  )
}

const Byline = ({ by, at, editedAt }: Pick<Words, 'by' | 'at' | 'editedAt'>) => (
  <span className="flex items-center gap-2">
    <Avatar name={by} size={24} />
    <span className="min-w-0">
      <span dir="auto" className="block truncate text-small font-[560]">
        {by}
      </span>
      <span className="block truncate text-fine text-muted">
        <LocalDateTime iso={at} />
        {editedAt && ' · edited'}
      </span>
    </span>
  </span>
)

const deleted = 'This remark was deleted.'

const RemarkText = ({ text, className = 'block' }: { text: string; className?: string }) => (
  <span
    dir="auto"
    className={classNames('mt-1.5 text-small wrap-anywhere whitespace-pre-line', !text && 'text-muted', className)}
  >
    {text || deleted}
  </span>
)

/** One text of a remark, with its buttons for those who may change it. */
function Entry({ words, answers }: { words: Words; answers: number }) {
  const { _id, text, mayChange } = words
  const { typed } = useRemarks()
  const name = `edit ${_id}`
  const [edits, setEdits] = useState(() => typed.get().texts[name] !== undefined)
  const { act, busy } = useAct({ reload: remarksPath })
  async function remove() {
    const detail = answers > 0 ? 'The answers of others stay.' : undefined
    const question = { question: 'Delete this remark?', action: 'Delete', ...(detail && { detail }) }
    if (await confirm(question))
      await act(() => adminFetch(`${remarksPath}/${_id}`, { method: 'DELETE' }), { done: 'Remark deleted' })
  }
  return (
    <>
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <Byline {...words} />
        </div>
        {mayChange && !edits && (
          <>
            {text !== '' && <IconButton label="Edit" icon={Pencil} onPress={() => setEdits(true)} />}
            <IconButton label="Delete" icon={Trash2} disabled={busy} onPress={remove} />
          </>
        )}
      </div>
      {edits ? (
        <div className="mt-2">
          <RemarkForm
            name={name}
            label="Remark"
            action="Save"
            present={text}
            send={(changed) => adminFetch(`${remarksPath}/${_id}`, { method: 'PUT', json: { text: changed } })}
            onDone={() => setEdits(false)}
            onCancel={() => setEdits(false)}
          />
        </div>
      ) : (
        <RemarkText text={text} />
      )}
    </>
  )
}

type IconButtonProps = { label: string; icon: typeof Check; disabled?: boolean; onPress: () => void }

const IconButton = ({ label, icon: Icon, disabled, onPress }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    disabled={disabled}
    className="grid size-7 shrink-0 place-items-center rounded-mark text-muted hover:bg-primary-soft hover:text-primary pointer-coarse:size-11"
    onClick={onPress}
  >
    <Icon aria-hidden="true" className="size-3.5" />
  </button>
)
