import { Check, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { SmallForm, useSmallForm } from '#admin/fields/small-form.tsx'
import { formatCount } from '#admin/format.ts'
import { LocalDateTime } from '#admin/time.tsx'
import { newRemark, type Remark } from '#contract/remarks.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { TextArea } from '#ui/field.tsx'
import { remarksPath, useRemarks, useTypedText } from './remarks.tsx'

const remarkText = z.pick(newRemark, { text: true })

type RemarkFormProps = {
  /** Under which the typed text is kept; null for a new remark. */
  name: string | null
  label: string
  action: string
  /** The text that is changed. */
  present?: string
  send: (text: string) => Promise<unknown>
  onDone?: (() => void) | undefined
  onCancel?: (() => void) | undefined
  /** Whether it gets the focus, and has its buttons at once. */
  opened?: boolean
}

/** Writes a remark or an answer. What is typed stays until it is saved, also when the form closes. */
export function RemarkForm({ name, label, action, present = '', send, onDone, onCancel, opened }: RemarkFormProps) {
  const remarks = useRemarks()
  const typed = useTypedText(remarks, name)
  const form = useSmallForm<{ text: string }>({
    contract: remarkText,
    defaults: { text: typed.text || present },
    submit: ({ text }) => send(text),
    reload: remarksPath,
    retryAt: 'text',
    onDone() {
      typed.clear()
      form.reset({ text: '' })
      onDone?.()
    },
  })
  const cancel = () => {
    typed.clear()
    form.reset({ text: '' })
    onCancel?.()
  }
  const field = form.field('text')
  const hasButtons = opened || form.values.text !== ''
  return (
    <SmallForm
      form={form}
      action={hasButtons ? action : undefined}
      secondary={!opened}
      onCancel={hasButtons ? (name === null ? onCancel : cancel) : undefined}
    >
      <TextArea
        label={label}
        hideLabel
        placeholder={label}
        rows={opened ? 3 : 1}
        {...field}
        // biome-ignore lint/a11y/noAutofocus: it was opened to be written in
        autoFocus={opened}
        className="[&_textarea]:field-sizing-content [&_textarea]:max-h-64 [&_textarea]:min-h-control [&_textarea]:px-2.5 [&_textarea]:py-1.5"
        onChange={(event) => {
          typed.keep(event.target.value)
          return field.onChange(event)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
    </SmallForm>
  )
}

type FreshFormProps = { onDone?: (made: Remark) => void; onCancel: () => void }

/** Writes a new remark, at the words that were marked or at the record. */
export function FreshForm({ onDone, onCancel }: FreshFormProps) {
  const { record, typed } = useRemarks()
  const made = useRef<Remark>(null)
  return (
    <RemarkForm
      name={null}
      label="Remark"
      action="Save"
      opened
      send={async (text) => {
        const json = { ...record, id: record.id, text, anchor: typed.get().fresh?.anchor }
        made.current = await adminFetch<Remark>(remarksPath, { method: 'POST', json })
      }}
      onDone={() => made.current && onDone?.(made.current)}
      onCancel={onCancel}
    />
  )
}

type Words = Pick<Remark, '_id' | 'text' | 'at' | 'by' | 'editedAt' | 'mayChange'>

type RemarkCardProps = {
  remark: Remark
  isOpen: boolean
  onOpen: () => void
  /** Shows the marked words; absent where they are next to the remark. */
  onQuote?: (() => void) | undefined
  /** Whether the words are named, which are not at its side. */
  quoted?: boolean
}

/** A remark with its answers. Closed it is one button with its beginning. */
export function RemarkCard({ remark, isOpen, onOpen, onQuote, quoted = false }: RemarkCardProps) {
  const { answers, doneAt, doneBy } = remark
  const quote = quoted && <Quote remark={remark} onQuote={onQuote} />
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
      <div className="mt-3 grid gap-2">
        {!doneAt && <AnswerForm remark={remark} />}
        <DoneButton remark={remark} />
      </div>
    </>
  )
}

/** Settles a remark, or opens it again. */
function DoneButton({ remark: { _id, doneAt } }: { remark: Remark }) {
  const { act, busy } = useAct({ reload: remarksPath })
  const { show } = useRemarks()
  const put = (done: boolean) => adminFetch(`${remarksPath}/${_id}`, { method: 'PUT', json: { done } })
  const reopen = () => act(() => put(false), { done: 'Remark reopened' })
  const settle = async () => {
    await act(() => put(true), { done: { done: 'Remark done', undo: reopen } })
    show(null)
  }
  const Icon = doneAt ? RotateCcw : Check
  return (
    <Button
      variant="quiet"
      size="small"
      className="justify-self-start px-2.5! -ml-2.5"
      busy={busy}
      onClick={doneAt ? reopen : settle}
    >
      {!busy && <Icon aria-hidden="true" className="size-4" />}
      {doneAt ? 'Reopen' : 'Done'}
    </Button>
  )
}

const AnswerForm = ({ remark: { _id } }: { remark: Remark }) => {
  const { record } = useRemarks()
  return (
    <RemarkForm
      name={`answer ${_id}`}
      label="Answer"
      action="Answer"
      send={(text) => adminFetch(remarksPath, { method: 'POST', json: { ...record, parent: _id, text } })}
    />
  )
}

/** The marked words of a remark, or that they are gone. */
function Quote({ remark: { anchor, lost }, onQuote }: Pick<RemarkCardProps, 'remark' | 'onQuote'>) {
  const { labelOf } = useRemarks()
  if (!anchor) return null
  const words = (
    <span dir="auto" className="line-clamp-2 wrap-anywhere">
      {lost ? `These words are gone: “${anchor.quote}”` : `“${anchor.quote}”`}
    </span>
  )
  const look = classNames('mb-2 block w-full border-l-2 pl-2 text-left text-fine text-muted', lost ? 'border-warning' : 'border-accent')
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

const RemarkText = ({ text, className }: { text: string; className?: string }) => (
  <span
    dir="auto"
    className={classNames('mt-1.5 block text-small wrap-anywhere whitespace-pre-line', !text && 'text-muted', className)}
  >
    {text || 'This remark was deleted.'}
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
    if (await confirm(question)) await act(() => adminFetch(`${remarksPath}/${_id}`, { method: 'DELETE' }), { done: 'Remark deleted' })
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
            opened
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
