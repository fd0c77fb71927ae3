import { Download } from 'lucide-react'
import type { ComponentProps } from 'react'
import { downloadFile } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { formatNumber } from '#admin/format.ts'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { Button } from '#ui/button.tsx'

type DownloadButtonProps = Omit<ComponentProps<typeof Button>, 'busy' | 'onClick'> & {
  path: string
  fileName: string
  failure: string
}

export function DownloadButton({ path, fileName, failure, children, ...button }: DownloadButtonProps) {
  const { act, busy } = useAct()
  const download = () => act(() => downloadFile(path, fileName), { failed: failure })
  return (
    <Button variant="secondary" size="small" {...button} busy={busy} onClick={download}>
      {!busy && <Download aria-hidden="true" className="size-4" />}
      {children}
    </Button>
  )
}

type ExportButtonProps = {
  list: { filtered: boolean; total: number | undefined; shownPath: (path: string) => string }
  path: string
  fileName: string
  failure: string
}

/** Downloads the rows that match the search and the filters as CSV. The button shows their number. */
export function ExportButton({ list: { filtered, total, shownPath }, path, ...file }: ExportButtonProps) {
  // Read-only roles cannot export personal data.
  if (useReadOnly() || (total === 0 && !filtered)) return null
  return (
    <DownloadButton
      {...file}
      path={shownPath(path)}
      disabled={total === 0}
      title={filtered ? 'Only rows that match the search and filters' : 'The whole list'}
    >
      Export CSV{filtered && ` (${formatNumber(total ?? 0)} shown)`}
    </DownloadButton>
  )
}
