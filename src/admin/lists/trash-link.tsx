import { Trash2 } from 'lucide-react'
import { ButtonLink } from '#ui/button.tsx'

/** Leads from a list to the trash, in which its deleted records are. */
export const TrashLink = () => (
  <ButtonLink to="/admin/trash" variant="quiet" size="small">
    <Trash2 aria-hidden="true" className="size-4" />
    Trash
  </ButtonLink>
)
