import { Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'

const ShareDialog = lazy(() => import('./share-dialog.tsx'))

type ShareButtonProps = {
  /** The path of the record's calls. */
  path: string
  /** The form has changes that a link would not show. */
  unsaved: boolean
}

/** Opens the preview links of a record; in a form's bar. */
export function ShareButton(props: ShareButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="px-2.5!"
        aria-haspopup="dialog"
        title="Show this to somebody before it is public"
        onClick={() => setOpen(true)}
      >
        <Share2 aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">Share preview</span>
      </Button>
      {open && (
        <Suspense>
          <ShareDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
