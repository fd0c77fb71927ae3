import { Download } from 'lucide-react'
import { useState } from 'react'
import { downloadFile } from '#admin/api/download-file.ts'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/toasts.ts'

type DownloadButtonProps = { label: string; path: string; fileName: string; failure: string }

/** Downloads a file of the API as the signed-in member of staff. */
export function DownloadButton({ label, path, fileName, failure }: DownloadButtonProps) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    await downloadFile(path, fileName)
      .catch(() => notify('error', failure))
      .finally(() => setBusy(false))
  }
  return (
    <Button variant="secondary" size="small" busy={busy} onClick={download}>
      {!busy && <Download aria-hidden="true" className="size-4" />}
      {label}
    </Button>
  )
}
