import { useSmallForm } from '#admin/fields/use-small-form.ts'
import { getIdentity } from '#admin/session/use-auth.ts'
import { Panel } from '#admin/shell/panel.tsx'
import { passwordChange, shortestPassword } from '#contract/identity.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { notify } from '#ui/toasts.ts'

const empty = { currentPassword: '', newPassword: '' }

export function PasswordPanel() {
  const { field, onSubmit, busy, message, reset } = useSmallForm({
    contract: passwordChange,
    defaults: empty,
    async submit({ currentPassword, newPassword }) {
      await (await getIdentity()).changePassword(currentPassword, newPassword)
      reset(empty)
      notify('success', 'Password changed successfully')
    },
    onFailure: () => notify('error', 'Failed to change password'),
  })
  return (
    <Panel title="Change password" lead="Changing it signs you out on all other devices.">
      <form noValidate onSubmit={onSubmit} className="grid gap-4">
        <TextInput
          {...field('currentPassword')}
          type="password"
          label="Current password"
          autoComplete="current-password"
          required
        />
        <TextInput
          {...field('newPassword')}
          type="password"
          label="New password"
          hint={`At least ${shortestPassword} characters`}
          autoComplete="new-password"
          required
        />
        {message && <Alert tone="error">{message}</Alert>}
        <div className="flex justify-end">
          <Button type="submit" variant="secondary" size="small" busy={busy}>
            Change password
          </Button>
        </div>
      </form>
    </Panel>
  )
}
