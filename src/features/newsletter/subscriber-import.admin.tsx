import { useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { invalidateAdmin } from '#admin/api/queries.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import type { ImportAnswer } from './newsletter.contract.ts'
import { ImportResult } from './subscriber-import-result.admin.tsx'

/** Imports a CSV file of addresses: shows the expected columns first, and the result afterwards. */
export function SubscriberImport() {
  const input = useRef<HTMLInputElement>(null)
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [result, setResult] = useState<ImportAnswer>()

  function ask() {
    setFailure(undefined)
    setResult(undefined)
    setOpen(true)
  }

  async function take({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (!file) return
    ask()
    setBusy(true)
    try {
      const csv = await file.text()
      setResult(await adminFetch<ImportAnswer>('/api/newsletter/subscribers/import', { method: 'POST', json: { csv } }))
      await invalidateAdmin(client, '/api/newsletter')
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'Failed to import subscribers')
    } finally {
      setBusy(false)
      // Without this, choosing the same file again would not be a change.
      target.value = ''
    }
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        aria-label="File of addresses"
        className="sr-only"
        tabIndex={-1}
        onChange={take}
      />
      <Button variant="secondary" size="small" onClick={ask}>
        <Upload aria-hidden="true" className="size-4" />
        Import CSV
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Import subscribers">
        {failure && (
          <div className="mb-4">
            <Alert tone="error">{failure}</Alert>
          </div>
        )}
        {result ? <ImportResult result={result} /> : <ExpectedColumns />}
        <div className="mt-6 flex justify-end gap-2">
          <Button variant="secondary" size="small" onClick={() => setOpen(false)}>
            {result ? 'Done' : 'Cancel'}
          </Button>
          {!result && (
            <Button size="small" busy={busy} onClick={() => input.current?.click()}>
              Choose a file
            </Button>
          )}
        </div>
      </Dialog>
    </>
  )
}

const ExpectedColumns = () => (
  <>
    <p className="text-muted">
      A CSV or text file with columns separated by commas, semicolons or tabs. Only these two columns are read:
    </p>
    <dl className="mt-3 divide-y divide-line border-y border-line">
      <Column name="Email">One address per line. Without this heading, the first column is read.</Column>
      <Column name="State">
        Optional: confirmed, pending, unsubscribed or bounced. Without it, each address counts as confirmed.
      </Column>
    </dl>
    <p className="mt-3 text-small text-muted">
      Existing addresses do not change, and unsubscribed ones stay unsubscribed. Import only addresses whose owners
      agreed to receive your messages.
    </p>
  </>
)

const Column = ({ name, children }: { name: string; children: string }) => (
  <div className="grid grid-cols-[4.5rem_1fr] gap-3 py-2.5">
    <dt className="font-mono text-small">{name}</dt>
    <dd className="text-small">{children}</dd>
  </div>
)
