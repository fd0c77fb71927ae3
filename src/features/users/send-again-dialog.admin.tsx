import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { invalidateAdmin } from '#admin/api/queries.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { LinkOnce } from '#admin/dialogs/link-once.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/toasts.ts'
import type { Invited, User } from './users.contract.ts'

/** Sends the invitation of a colleague again. Without a mail server the link is shown once. */
export function SendAgainDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => adminFetch<Invited>(`/api/users/${user._id}/invitation`, { method: 'POST' }),
    async onSuccess({ link }) {
      await invalidateAdmin(client, '/api/users')
      if (link !== undefined) return
      notify('success', `Invitation sent to ${user.email}`)
      onClose()
    },
  })
  const link = data?.link
  return (
    <Dialog
      open
      onClose={onClose}
      title="Send the invitation again"
      description={`${user.name} gets a new link. It works once, within 72 hours. The previous link stops working.`}
    >
      {error && <Alert tone="error">{error.message}</Alert>}
      {link !== undefined && (
        <>
          <p>This site has no mail server, so send {user.name} the link yourself.</p>
          <LinkOnce address={link} />
        </>
      )}
      <div className="mt-5 flex justify-end gap-2">
        <Button variant="secondary" size="small" onClick={onClose}>
          {link === undefined ? 'Cancel' : 'Done'}
        </Button>
        {link === undefined && (
          <Button size="small" busy={isPending} onClick={() => mutate()}>
            Send again
          </Button>
        )}
      </div>
    </Dialog>
  )
}
