import { Share2 } from 'lucide-react'
import { lazy } from 'react'
import { DialogButton } from '#admin/dialogs/dialog-button.tsx'

const ShareDialog = lazy(() => import('./share-dialog.tsx'))

type ShareButtonProps = {
  /** The path of the record's calls. */
  path: string
  /** The form has changes that a link would not show. */
  unsaved: boolean
}

/** Opens the preview links of a record; in a form's bar. */
export const ShareButton = (props: ShareButtonProps) => (
  <DialogButton
    icon={Share2}
    label="Share preview"
    title="Share it before it is public"
    dialog={(onClose) => <ShareDialog {...props} onClose={onClose} />}
  />
)
