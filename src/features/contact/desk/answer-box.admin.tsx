import { Tabs } from 'radix-ui'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { useShortcut } from '#admin/dialogs/shortcuts.tsx'
import { UnsavedBanner } from '#admin/drafts/banners.tsx'
import { useAutosave } from '#admin/drafts/use-autosave.ts'
import { FormDialog } from '#admin/fields/small-form.tsx'
import { useSmallForm } from '#admin/fields/use-small-form.ts'
import { useLatest } from '#admin/hooks.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { type ContactDetail, receivedInput } from '../ground/desk.contract.ts'
import { AnswerForm, type FormProps, type Typed, unseenIn } from './answer-form.admin.tsx'
import { aboveTyped } from './texts.ts'

const empty: Typed = { answer: '', quote: true, fileId: '', note: '' }

/** How often colleagues are told that someone is typing, in milliseconds. */
const tellEvery = 20_000

const tabClass =
  'min-h-control border-b-2 border-transparent px-4 text-small font-[560] text-muted hover:text-ink pointer-coarse:min-h-11 data-[state=active]:border-primary data-[state=active]:text-ink'

/** The message to the visitor, or to colleagues. */
export function AnswerBox({ request }: { request: ContactDetail }) {
  const { _id, status } = request
  const [typed, setTyped] = useState(empty)
  // The keys of the list lead to one of the fields.
  const [wanted] = useState(useSearchParams()[0].get('tab'))
  const [tab, setTab] = useState(wanted === 'note' || status === 'spam' ? 'note' : 'answer')
  const latest = useLatest(typed)
  const answerField = useRef<HTMLTextAreaElement>(null)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const dirty = typed.answer.trim() !== '' || typed.note.trim() !== ''
  const { found, clear } = useAutosave<Typed>({
    key: `contactRequests/${_id}`,
    value: typed,
    read: () => latest.current,
    dirty,
    onRestore: setTyped,
  })
  const tellTyping = useTyping(_id)
  // A message that comes while an answer is typed is unseen, until the server refuses the answer.
  const seen = useRef(request)
  const begun = typed.answer.trim() !== ''
  useEffect(() => {
    if (!begun || !unseenIn(request, seen.current)) seen.current = request
  }, [begun, request])
  const change = (changes: Partial<Typed>) => setTyped((now) => ({ ...now, ...changes }))
  /** Empties a part after it was sent. */
  async function sent(changes: Partial<Typed>) {
    const rest = { ...latest.current, ...changes }
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
  useShortcut({ key: 'r', label: 'Answer', run: () => show('answer', answerField) })
  useShortcut({ key: 'n', label: 'Note', run: () => show('note', noteField) })
  return (
    <section aria-label="Answer or note" className="grid gap-4 rounded-control border border-line bg-raised p-4 sm:p-5">
      <UnsavedBanner found={found} />
      <Tabs.Root value={tab} onValueChange={setTab} className="grid gap-4">
        <Tabs.List aria-label="Answer or note" className="flex border-b border-line">
          <Tabs.Trigger value="answer" className={tabClass}>
            Answer
          </Tabs.Trigger>
          <Tabs.Trigger value="note" className={tabClass}>
            Note
          </Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="answer" tabIndex={-1} className="grid gap-4">
          {status === 'spam' ? (
            <p className="text-muted">This is marked as spam. Reopen it to answer it.</p>
          ) : (
            <AnswerForm
              request={request}
              typed={typed}
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
          <NoteForm
            request={request}
            typed={typed}
            change={change}
            onSent={() => sent({ note: '' })}
            field={noteField}
          />
        </Tabs.Content>
      </Tabs.Root>
    </section>
  )
}

/** Tells colleagues that an answer is being typed. */
function useTyping(id: string) {
  const told = useRef(0)
  return () => {
    if (Date.now() - told.current < tellEvery) return
    told.current = Date.now()
    adminFetch(`/api/contact/${id}/typing`, { method: 'PUT', quiet: true }).catch(() => {})
  }
}

function NoteForm({ request, typed: { note }, change, onSent, field }: FormProps) {
  const { act, busy } = useAct({ reload: '/api/contact' })
  const add = async () => {
    await adminFetch(`/api/contact/${request._id}/notes`, { method: 'POST', json: { body: note } })
    await onSent()
    field.current?.focus()
  }
  return (
    <div className="-m-2 grid gap-4 rounded-control bg-accent-soft p-4">
      <TextArea
        ref={field}
        label="Note"
        hint="Only colleagues see this."
        rows={4}
        maxLength={20_000}
        value={note}
        onChange={({ target }) => change({ note: target.value })}
      />
      <Button
        size="small"
        className="justify-self-start"
        busy={busy}
        disabled={note.trim() === ''}
        onClick={() => act(add)}
      >
        Add note
      </Button>
    </div>
  )
}

/** Enters a message that came elsewhere. */
export function LogReceived({ id }: { id: string }) {
  const [open, setOpen] = useState(false)
  const form = useSmallForm({
    contract: receivedInput,
    defaults: { body: '' },
    submit: (json) => adminFetch(`/api/contact/${id}/received`, { method: 'POST', json }),
    reload: '/api/contact',
    onDone() {
      setOpen(false)
      form.reset()
    },
  })
  return (
    <>
      <Button size="small" variant="quiet" className="justify-self-start" onClick={() => setOpen(true)}>
        Log what they answered
      </Button>
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Log what they answered"
        form={form}
        action="Add to the timeline"
        disabled={form.values.body.trim() === ''}
      >
        <TextArea
          {...form.field('body')}
          label="Their message"
          hint="From the mailbox, or in your words after a call."
          rows={8}
        />
      </FormDialog>
    </>
  )
}
