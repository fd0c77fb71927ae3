import { Download } from 'lucide-react'
import { useState } from 'react'
import { downloadFile } from '#admin/api/admin-calls.ts'
import { formatNumber } from '#admin/format.ts'
import { useReadOnly } from '#admin/session/permissions.ts'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/toasts.ts'

type ExportButtonProps = {
  list: { filtered: boolean; total: number | undefined; shownPath: (path: string) => string }
  /** The call that answers the table as CSV. */
  path: string
  fileName: string
  failure: string
}

/** Downloads the rows that match the search and the filters as CSV. The button shows their number. */
export function ExportButton({ list: { filtered, total = 0, shownPath }, path, fileName, failure }: ExportButtonProps) {
  const [busy, setBusy] = useState(false)
  const readOnly = useReadOnly()
  const download = async () => {
    setBusy(true)
    await downloadFile(shownPath(path), fileName)
      .catch(() => notify('error', failure))
      .finally(() => setBusy(false))
  }
  // Read-only roles cannot export personal data.
  if (readOnly) return null
  return (
    <Button
      variant="secondary"
      size="small"
      busy={busy}
      disabled={filtered && total === 0}
      title={filtered ? 'Only rows that match the search and filters' : 'The whole list'}
      onClick={download}
    >
      {!busy && <Download aria-hidden="true" className="size-4" />}
      Export CSV{filtered && ` (${formatNumber(total)} shown)`}
    </Button>
  )
}
