import { ArrowRightLeft, Link2, Send, ShieldOff, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { adminCall, adminFetch } from '#admin/api/admin-calls.ts'
import { useResource } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { LinkDialog } from '#admin/dialogs/link-once.tsx'
import { formatCount } from '#admin/format.ts'
import type { Column } from '#admin/lists/data-table.tsx'
import { ListScreen } from '#admin/lists/list-screen.tsx'
import { usePagedList } from '#admin/lists/list-state.ts'
import type { RowAct } from '#admin/lists/row-actions.tsx'
import { useAuth, useCanMail, useIdentityKind, useReadOnly } from '#admin/session/use-auth.ts'
import { waitingInterval } from '#admin/shell/screen.tsx'
import { LocalDate } from '#admin/time.tsx'
import type { Role } from '#contract/roles.ts'
import { ColleagueSelect, HandOverDialog } from '#features/contact/inbox/colleagues.shared.admin.tsx'
import { teachingWords } from '#features/courses/participants/date-list.shared.admin.tsx'
import { notify } from '#ui/toasts.ts'
import { listPath } from '#web/api-query.ts'
import { confirmOwner, NewAdminDialog } from './new-admin-dialog.admin.tsx'
import { SecondFactorRule, useSecondFactorRule } from './second-factor-rule.admin.tsx'
import {
  confirmLess,
  connectionsEnd,
  FactorCell,
  RoleCell,
  roleName,
  StatusCell,
  UserCell,
} from './user-cells.admin.tsx'
import type { User } from './users.contract.ts'

const resource = { api: '/api/users', one: 'user' }

const openOf = ({ _id }: User) => ({ owner: _id, status: 'pending' })
const requestsOf = ({ name }: User, count: number) => `${name} has ${formatCount(count, 'open request')}`

export default function UserListScreen() {
  const list = usePagedList<User>({ api: resource.api, refetchInterval: waitingInterval })
  const auth = useAuth()
  const { act, remove } = useResource(resource)
  const [dialog, setDialog] = useState<ReactNode>()
  const close = () => setDialog(undefined)
  const hasLinks = useIdentityKind() === 'embedded'
  const isMe = ({ firebaseUid }: User) => typeof auth.state === 'object' && firebaseUid === auth.state.uid
  const readOnly = useReadOnly()
  const canMail = useCanMail()
  const rule = useSecondFactorRule()

  const countRequests = async (user: User): Promise<number | undefined> => {
    const counted = await act(() => adminCall(listPath('/api/contact', { ...openOf(user), limit: 1 })), {
      failed: 'Failed to fetch the requests of this user',
      reload: [],
    })
    return counted && (counted.answer.total ?? 0)
  }

  /** The open requests of a user, and a sentence on the dates to come that they teach. */
  const readWork = async (user: User) => {
    const teaching = act(() => teachingWords(user), { reload: [] })
    return [await countRequests(user), (await teaching)?.answer] as const
  }

  /** Asks first about a user with open requests, dates to come or connections, which would wait for someone who cannot sign in, or end. */
  const toggle = async (user: User) => {
    const [count, teaching] = user.active ? await readWork(user) : [0, '']
    if (count === undefined || teaching === undefined) return
    let requestsTo = ''
    const question = {
      question: `Deactivate ${user.name}?`,
      detail: `${teaching}This person is signed out and cannot sign in until you activate them again.${connectionsEnd(user)}`,
      links: count > 0 ? [{ to: listPath('/admin/contacts', openOf(user)), label: 'View requests' }] : [],
      field: count > 0 && <RequestsField user={user} count={count} keeps onChoose={(id) => (requestsTo = id)} />,
      action: 'Deactivate',
    }
    if ((count > 0 || teaching !== '' || user.connections) && !(await confirm(question))) return
    const json = { ...user, active: !user.active }
    await act(() => adminFetch(listPath(`/api/users/${user._id}`, { requestsTo }), { method: 'PUT', json }), {
      reload: [resource.api, '/api/contact'],
      done: `User ${user.active ? 'deactivated' : 'activated'} successfully`,
      failed: 'Failed to update user status',
    })
  }

  const changeRole = async (user: User, role: Role) => {
    if (!(await confirmOwner(role, user.name)) || !(await confirmLess(user, role))) return
    await act(() => adminFetch(`/api/users/${user._id}`, { method: 'PUT', json: { role } }), {
      done: `${user.name}: ${roleName(role)}`,
      failed: 'Failed to change the role',
    })
  }

  const removeFactor = async (user: User) => {
    const question = {
      question: `Remove 2FA for ${user.name}?`,
      detail:
        'Their authenticator app and passkeys stop working, and they are signed out everywhere. Their password is then enough to sign in. They and all owners get an email. Make sure that they asked for this.',
      action: 'Remove 2FA',
    }
    if (!(await confirm(question))) return
    await act(() => adminFetch(`/api/users/${user._id}/second-factor`, { method: 'DELETE' }), {
      done: `2FA removed for ${user.name}`,
    })
  }

  /** Makes a link for a user. The site mails it, after a question; without a mail server it is shown at once. */
  const sendLink = async (user: User, { call, title, question, detail, sent, lead }: LinkOf) => {
    if (canMail && !(await confirm({ question, detail, action: 'Send email', harmless: true }))) return
    const made = await act(
      () => adminFetch<{ link?: string | undefined }>(`/api/users/${user._id}/${call}`, { method: 'POST' }),
      { done: ({ link }) => (link === undefined ? sent : undefined) },
    )
    if (made?.answer.link !== undefined)
      setDialog(<LinkDialog title={title} lead={lead} link={made.answer.link} onClose={close} />)
  }

  const reassign = async (user: User) => {
    const open = await countRequests(user)
    if (open === undefined) return
    if (open === 0) notify('success', `${user.name} has no open requests`)
    else setDialog(<HandOverDialog owner={{ _id: user._id, name: user.name, open }} onClose={close} />)
  }

  const removeUser = async (user: User) => {
    const [count, teaching] = await readWork(user)
    if (count === undefined || teaching === undefined) return
    let requestsTo = ''
    const field = count > 0 && <RequestsField user={user} count={count} onChoose={(id) => (requestsTo = id)} />
    await remove(user._id, {
      name: `${user.name}, ${user.email}`,
      consequence: `${teaching}This person is signed out and cannot sign in again.${connectionsEnd(user)} Their content stays.`,
      field,
      query: () => ({ requestsTo }),
    })
  }

  const actionsOf = (user: User): RowAct[] => {
    if (isMe(user)) return []
    const { name, active, invitedUntil, secondFactor } = user
    const canLink = hasLinks && active
    return [
      canLink &&
        invitedUntil !== undefined && {
          icon: Send,
          short: 'Resend invitation',
          label: `Resend invitation to ${name}`,
          onClick: () => sendLink(user, invitationOf(user)),
        },
      canLink &&
        invitedUntil === undefined && {
          icon: Link2,
          short: 'Create reset link',
          label: `Create reset link for ${name}`,
          onClick: () => sendLink(user, resetOf(user)),
        },
      canLink &&
        secondFactor === true && {
          icon: ShieldOff,
          short: 'Remove 2FA',
          label: `Remove 2FA for ${name}`,
          onClick: () => removeFactor(user),
        },
      {
        icon: ArrowRightLeft,
        short: 'Reassign requests',
        label: `Reassign requests of ${name}`,
        place: 'menu',
        onClick: () => reassign(user),
      },
      { icon: Trash2, short: 'Delete', danger: true, onClick: () => removeUser(user) },
    ]
  }

  const columns: (Column<User> | false)[] = [
    { header: 'User', className: 'md:min-w-44', cell: (user) => <UserCell user={user} isMe={isMe(user)} /> },
    {
      header: 'Email',
      className: 'md:max-xl:hidden xl:min-w-52',
      cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
    },
    {
      header: 'Role',
      cell: (user) => (
        <RoleCell user={user} onChange={readOnly || isMe(user) ? undefined : (role) => changeRole(user, role)} />
      ),
    },
    rule !== undefined && {
      header: '2FA',
      className: 'max-md:has-data-usual:hidden',
      cell: (user) => <FactorCell user={user} required={rule.required} />,
    },
    {
      header: 'Status',
      cell: (user) => (
        <StatusCell
          user={user}
          onToggle={() => toggle(user)}
          locked={isMe(user) ? 'You cannot deactivate yourself' : undefined}
        />
      ),
    },
    {
      header: 'Created',
      cell: ({ createdAt }) => <LocalDate iso={createdAt} />,
      className: 'md:max-xl:hidden whitespace-nowrap',
    },
  ]

  return (
    <ListScreen
      title="Admin Users"
      what="users"
      create={{ label: 'New Admin', onClick: () => setDialog(<NewAdminDialog onClose={close} />) }}
      list={list}
      columns={columns.filter((column) => column !== false)}
      nameOf={({ name }) => name}
      {...(!readOnly && { actionsOf })}
      below={!readOnly && <SecondFactorRule />}
    >
      {dialog}
    </ListScreen>
  )
}

type RequestsFieldProps = {
  user: User
  count: number
  /** Whether the requests can stay theirs. */
  keeps?: boolean
  onChoose: (id: string) => void
}

function RequestsField({ user, count, keeps, onChoose }: RequestsFieldProps) {
  const [to, setTo] = useState('')
  return (
    <ColleagueSelect
      label={`${requestsOf(user, count)}. Assign to`}
      none={keeps ? `Keep assigned to ${user.name}` : 'Unassigned'}
      unassigned={keeps}
      but={user._id}
      value={to}
      onChoose={(id) => {
        setTo(id)
        onChoose(id)
      }}
    />
  )
}

type LinkOf = { call: string; title: string; question: string; detail: string; sent: string; lead: string }

const resetOf = ({ name, email, secondFactor }: User): LinkOf => ({
  call: 'reset-link',
  title: 'Reset link',
  question: `Send ${name} a reset link?`,
  detail: `We email a link to ${email}. It works once, within an hour, to choose a new password. Make sure that they asked for it.`,
  sent: `Reset link sent to ${email}`,
  lead: `Send ${name} this link yourself, because the site has no mail server. It works once, within an hour, to choose a new password.${secondFactor ? ' Their 2FA stays on.' : ''}`,
})

const invitationOf = ({ name, email }: User): LinkOf => ({
  call: 'invitation',
  title: 'Invitation link',
  question: `Resend the invitation to ${name}?`,
  detail: `We email a new link to ${email}. It works once, within 72 hours. The previous link stops working.`,
  sent: `Invitation sent to ${email}`,
  lead: `Send ${name} this link yourself, because the site has no mail server. It works once, within 72 hours. The previous link no longer works.`,
})
