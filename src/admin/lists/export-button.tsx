import { formatNumber } from '#admin/format.ts'
import { useReadOnly } from '#admin/session/permissions.ts'
import { DownloadButton } from './download-button.tsx'

type ExportButtonProps = {
  list: { filtered: boolean; total: number | undefined; shownPath: (path: string) => string }
  /** The call that answers the table as CSV. */
  path: string
  fileName: string
  failure: string
}

/** Downloads the rows that match the search and the filters as CSV. The button shows their number. */
export function ExportButton({ list: { filtered, total = 0, shownPath }, path, ...file }: ExportButtonProps) {
  // Read-only roles cannot export personal data.
  if (useReadOnly()) return null
  return (
    <DownloadButton
      {...file}
      path={shownPath(path)}
      disabled={filtered && total === 0}
      title={filtered ? 'Only rows that match the search and filters' : 'The whole list'}
    >
      Export CSV{filtered && ` (${formatNumber(total)} shown)`}
    </DownloadButton>
  )
}
