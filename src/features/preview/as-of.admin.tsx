import { type FormEvent, useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { TimeInput } from '#admin/forms/schedule-field.tsx'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/toasts.ts'

/** Opens the site as it will be at a time. */
export default function AsOfScreen() {
  const [at, setAt] = useState('')
  const open = async (event: FormEvent) => {
    event.preventDefault()
    try {
      const { url } = await adminFetch<{ url: string }>('/api/as-of', { method: 'POST', json: { at } })
      window.open(url, '_blank', 'noopener')
    } catch (error) {
      notify('error', (error as Error).message)
    }
  }
  return (
    <>
      <h1 className="text-h1">See the site as of a time</h1>
      <p className="mt-1 text-muted">
        The site opens in a new tab, with everything that is scheduled until then. Only you see it.
      </p>
      <form className="mt-4 flex flex-wrap items-end gap-2" onSubmit={open}>
        <TimeInput label="See the site as of" value={at} onChange={setAt} optional />
        <Button type="submit" variant="secondary" size="small" disabled={at === ''}>
          Open
        </Button>
      </form>
    </>
  )
}
