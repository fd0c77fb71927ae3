import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminFetch } from '#admin/api/client.ts'
import { invalidateAdmin } from '#admin/api/queries.ts'
import { LinkOnce } from '#admin/dialogs/link-once.tsx'
import { FieldError, useSmallForm } from '#admin/forms/use-small-form.ts'
import { isAtDomain } from '#contract/identity.ts'
import type { Role } from '#contract/roles.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { notify } from '#ui/toasts.ts'
import { useCompany } from '#web/company-context.tsx'
import { RoleSelect } from './role-choice.admin.tsx'
import { type Invited, invitation } from './users.contract.ts'

/** Gives a colleague access with a link. Where the site has no mail server, the link is shown once. */
export function InvitationForm({ onClose }: { onClose: () => void }) {
  const { domain } = useCompany()
  const client = useQueryClient()
  const [link, setLink] = useState<string>()
  const { field, onSubmit, busy, message } = useSmallForm({
    contract: invitation,
    defaults: { name: '', email: '', role: 'owner' as Role },
    async submit(values) {
      const email = values.email.trim().toLowerCase()
      if (!isAtDomain(email, domain)) throw new FieldError('email', `Only ${domain} email addresses are allowed`)
      const json = { ...values, name: values.name.trim(), email }
      const made = await adminFetch<Invited>('/api/users/invitations', { method: 'POST', json })
      await invalidateAdmin(client, '/api/users')
      if (made.link !== undefined) return setLink(made.link)
      notify('success', `Invitation sent to ${email}`)
      onClose()
    },
    onFailure: (message) => notify('error', message || 'Failed to invite'),
  })
  if (link !== undefined)
    return (
      <>
        <p>
          They have access as soon as they have chosen a password. This site has no mail server: send them the link
          yourself. It works once, within 72 hours.
        </p>
        <LinkOnce address={link} />
        <div className="mt-5 flex justify-end">
          <Button variant="secondary" size="small" onClick={onClose}>
            Done
          </Button>
        </div>
      </>
    )
  return (
    <form noValidate onSubmit={onSubmit} autoComplete="off" className="grid gap-4">
      <TextInput {...field('name')} label="Name" autoComplete="off" required />
      <TextInput
        {...field('email')}
        type="email"
        label="Email"
        hint={`Only ${domain} email addresses are allowed`}
        autoComplete="off"
        required
      />
      <RoleSelect {...field('role')} label="Role" />
      {message && <Alert tone="error">{message}</Alert>}
      <div className="mt-1 flex justify-end gap-2">
        <Button variant="secondary" size="small" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="small" busy={busy}>
          Invite
        </Button>
      </div>
    </form>
  )
}
