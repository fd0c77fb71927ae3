import { useContext, useState } from 'react'
import * as z from 'zod/mini'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { Dialog, DialogFoot } from '#admin/dialogs/dialog.tsx'
import { LinkOnce } from '#admin/dialogs/link-once.tsx'
import { FormDialog, useSmallForm } from '#admin/fields/small-form.tsx'
import { ChoicesField } from '#admin/forms/controls.tsx'
import { RoleContext } from '#admin/session/use-auth.ts'
import { dayAfter, useToday } from '#admin/time.tsx'
import { grantable, grantables, may } from '#contract/roles.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { formatDate } from '#ui/date.tsx'
import { Select, TextInput } from '#ui/field.tsx'
import { type MadeToken, newToken } from './tokens.contract.ts'

export const tokenApi = '/api/tokens'

const lengths = { '30': '30 days', '90': '90 days', '365': 'a year' }

const typed = z.extend(newToken, { ends: z.string() })
type Typed = { name: string; permissions: string[]; ends: string }

/** Makes a token, and shows it once, with the first call. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const role = useContext(RoleContext)
  const today = useToday()
  const [made, setMade] = useState<MadeToken>()
  const form = useSmallForm<Typed, Typed, MadeToken>({
    contract: typed,
    defaults: { name: '', permissions: ['staff'], ends: '90' },
    submit: ({ name, permissions, ends }) => {
      const expiresAt = ends === '' ? null : new Date(Date.now() + Number(ends) * 86_400_000).toISOString()
      return adminFetch<MadeToken>(tokenApi, { method: 'POST', json: { name, permissions, expiresAt } })
    },
    reload: tokenApi,
    onDone: setMade,
  })
  if (made) return <TokenOnce made={made} onClose={onClose} />
  const own = grantables.filter((one) => may(role, one))
  const { permissions, ends } = form.values
  return (
    <FormDialog
      title="New token"
      description="A program that uses it acts in your name, with the permissions that you choose here."
      action="Create token"
      grows
      form={form}
      onClose={onClose}
    >
      <TextInput
        {...form.field('name')}
        label="Name"
        hint="The program that will use it, such as CRM sync. The history shows it."
        autoComplete="off"
        required
      />
      <Select {...form.field('ends')} label="Expires">
        {Object.entries(lengths).map(([days, words]) => (
          <option key={days} value={days}>
            In {words}, on {formatDate(dayAfter(today, Number(days)))}
          </option>
        ))}
        <option value="">Never</option>
      </Select>
      {ends === '' && (
        <Alert tone="warning">
          If it leaks, anyone who finds it can use it until somebody notices. Choose an expiry date unless the program
          cannot get a new token.
        </Alert>
      )}
      <ChoicesField
        label="Permissions"
        hint="Choose only what it needs. A token never has more permissions than your role."
        named={Object.fromEntries(own.map((one) => [one, grantable[one].label]))}
        hints={Object.fromEntries(own.map((one) => [one, grantable[one].hint]))}
        error={form.errorAt('permissions')}
        value={permissions}
        onChange={(chosen) => form.set('permissions', chosen)}
      />
    </FormDialog>
  )
}

/** A call that works with these permissions. */
const firstCall = ({ permissions }: MadeToken) =>
  permissions.includes('staff')
    ? '/api/blogs/adminblogs?limit=3'
    : permissions.includes('readContacts')
      ? '/api/contact?limit=3'
      : '/api/blogs'

const TokenOnce = ({ made, onClose }: { made: MadeToken; onClose: () => void }) => (
  <Dialog open onClose={onClose} title={`“${made.name}” is ready`}>
    <p>Keep it as safe as a password. The site stores only a fingerprint of it and cannot show it again.</p>
    <LinkOnce address={made.token} what="token" />
    <p className="mt-4 text-small font-[560]">A first call</p>
    <pre className="mt-1.5 rounded-control border border-line bg-sunken px-3 py-2 text-small break-all whitespace-pre-wrap">
      {`curl -H "Authorization: Bearer ${made.token}" \\\n  "${location.origin}${firstCall(made)}"`}
    </pre>
    <DialogFoot>
      <Button variant="secondary" size="small" onClick={onClose}>
        Done
      </Button>
    </DialogFoot>
  </Dialog>
)
