import type { LucideIcon } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'

type DialogButtonProps = {
  icon: LucideIcon
  /** In a narrow window it is for screen readers only. */
  label: string
  title: string
  dialog: (onClose: () => void) => ReactNode
}

/** Opens a dialog whose code is loaded then; in a form's bar. */
export function DialogButton({ icon: Icon, label, title, dialog }: DialogButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="px-2.5!"
        aria-haspopup="dialog"
        title={title}
        onClick={() => setOpen(true)}
      >
        <Icon aria-hidden="true" className="size-4" />
        <span className="max-lg:sr-only">{label}</span>
      </Button>
      {open && <Suspense>{dialog(() => setOpen(false))}</Suspense>}
    </>
  )
}
