import { useMutation } from '@tanstack/react-query'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { LinkOnce } from '#admin/dialogs/link-once.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import type { ResetLink, User } from './users.contract.ts'

/** Makes a password reset link for a colleague. */
export function ResetLinkDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => adminFetch<ResetLink>(`/api/users/${user._id}/reset-link`, { method: 'POST' }),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Make a reset link"
      description={`${user.name} can use it once, within an hour, to choose a new password. Make sure that they asked for it.`}
    >
      {error && <Alert tone="error">{error.message}</Alert>}
      {data?.link && (
        <>
          <p>This site has no mail server, so send them the link yourself.</p>
          <LinkOnce address={data.link} />
        </>
      )}
      {data && !data.link && <Alert tone="success">The link is on its way to {user.email}.</Alert>}
      <div className="mt-5 flex justify-end gap-2">
        <Button variant="secondary" size="small" onClick={onClose}>
          {data ? 'Done' : 'Cancel'}
        </Button>
        {!data && (
          <Button size="small" busy={isPending} onClick={() => mutate()}>
            Make the link
          </Button>
        )}
      </div>
    </Dialog>
  )
}
