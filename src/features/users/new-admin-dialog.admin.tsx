import { type ComponentProps, useState } from 'react'
import * as z from 'zod/mini'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { GivenLink } from '#admin/dialogs/link-once.tsx'
import { FieldError, SmallForm, useSmallForm } from '#admin/fields/small-form.tsx'
import { FilterButtons } from '#admin/lists/filter-buttons.tsx'
import type { NewAccount } from '#admin/session/identity.ts'
import { getIdentity, useIdentityKind } from '#admin/session/use-auth.ts'
import { withAsciiDomain } from '#contract/addresses.ts'
import { isAtDomain, newAccount, shortestPassword } from '#contract/identity.ts'
import { type Role, role, roles } from '#contract/roles.ts'
import { Select, TextInput } from '#ui/field.tsx'
import { useCompany } from '#web/company-context.tsx'
import { ApiError } from '#web/http.ts'
import { roleName } from './user-cells.admin.tsx'
import { type Invited, invitation } from './users.contract.ts'

const withPassword = z.extend(newAccount, { role })
const withLink = z.extend(invitation, { role, password: z.string() })

const ways = [
  { value: 'password', label: 'Set a password' },
  { value: 'invitation', label: 'Send an invitation' },
]

/** Gives a colleague access, with a password or with a link; accounts at Firebase know only the first. */
export function NewAdminDialog({ onClose }: { onClose: () => void }) {
  const { domain } = useCompany()
  const kind = useIdentityKind()
  const [way, setWay] = useState('password')
  const [link, setLink] = useState<string>()
  const isInvitation = way === 'invitation'
  const { field, ...form } = useSmallForm({
    contract: isInvitation ? withLink : withPassword,
    defaults: { name: '', email: '', password: '', role: roles[0] },
    async submit({ password, ...values }) {
      const person = {
        ...values,
        name: values.name.trim(),
        email: withAsciiDomain(values.email.trim()).toLowerCase(),
      }
      if (!isAtDomain(person.email, domain)) throw new FieldError('email', `Only ${domain} email addresses are allowed`)
      if (!(await confirmOwner(person.role, person.name))) return undefined
      if (!isInvitation) {
        await createAdmin({ ...person, password })
        return { told: 'User created successfully' }
      }
      const { link } = await adminFetch<Invited>('/api/users/invitations', { method: 'POST', json: person })
      return { told: link === undefined ? `Invitation sent to ${person.email}` : undefined, link }
    },
    done: (made) => made?.told,
    failed: ({ message }) => message || (isInvitation ? 'Failed to invite' : 'Failed to create user'),
    reload: '/api/users',
    onDone(made) {
      setLink(made?.link)
      if (made?.told) onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Create New Admin"
      description={
        isInvitation ? 'They get a link to choose a password.' : 'They can sign in right away with this password.'
      }
    >
      {link === undefined ? (
        <>
          {kind === 'embedded' && (
            <div className="mb-4 flex">
              <FilterButtons label="First sign-in" options={ways} value={way} onChoose={setWay} />
            </div>
          )}
          <SmallForm form={form} action={isInvitation ? 'Invite' : 'Create Admin'} onCancel={onClose}>
            <TextInput {...field('name')} label="Name" autoComplete="off" required />
            <TextInput
              {...field('email')}
              type="email"
              label="Email"
              hint={`Only ${domain} email addresses are allowed`}
              autoComplete="off"
              required
            />
            {!isInvitation && (
              <TextInput
                {...field('password')}
                type="password"
                label="Password"
                hint={`At least ${shortestPassword} characters. They can change it later in their profile.`}
                autoComplete="new-password"
                required
              />
            )}
            <RoleSelect {...field('role')} label="Role" />
          </SmallForm>
        </>
      ) : (
        <GivenLink
          link={link}
          lead="They get access once they choose a password. This site has no mail server, so send them the link yourself. It works once, within 72 hours."
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

/** The uids, by address, of accounts that got no access and could not be deleted: the next attempt uses them. No component renders it. */
const accountsWithoutAccess = new Map<string, string>()

const failed = 'Failed to create user'

/** Creates the account and gives it access. If that fails, the account is deleted, or else used for the next attempt. @throws Error with a message to show */
async function createAdmin({ name, email, password, role }: NewAccount & { role: Role }): Promise<void> {
  const identity = await getIdentity()
  const uid =
    accountsWithoutAccess.get(email) ?? (await identity.createAccount({ name, email, password }).catch(explain))
  try {
    await adminFetch('/api/users', { method: 'POST', json: { firebaseUid: uid, name, email, role } })
    accountsWithoutAccess.delete(email)
  } catch (cause) {
    const undone = await identity.removeAccount(uid).then(
      () => true,
      (error) => error instanceof ApiError && error.status === 404,
    )
    if (undone) accountsWithoutAccess.delete(email)
    else accountsWithoutAccess.set(email, uid)
    throw new Error(
      undone ? failed : `${failed}. Their account exists already. Press Create Admin again to give them access.`,
      { cause },
    )
  }
}

function explain(error: unknown): never {
  if (error instanceof ApiError && (error.status === 0 || error.status >= 500))
    throw new Error(failed, { cause: error })
  throw error
}

const described: Record<Role, string> = {
  owner: 'everything, including users',
  marketing: 'content, contacts, site texts',
  editor: 'content, newsletters',
  sales: 'contacts, newsletters',
  writer: 'drafts, without publishing',
  viewer: 'read only',
  trainer: 'own course dates and their participants',
}

const RoleSelect = (props: ComponentProps<typeof Select>) => (
  <Select {...props}>
    {roles.map((role) => (
      <option key={role} value={role}>
        {roleName(role)}: {described[role]}
      </option>
    ))}
  </Select>
)

/** Asks for confirmation before a person becomes an owner. @returns whether confirmed */
export const confirmOwner = async (role: Role, name: string): Promise<boolean> =>
  role !== 'owner' ||
  confirm({
    question: `Make ${name} an owner?`,
    detail: 'Owners can do everything, including removing people and changing company and sign-in settings.',
    action: 'Make owner',
    harmless: true,
  })
