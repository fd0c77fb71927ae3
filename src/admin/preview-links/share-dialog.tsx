import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { LinkOnce } from '#admin/dialogs/link-once.tsx'
import { LocalDateTime } from '#admin/time.tsx'
import { type CreatedPreviewLink, type PreviewLink, previewDays } from '#contract/unpublished.ts'
import { Button } from '#ui/button.tsx'

type ShareDialogProps = { path: string; unsaved: boolean; onClose: () => void }

export default function ShareDialog({ path, unsaved, onClose }: ShareDialogProps) {
  const api = `${path}/preview-links`
  const { data, isError } = useQuery(adminQuery<{ links: PreviewLink[] }>(api))
  const [made, setMade] = useState<CreatedPreviewLink | null>(null)
  const { act, busy } = useAct({ reload: api })

  const make = async (days: number) => {
    const link = await act(() => adminFetch<CreatedPreviewLink>(api, { method: 'POST', json: { days } }), {
      failed: 'Failed to create the link',
    })
    if (link) setMade(link.answer)
  }
  const revoke = async ({ _id }: PreviewLink) => {
    await act(() => adminFetch(`${api}/${_id}`, { method: 'DELETE' }), { failed: 'Failed to revoke the link' })
    if (made?._id === _id) setMade(null)
  }
  return (
    <Dialog
      open
      title="Share a preview"
      description="Anyone with the link can see the saved version, including unpublished changes, without signing in. Search engines do not index it."
      onClose={onClose}
    >
      {unsaved && (
        <p className="mb-4 rounded-control bg-warning-soft px-3 py-2 text-small text-warning">
          The link does not include your unsaved changes. Save them first.
        </p>
      )}
      <fieldset className="flex flex-wrap items-center gap-2">
        <legend className="mb-2 font-[560]">Create a link that expires after</legend>
        {previewDays.map((days) => (
          <Button key={days} variant="secondary" disabled={busy} onClick={() => make(days)}>
            {days === 1 ? '1 day' : `${days} days`}
          </Button>
        ))}
      </fieldset>
      {made && <LinkOnce key={made._id} address={new URL(made.path, window.location.origin).href} />}
      <h3 className="mt-6 mb-1 font-[560]">Active links</h3>
      {isError && <p className="text-danger">The links could not be loaded.</p>}
      {data?.links.length === 0 && <p className="text-muted">No active links.</p>}
      <ul className="divide-y divide-line">
        {data?.links.map((link) => (
          <li key={link._id} className="flex items-center justify-between gap-3 py-2">
            <p className="min-w-0 text-small">
              Expires <LocalDateTime iso={link.expiresAt} />
              <span className="block text-muted">
                by {link.by}, <LocalDateTime iso={link.createdAt} />
              </span>
            </p>
            <Button variant="quiet" className="text-danger!" disabled={busy} onClick={() => revoke(link)}>
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
