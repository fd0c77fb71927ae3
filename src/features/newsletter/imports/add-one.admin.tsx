import { useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { invalidateAdmin } from '#admin/api/queries.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { SmallForm } from '#admin/fields/small-form.tsx'
import { useSmallForm } from '#admin/fields/use-small-form.ts'
import { useToday } from '#admin/use-time-zone.ts'
import { TextInput } from '#ui/field.tsx'
import { notify } from '#ui/toasts.ts'
import { oneSubscriber } from '../ground/imports.contract.ts'
import { ConsentFields, ModeField } from './consent-fields.admin.tsx'

/** Adds one subscriber who has agreed, without a file. */
export function AddOneDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const today = useToday()
  const form = useSmallForm<z.infer<typeof oneSubscriber>>({
    contract: oneSubscriber,
    defaults: { email: '', name: '', agreed: '', agreedOn: today, mode: 'confirmed' },
    async submit(json) {
      const { message } = await adminFetch<{ message: string }>('/api/newsletter/subscribers', { method: 'POST', json })
      await invalidateAdmin(client, '/api/newsletter')
      notify('success', message)
      onClose()
    },
  })
  const { error: _, ...mode } = form.field('mode')
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add a subscriber"
      description="Add only people who have agreed to your letters."
    >
      <SmallForm form={form} action="Add subscriber" onCancel={onClose}>
        <TextInput {...form.field('email')} type="email" label="Email" autoComplete="off" required />
        <TextInput {...form.field('name')} label="Name" autoComplete="off" />
        <ConsentFields field={form.field} />
        <ModeField legend="Confirmation" choice={mode} ask="Ask to confirm" />
      </SmallForm>
    </Dialog>
  )
}
