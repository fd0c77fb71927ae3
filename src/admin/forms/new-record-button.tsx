import { useNavigate } from 'react-router'
import { useMay } from '#admin/session/permissions.ts'
import type { Permission } from '#contract/roles.ts'
import { Button } from '#ui/button.tsx'

type NewRecordButtonProps = {
  /** The path of the form: '/admin/letters/new'. */
  path: string
  /** The values that the form begins with, by its fields. */
  values: Record<string, string>
  /** Without this permission there is no button. */
  needs: Permission
  children: string
}

/** A button that opens the form of a new record with some values. */
export function NewRecordButton({ path, values, needs, children }: NewRecordButtonProps) {
  const navigate = useNavigate()
  if (!useMay(needs)) return null
  return (
    <Button variant="secondary" size="small" onClick={() => navigate(path, { state: { values } })}>
      {children}
    </Button>
  )
}
