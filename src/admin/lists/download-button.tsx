import { Download } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { downloadFile } from '#admin/api/admin-calls.ts'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/toasts.ts'
import { failureOf } from '#web/http.ts'

type DownloadButtonProps = Omit<ComponentProps<typeof Button>, 'busy' | 'onClick'> & {
  /** The call that answers the file. */
  path: string
  fileName: string
  failure: string
}

/** Downloads a file of the API. */
export function DownloadButton({ path, fileName, failure, children, ...button }: DownloadButtonProps) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    await downloadFile(path, fileName)
      .catch((error: unknown) => notify('error', failureOf(error, failure)))
      .finally(() => setBusy(false))
  }
  return (
    <Button variant="secondary" size="small" {...button} busy={busy} onClick={download}>
      {!busy && <Download aria-hidden="true" className="size-4" />}
      {children}
    </Button>
  )
}
