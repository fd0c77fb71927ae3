import { Check } from 'lucide-react'
import { useBulk } from '#admin/lists/bulk.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { Button } from '#ui/button.tsx'

/** Resolves all open messages of a person, who often writes a second one about the same. */
export function ResolveAll({ requests }: { requests: { _id: string; version?: number | undefined }[] }) {
  const readOnly = useReadOnly()
  const { run, busy, failures } = useBulk({
    resource: { api: '/api/contact', one: 'contact' },
    one: 'request',
    nameOf: () => '',
    selection: { selected: requests, only: () => {} },
    reload: ['/api/contact', '/api/persons'],
  })
  if (readOnly || requests.length < 2) return null
  const undo = () => ({ action: 'pending' })
  const resolve = { action: 'resolved', label: 'Resolve', done: 'resolved', icon: Check, undo }
  return (
    <>
      <Button size="small" variant="secondary" className="w-fit" busy={busy} onClick={() => run(resolve)}>
        Resolve all {requests.length} open messages
      </Button>
      {failures.map(({ id, message }) => (
        <p key={id} role="alert" className="text-small text-danger">
          {message}
        </p>
      ))}
    </>
  )
}
