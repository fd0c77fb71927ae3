import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import type { MediaItem } from '#contract/media-library.ts'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/toasts.ts'
import { FocalPoint } from './focal-point.tsx'

/** Moves the focal point of a picture of the library, and saves it at once: it belongs to the picture, wherever that is used. */
export function FocalPointDialog({ item, onClose }: { item: MediaItem; onClose: () => void }) {
  const client = useQueryClient()
  const [{ x, y }, move] = useState({ x: item.focalX, y: item.focalY })
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      const json = { focalX: x, focalY: y }
      await adminFetch(`/api/media/${item._id}`, { method: 'PUT', json, ifMatch: item.version })
      notify('success', 'Saved')
      onClose()
      await client.invalidateQueries()
    } catch (error) {
      notify('error', (error as Error).message)
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} title="Focal point">
      <FocalPoint item={item} x={x} y={y} onChange={(nextX, nextY) => move({ x: nextX, y: nextY })} />
      <p className="mt-2 text-small text-muted">
        Every crop of this picture keeps this point, wherever it is used. Click to move it, or use the arrow keys.
      </p>
      <div className="mt-5 flex justify-end">
        <Button size="small" busy={busy} onClick={save}>
          Save
        </Button>
      </div>
    </Dialog>
  )
}
