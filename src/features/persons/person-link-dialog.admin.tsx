import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { LinkOnce } from '#admin/dialogs/link-once.tsx'
import { Checkbox } from '#admin/forms/controls.tsx'
import { useCanMail } from '#admin/session/use-auth.ts'
import { LocalDateTime } from '#admin/time.tsx'
import { countsInWords, noteKind, type PersonAnswer } from '#contract/persons.ts'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/toasts.ts'
import type { MadePersonLink, PersonLink } from './persons.contract.ts'

type PersonLinkDialogProps = { person: PersonAnswer; onClose: () => void }

/** Makes links with which a person downloads their data, and lists those that work. */
export function PersonLinkDialog({ person: { key, email, counts }, onClose }: PersonLinkDialogProps) {
  const api = `/api/persons/${encodeURIComponent(key)}/links`
  const { data, isError } = useQuery(adminQuery<{ links: PersonLink[] }>(api))
  const [made, setMade] = useState<MadePersonLink>()
  const [leaveOut, setLeaveOut] = useState(false)
  const { act, busy } = useAct({ reload: api })
  const canMail = useCanMail()
  const notes = counts.filter(({ kind }) => kind === noteKind)

  const make = async (send: boolean) => {
    const json = { notes: notes.length > 0 && !leaveOut, send }
    const link = await act(() => adminFetch<MadePersonLink>(api, { method: 'POST', json }), {
      done: send ? `Link sent to ${email}` : undefined,
    })
    if (link) setMade(send ? undefined : link.answer)
  }
  const revoke = async ({ _id }: PersonLink) => {
    const revoked = await act(() => adminFetch(`${api}/${_id}`, { method: 'DELETE' }), { done: 'Link revoked' })
    if (revoked && made?._id === _id) setMade(undefined)
  }
  return (
    <Dialog
      open
      title="Link to their data"
      description={`Anyone with the link can read and download everything stored about ${email} today, without signing in. It expires in 7 days.`}
      onClose={onClose}
    >
      {notes.length > 0 && (
        <div className="mb-4">
          <Checkbox
            label="Leave out internal notes"
            hint={`Includes ${countsInWords(notes)} by colleagues. People may have a right to read notes about themselves; the page says how many are left out.`}
            checked={leaveOut}
            onChange={({ target }) => setLeaveOut(target.checked)}
          />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {canMail && (
          <Button size="small" busy={busy} onClick={() => make(true)}>
            Send by email
          </Button>
        )}
        <Button
          size="small"
          variant={canMail || made ? 'secondary' : 'primary'}
          busy={busy}
          onClick={() => make(false)}
        >
          Create a link
        </Button>
      </div>
      {made?.url && <LinkOnce key={made._id} address={made.url} />}
      {made?.mail && <ReadyMail {...made.mail} />}
      <h3 className="mt-6 mb-1 font-[560]">Active links</h3>
      {isError && <p className="text-danger">The links could not be loaded.</p>}
      {data?.links.length === 0 && <p className="text-muted">No active links.</p>}
      <ul className="divide-y divide-line">
        {data?.links.map((link) => (
          <ActiveLink key={link._id} link={link}>
            <Button
              variant="quiet"
              size="small"
              className="text-danger!"
              disabled={busy}
              aria-label={`Revoke the link by ${link.by}`}
              onClick={() => revoke(link)}
            >
              Revoke
            </Button>
          </ActiveLink>
        ))}
      </ul>
    </Dialog>
  )
}

const ActiveLink = ({
  link: { by, createdAt, expiresAt, notes },
  children,
}: {
  link: PersonLink
  children: ReactNode
}) => (
  <li className="flex items-center justify-between gap-3 py-2">
    <p className="min-w-0 text-small">
      Expires <LocalDateTime iso={expiresAt} />
      {notes && ', with notes'}
      <span className="block text-muted">
        by {by}, <LocalDateTime iso={createdAt} />
      </span>
    </p>
    {children}
  </li>
)

/** A message with the link, for the mail program of staff. */
function ReadyMail({ subject, text }: NonNullable<MadePersonLink['mail']>) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${subject}\n\n${text}`)
      setCopied(true)
    } catch {
      notify('error', 'Copying failed. Select the text and copy it.')
    }
  }
  return (
    <details className="mt-3">
      <summary className="w-fit text-small text-muted hover:text-ink pointer-coarse:py-3">
        Email to send it with
      </summary>
      <p className="mt-2 text-small font-[560] wrap-anywhere">{subject}</p>
      <p className="mt-1 text-small whitespace-pre-line wrap-anywhere">{text}</p>
      <Button variant="secondary" size="small" className="mt-2" onClick={copy}>
        {copied ? 'Copied' : 'Copy email'}
      </Button>
    </details>
  )
}
