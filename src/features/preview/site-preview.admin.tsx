import { type FormEvent, useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { TimeInput } from '#admin/forms/schedule-field.tsx'
import { Button } from '#ui/button.tsx'

/** Opens the site as it will be at a time. */
export default function SitePreviewScreen() {
  const [at, setAt] = useState('')
  const { act } = useAct()
  const open = (event: FormEvent) => {
    event.preventDefault()
    return act(async () => {
      const { url } = await adminFetch<{ url: string }>('/api/as-of', { method: 'POST', json: { at } })
      window.open(url, '_blank', 'noopener')
    })
  }
  return (
    <>
      <h1 className="text-h1">Preview site on a date</h1>
      <p className="mt-1 text-muted">
        The site opens in a new tab, with everything that is scheduled to appear by then. Only you see it.
      </p>
      <form className="mt-4 flex flex-wrap items-end gap-2" onSubmit={open}>
        <TimeInput label="Date and time" value={at} onChange={setAt} optional />
        <Button type="submit" variant="secondary" size="small" disabled={at === ''}>
          Open preview
        </Button>
      </form>
    </>
  )
}
