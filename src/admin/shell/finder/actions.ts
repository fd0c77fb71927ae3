import { useContext } from 'react'
import { downloadFile } from '#admin/api/download-file.ts'
import { RoleContext } from '#admin/session/permissions.ts'
import { useLogout } from '#admin/shell/use-logout.ts'
import { may } from '#contract/roles.ts'
import { notify } from '#ui/toasts.ts'

/** Actions of the finder without a screen. */
export type FinderAction = { label: string; run: () => void }

const exported = (label: string, path: string, fileName: string): FinderAction => ({
  label,
  run: () => void downloadFile(path, fileName).catch((error: Error) => notify('error', error.message)),
})

const exports = [
  exported('Export contacts', '/api/contact.csv', 'contacts.csv'),
  exported('Export subscribers', '/api/newsletter/subscribers.csv', 'subscribers.csv'),
]

/** The actions of a role; those that make a record are screens. */
export function useFinderActions(): FinderAction[] {
  const role = useContext(RoleContext)
  const logout = useLogout()
  return [
    ...(may(role, 'writeContacts') ? exports : []),
    // The switch in the bar has the one implementation, which works before the client has loaded.
    {
      label: 'Switch between light and dark',
      run: () => document.querySelector<HTMLElement>('[data-scheme-switch]')?.click(),
    },
    { label: 'Log out', run: logout },
  ]
}
