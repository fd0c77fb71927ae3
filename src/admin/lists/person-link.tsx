import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { notify } from '#ui/toasts.ts'

/** Opens all that is stored about an address. It is a button, because the server makes the key of the path only on request. */
export function PersonLink({ email, children }: { email: string; children: ReactNode }) {
  const navigate = useNavigate()
  const open = async () => {
    try {
      const { key } = await adminFetch<{ key: string }>('/api/persons/find', { method: 'POST', json: { email } })
      navigate(`/admin/persons/${key}`)
    } catch (error) {
      notify('error', (error as Error).message)
    }
  }
  return (
    <button type="button" className="link-quiet text-left wrap-anywhere hover:text-primary" onClick={open}>
      {children}
    </button>
  )
}
