import { type ReactNode, useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { Dialog, DialogFoot } from '#admin/dialogs/dialog.tsx'
import { LinkOnce } from '#admin/dialogs/link-once.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/toasts.ts'
import type { Invited, ResetLink, User } from './users.contract.ts'

type NewLink = { link?: string | undefined }

type LinkDialogProps = {
  title: string
  description: string
  action: string
  /** Makes the link. The answer has it where there is no mail server, and it is shown once. */
  make: () => Promise<NewLink>
  lead: ReactNode
  /** Shown once a message with the link is queued. */
  sent: ReactNode
  onClose: () => void
}

function LinkDialog({ title, description, action, make, lead, sent, onClose }: LinkDialogProps) {
  const { act, busy, failure } = useAct({ inPlace: true, reload: '/api/users' })
  const [made, setMade] = useState<NewLink>()
  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      {failure && <Alert tone="error">{failure}</Alert>}
      {made?.link && (
        <>
          <p>{lead}</p>
          <LinkOnce address={made.link} />
        </>
      )}
      {made && !made.link && sent}
      <DialogFoot>
        <Button variant="secondary" size="small" onClick={onClose}>
          {made ? 'Done' : 'Cancel'}
        </Button>
        {!made && (
          <Button size="small" busy={busy} onClick={() => act(async () => setMade(await make()))}>
            {action}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}

type DialogProps = { user: User; onClose: () => void }

export const ResetLinkDialog = ({ user, onClose }: DialogProps) => (
  <LinkDialog
    title="Make a reset link"
    description={`${user.name} can use it once, within an hour, to choose a new password. ${user.secondFactor ? 'Their second factor stays. ' : ''}Make sure that they asked for it.`}
    action="Make the link"
    make={() => adminFetch<ResetLink>(`/api/users/${user._id}/reset-link`, { method: 'POST' })}
    lead="This site has no mail server, so send them the link yourself."
    sent={<Alert tone="success">The link is on its way to {user.email}.</Alert>}
    onClose={onClose}
  />
)

export const SendAgainDialog = ({ user, onClose }: DialogProps) => (
  <LinkDialog
    title="Send the invitation again"
    description={`${user.name} gets a new link. It works once, within 72 hours. The previous link stops working.`}
    action="Send again"
    make={async () => {
      const made = await adminFetch<Invited>(`/api/users/${user._id}/invitation`, { method: 'POST' })
      if (made.link === undefined) {
        notify('success', `Invitation sent to ${user.email}`)
        onClose()
      }
      return made
    }}
    lead={`This site has no mail server, so send ${user.name} the link yourself.`}
    sent={null}
    onClose={onClose}
  />
)
