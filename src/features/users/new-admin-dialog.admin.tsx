import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { invalidateAdmin } from '#admin/api/queries.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { FieldError, useSmallForm } from '#admin/forms/use-small-form.ts'
import { isAtDomain, newAccount, shortestPassword } from '#contract/identity.ts'
import { type Role, role } from '#contract/roles.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { notify } from '#ui/toasts.ts'
import { useCompany } from '#web/company-context.tsx'
import { createAdmin } from './create-admin.admin.ts'
import { RoleSelect } from './role-choice.admin.tsx'

const newAdmin = z.extend(newAccount, { role })

/** Creates an account with access for a colleague. */
export function NewAdminDialog({ onClose }: { onClose: () => void }) {
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
    <Dialog open onClose={onClose} title="Create New Admin" description="They can sign in at once, with this password.">
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
    </Dialog>
  )
}
