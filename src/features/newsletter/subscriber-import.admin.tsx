import { useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { adminFetch } from '#admin/api/client.ts'
import { invalidateAdmin } from '#admin/api/queries.ts'
import { formatNumber } from '#admin/format.ts'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/toasts.ts'
import type { ImportAnswer } from './newsletter.contract.ts'

/** Imports a CSV file of addresses and shows the result. */
export function SubscriberImport() {
  const input = useRef<HTMLInputElement>(null)
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function take({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (!file) return
    setBusy(true)
    try {
      const csv = await file.text()
      const answer = await adminFetch<ImportAnswer>('/api/newsletter/subscribers/import', {
        method: 'POST',
        json: { csv },
      })
      notify('success', summary(answer))
      if (answer.faulty > 0) notify('error', faults(answer))
      await invalidateAdmin(client, '/api/newsletter')
    } catch (error) {
      notify('error', error instanceof Error ? error.message : 'Failed to import subscribers')
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
        aria-label="Table of addresses"
        className="sr-only"
        tabIndex={-1}
        onChange={take}
      />
      <Button variant="secondary" size="small" busy={busy} onClick={() => input.current?.click()}>
        {!busy && <Upload aria-hidden="true" className="size-4" />}
        Import CSV
      </Button>
    </>
  )
}

const summary = ({ added, known }: ImportAnswer) =>
  `${formatNumber(added)} added${known > 0 ? `, ${formatNumber(known)} known already and left as they are` : ''}`

const faults = ({ faulty, faults: [first] }: ImportAnswer) =>
  `${faulty} ${faulty === 1 ? 'line holds' : 'lines hold'} no address${first ? `, the first is line ${first.line}: ${first.text}` : ''}`
