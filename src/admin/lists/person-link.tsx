import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { useMayOpen } from '#ui/link.tsx'

const personPath = (key: string) => `/admin/persons/${key}`

/** Opens all that is stored about an address. It is a button, because the server makes the key of the path only on request. */
export function PersonLink({ email, children }: { email: string | undefined; children: ReactNode }) {
  const navigate = useNavigate()
  const mayOpen = useMayOpen()
  const { act } = useAct()
  const open = async () => {
    const { key } = await adminFetch<{ key: string }>('/api/persons/find', { method: 'POST', json: { email } })
    navigate(personPath(key))
  }
  if (email === undefined || !mayOpen(personPath('x'))) return children
  return (
    <button type="button" className="link-quiet text-left wrap-anywhere hover:text-primary" onClick={() => act(open)}>
      {children}
    </button>
  )
}
