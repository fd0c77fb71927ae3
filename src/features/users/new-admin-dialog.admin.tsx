import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { invalidateAdmin } from '#admin/api/queries.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { FieldError, useSmallForm } from '#admin/forms/use-small-form.ts'
import { FilterButtons } from '#admin/lists/filter-buttons.tsx'
import { useIdentityKind } from '#admin/session/use-auth.ts'
import { isAtDomain, newAccount, shortestPassword } from '#contract/identity.ts'
import { type Role, role } from '#contract/roles.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { notify } from '#ui/toasts.ts'
import { useCompany } from '#web/company-context.tsx'
import { createAdmin } from './create-admin.admin.ts'
import { InvitationForm } from './invitation-form.admin.tsx'
import { RoleSelect } from './role-choice.admin.tsx'

const newAdmin = z.extend(newAccount, { role })

const ways = [
  { value: 'password', label: 'Set a password' },
  { value: 'invitation', label: 'Send an invitation' },
]

/** Gives a colleague access, with a password or with a link; accounts at Firebase know only the first. */
export function NewAdminDialog({ onClose }: { onClose: () => void }) {
  const [way, setWay] = useState('password')
  const kind = useIdentityKind()
  const isInvitation = way === 'invitation'
  return (
    <Dialog
      open
      onClose={onClose}
      title="Create New Admin"
      description={
        isInvitation ? 'They choose their password with a link.' : 'They can sign in at once, with this password.'
      }
    >
      {kind === 'embedded' && (
        <div className="mb-4 flex">
          <FilterButtons label="How they get in" options={ways} value={way} onChoose={setWay} />
        </div>
      )}
      {isInvitation ? <InvitationForm onClose={onClose} /> : <PasswordForm onClose={onClose} />}
    </Dialog>
  )
}

function PasswordForm({ onClose }: { onClose: () => void }) {
  const { domain } = useCompany()
  const client = useQueryClient()
  const { field, onSubmit, busy, message } = useSmallForm({
    contract: newAdmin,
    defaults: { name: '', email: '', password: '', role: 'owner' as Role },
    async submit(values) {
      const person = { ...values, name: values.name.trim(), email: values.email.trim().toLowerCase() }
      if (!isAtDomain(person.email, domain)) throw new FieldError('email', `Only ${domain} email addresses are allowed`)
      await createAdmin(person)
      notify('success', 'User created successfully')
      await invalidateAdmin(client, '/api/users')
      onClose()
    },
    onFailure: (message) => notify('error', message || 'Failed to create user'),
  })
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
      <TextInput
        {...field('password')}
        type="password"
        label="Password"
        hint={`At least ${shortestPassword} characters. They can change it in their profile.`}
        autoComplete="new-password"
        required
      />
      <RoleSelect {...field('role')} label="Role" />
      {message && <Alert tone="error">{message}</Alert>}
      <div className="mt-1 flex justify-end gap-2">
        <Button variant="secondary" size="small" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="small" busy={busy}>
          Create Admin
        </Button>
      </div>
    </form>
  )
}
