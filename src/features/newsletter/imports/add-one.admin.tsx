import { adminFetch } from '#admin/api/admin-calls.ts'
import { FormDialog } from '#admin/fields/small-form.tsx'
import { useSmallForm } from '#admin/fields/use-small-form.ts'
import { useToday } from '#admin/use-time-zone.ts'
import { TextInput } from '#ui/field.tsx'
import { oneSubscriber } from '../ground/imports.contract.ts'
import { ConsentFields, ModeField } from './consent-fields.admin.tsx'

/** Adds one subscriber who has agreed, without a file. */
export function AddOneDialog({ onClose }: { onClose: () => void }) {
  const today = useToday()
  const form = useSmallForm({
    contract: oneSubscriber,
    defaults: { email: '', name: '', agreed: '', agreedOn: today, mode: 'confirmed' },
    submit: (json) => adminFetch<{ message: string }>('/api/newsletter/subscribers', { method: 'POST', json }),
    done: ({ message }) => message,
    reload: '/api/newsletter',
    onDone: onClose,
  })
  const { error: _, ...mode } = form.field('mode')
  return (
    <FormDialog
      title="Add a subscriber"
      description="Add only people who have agreed to your letters."
      form={form}
      action="Add subscriber"
      onClose={onClose}
    >
      <TextInput {...form.field('email')} type="email" label="Email" autoComplete="off" required />
      <TextInput {...form.field('name')} label="Name" autoComplete="off" />
      <ConsentFields field={form.field} />
      <ModeField legend="Confirmation" choice={mode} ask="Ask to confirm" />
    </FormDialog>
  )
}
