import * as z from 'zod/mini'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { SmallForm, useSmallForm } from '#admin/fields/small-form.tsx'
import { newRemark, type Remark } from '#contract/remarks.ts'
import { TextArea } from '#ui/field.tsx'
import { remarksPath, useRemarks, useTypedText } from './use-remarks.ts'

const remarkText = z.pick(newRemark, { text: true })

type RemarkFormProps = {
  /** Under which the typed text is kept; null for a new remark. */
  name: string | null
  label: string
  action: string
  /** The text that is changed. */
  present?: string
  send: (text: string) => Promise<Remark>
  onDone?: ((answer: Remark) => void) | undefined
  onCancel?: (() => void) | undefined
}

/** Writes a remark or an answer. The typed text stays until it is saved, also when the form closes. */
export function RemarkForm({ name, label, action, present = '', send, onDone, onCancel }: RemarkFormProps) {
  const remarks = useRemarks()
  const typed = useTypedText(remarks, name)
  const form = useSmallForm<{ text: string }, { text: string }, Remark>({
    contract: remarkText,
    defaults: { text: typed.text || present },
    submit: ({ text }) => send(text),
    reload: remarksPath,
    retryAt: 'text',
    onDone(answer) {
      typed.clear()
      form.reset({ text: '' })
      onDone?.(answer)
    },
  })
  const cancel = () => {
    typed.clear()
    form.reset({ text: '' })
    onCancel?.()
  }
  const field = form.field('text')
  return (
    <SmallForm
      form={form}
      action={action}
      // That of a new remark asks first.
      onCancel={name === null ? onCancel : cancel}
    >
      <TextArea
        label={label}
        hideLabel
        placeholder={label}
        rows={3}
        {...field}
        autoFocus
        className="[&_textarea]:field-sizing-content [&_textarea]:max-h-64 [&_textarea]:min-h-control [&_textarea]:resize-none [&_textarea]:px-2.5 [&_textarea]:py-1.5"
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
  return (
    <RemarkForm
      name={null}
      label="Remark"
      action="Save"
      send={(text) => {
        const json = { ...record, text, anchor: typed.get().fresh?.anchor }
        return adminFetch(remarksPath, { method: 'POST', json })
      }}
      onDone={onDone}
      onCancel={onCancel}
    />
  )
}

/** Under which the typed answer to a remark is kept. */
export const answerName = ({ _id }: Pick<Remark, '_id'>) => `answer ${_id}`

/** Answers a remark. */
export function AnswerForm({ remark, onEnd }: { remark: Remark; onEnd: () => void }) {
  const { record } = useRemarks()
  return (
    <RemarkForm
      name={answerName(remark)}
      label="Answer"
      action="Answer"
      send={(text) => adminFetch(remarksPath, { method: 'POST', json: { ...record, parent: remark._id, text } })}
      onDone={onEnd}
      onCancel={onEnd}
    />
  )
}
