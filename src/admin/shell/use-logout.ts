import { useQueryClient } from '@tanstack/react-query'
import { getIdentity } from '#admin/session/get-identity.ts'
import { notify } from '#ui/toasts.ts'

/** Signs out, and removes the data of the back office from memory. */
export function useLogout() {
  const client = useQueryClient()
  return async () => {
    try {
      await (await getIdentity()).signOut()
      client.removeQueries({ queryKey: ['admin'] })
      notify('success', 'Successfully logged out')
    } catch {
      notify('error', 'Failed to log out')
    }
  }
}
