import { useRef } from 'react'
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

/** Answers a remark. */
export const AnswerForm = ({ remark: { _id } }: { remark: Remark }) => {
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
