import { Tabs } from 'radix-ui'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { adminFetch, conflictIn } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { Dialog, DialogFoot } from '#admin/dialogs/dialog.tsx'
import { useShortcut } from '#admin/dialogs/shortcuts.tsx'
import { UnsavedBanner } from '#admin/drafts/banners.tsx'
import { useAutosave } from '#admin/drafts/use-autosave.ts'
import { MarkedTextArea } from '#admin/fields/marked-text-area.tsx'
import { useLatest } from '#admin/hooks.ts'
import { MessageText } from '#admin/preview/message-text.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import type { ContactRequest } from '../ground/contact.contract.ts'
import type { AnswerInput, ContactDetail, ShownEvent } from '../ground/desk.contract.ts'
import { DraftLine, useDraftedAnswer } from './answer-draft.admin.tsx'
import {
  Attachment,
  aboveTyped,
  type FormProps,
  HeldAnswer,
  type HeldAnswerProps,
  mailAddress,
  NoteForm,
  Preview,
  SavedReplies,
  type TypedTexts,
  useTyping,
  WithoutMail,
} from './answer-parts.admin.tsx'
import { SendButtons, sendResolves } from './send-buttons.admin.tsx'

const empty: TypedTexts = { answer: '', quote: true, fileId: '', note: '' }

const tabClass =
  'min-h-control border-b-2 border-transparent px-4 text-small font-[560] text-muted hover:text-ink pointer-coarse:min-h-11 data-[state=active]:border-primary data-[state=active]:text-ink'

export function AnswerBox({ request }: { request: ContactDetail }) {
  const { _id, status } = request
  const [typed, setTyped] = useState(empty)
  // The keys of the list lead to one of the fields.
  const [wanted] = useState(useSearchParams()[0].get('tab'))
  const [tab, setTab] = useState(wanted === 'note' || status === 'spam' ? 'note' : 'answer')
  const latest = useLatest(typed)
  const answerField = useRef<HTMLTextAreaElement>(null)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const drafted = request.draft?.text
  const begun = typed.answer.trim() !== '' && typed.answer !== drafted
  const { found, clear } = useAutosave<TypedTexts>({
    key: `contactRequests/${_id}`,
    value: typed,
    read: () => latest.current,
    dirty: begun || typed.note.trim() !== '',
    onRestore: setTyped,
  })
  const tellTyping = useTyping(_id)
  // A message that comes while an answer is typed is unseen, until the server refuses the answer.
  const seen = useRef(request)
  useEffect(() => {
    if (!begun || !unseenIn(request, seen.current)) seen.current = request
  }, [begun, request])
  const change = (changes: Partial<TypedTexts>) => setTyped((now) => ({ ...now, ...changes }))
  const settle = useDraftedAnswer({
    ...{ drafted, text: typed.answer, hasOwn: found !== null },
    fill: (answer) => change({ answer }),
  })
  const both = { request, typed, change }
  /** Empties a part after it was sent. */
  async function sent(changes: Partial<TypedTexts>) {
    const rest = { ...latest.current, ...changes }
    if (changes.answer === '') settle()
    await clear(rest)
    setTyped(rest)
  }
  const show = (name: string, field: RefObject<HTMLTextAreaElement | null>) => {
    setTab(name)
    setTimeout(() => field.current?.focus())
  }
  useEffect(() => {
    if (wanted === 'note') noteField.current?.focus()
    if (wanted === 'answer') answerField.current?.focus()
  }, [wanted])
  useShortcut({ key: 'r', label: 'Reply', run: () => show('answer', answerField) })
  useShortcut({ key: 'n', label: 'Note', run: () => show('note', noteField) })
  return (
    <section aria-label="Reply or note" className="grid gap-4 rounded-control border border-line bg-raised p-4 sm:p-5">
      <UnsavedBanner found={found} />
      <Tabs.Root value={tab} onValueChange={setTab} className="grid gap-4">
        <Tabs.List aria-label="Reply or note" className="flex border-b border-line">
          {Object.entries({ answer: 'Reply', note: 'Note' }).map(([value, label]) => (
            <Tabs.Trigger key={value} value={value} className={tabClass}>
              {label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="answer" tabIndex={-1} className="grid gap-4">
          {status === 'spam' ? (
            <p className="text-muted">This is marked as spam. Reopen it to reply.</p>
          ) : (
            <AnswerForm
              {...both}
              change={(changes) => {
                change(changes)
                if (changes.answer) tellTyping()
              }}
              onSent={() => sent({ answer: '', fileId: '' })}
              onUndone={({ body, quote, fileId = '' }) => {
                change({ answer: aboveTyped(body, latest.current.answer), quote, fileId })
                show('answer', answerField)
              }}
              field={answerField}
              seen={seen}
            />
          )}
        </Tabs.Content>
        <Tabs.Content value="note" tabIndex={-1}>
          <NoteForm {...both} onSent={() => sent({ note: '' })} field={noteField} />
        </Tabs.Content>
      </Tabs.Root>
    </section>
  )
}

type AnswerFormProps = FormProps & Pick<HeldAnswerProps, 'onUndone'> & { seen: RefObject<ContactDetail> }

function AnswerForm({ request, typed, change, onSent, onUndone, field, seen }: AnswerFormProps) {
  const { _id, events, mail, typing, draft, answerTo, email } = request
  const { act, busy } = useAct({ reload: '/api/contact' })
  const [newer, setNewer] = useState<NewerMessage | null>(null)
  const { answer, quote, fileId } = typed
  const isEmpty = answer.trim() === ''
  const unseen = newer && unseenIn(request, newer.before)
  const held = events.findLast(({ leavesAt }) => leavesAt !== undefined)

  async function send(how: Pick<AnswerInput, 'resolve'> & Partial<AnswerInput>) {
    if (busy || isEmpty) return
    const json = { body: answer, quote, ...(fileId && { fileId }), ...how }
    const before = seen.current
    const store = async () => {
      await adminFetch(`/api/contact/${_id}/answers`, { method: 'POST', json, ifMatch: before.version })
      await onSent()
      setNewer(null)
      // The pressed button is disabled now, and would lose the focus.
      field.current?.focus()
    }
    await act(store, {
      failed(error) {
        const conflict = conflictIn<ContactRequest>(error)
        if (!conflict) return error.message
        seen.current = { ...before, version: conflict.current.version }
        setNewer({ message: error.message, before, again: () => send(how) })
      },
    })
  }
  useShortcut({
    key: 'Enter',
    command: true,
    label: 'Send the reply',
    run: () => mail === 'smtp' && send({ resolve: sendResolves() }),
  })

  return (
    <>
      {held && <HeldAnswer id={_id} event={held} onUndone={onUndone} />}
      {typing.length > 0 && (
        <p role="status" className="text-small font-[530] text-warning">
          {typing.map(({ name }) => name).join(' and ')} {typing.length === 1 ? 'is' : 'are'} replying
        </p>
      )}
      <SavedReplies
        request={request}
        onChoose={(text) => change({ answer: [answer.trimEnd(), text].filter(Boolean).join('\n\n') })}
      />
      <DraftLine
        id={_id}
        draft={draft}
        text={answer}
        onUse={(text) => change({ answer: aboveTyped(text, answer) })}
        onRemoved={() => change({ answer: '' })}
      />
      <MarkedTextArea
        ref={field}
        label={`Reply to ${answerTo ?? email}`}
        rows={8}
        maxLength={20_000}
        value={answer}
        onChange={({ target }) => change({ answer: target.value })}
      />
      <Preview request={request} typed={typed} />
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Attachment value={fileId} onChange={(fileId) => change({ fileId })} />
        {mail === 'smtp' && (
          <label className="flex min-h-control items-center gap-2 text-small">
            <input
              type="checkbox"
              className="size-4.5 accent-primary"
              checked={quote}
              onChange={({ target }) => change({ quote: target.checked })}
            />
            Quote their message
          </label>
        )}
      </div>
      {mail === 'smtp' ? (
        <div className="flex flex-wrap gap-2">
          <SendButtons
            labels={['Send', 'Send and resolve']}
            busy={busy}
            disabled={isEmpty}
            onSend={(resolve) => send({ resolve })}
          />
          <ButtonLink size="small" variant="quiet" href={mailAddress(request, answer)}>
            Open in email app
          </ButtonLink>
        </div>
      ) : (
        <WithoutMail
          request={request}
          answer={answer}
          busy={busy}
          onSent={(resolve) => send({ resolve, sentElsewhere: true })}
        />
      )}
      {newer && (
        <Dialog open onClose={() => setNewer(null)} title={unseen ? wordsOf(unseen) : newer.message}>
          <div className="grid gap-4">
            {unseen && (
              <blockquote className="max-h-[40dvh] overflow-y-auto border-l-2 border-line pl-3">
                <MessageText>{unseen.body ?? ''}</MessageText>
              </blockquote>
            )}
            <DialogFoot>
              <Button variant="quiet" size="small" onClick={() => setNewer(null)}>
                Edit mine first
              </Button>
              <Button size="small" busy={busy} onClick={newer.again}>
                Send anyway
              </Button>
            </DialogFoot>
          </div>
        </Dialog>
      )}
    </>
  )
}

/** `before` is the request as the writer has seen it. */
type NewerMessage = { message: string; before: ContactDetail; again: () => void }

/** The last message that has come since the request was as `before`. */
const unseenIn = ({ events }: ContactDetail, before: ContactDetail): ShownEvent | undefined =>
  events.findLast(
    ({ _id, kind }) => (kind === 'answer' || kind === 'received') && !before.events.some((seen) => seen._id === _id),
  )

const wordsOf = ({ kind, by = 'Someone' }: ShownEvent) =>
  kind === 'answer' ? `${by} has replied in the meantime.` : 'A new message has arrived.'
