import type { ReactNode } from 'react'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { FormButtons } from '#admin/fields/small-form.tsx'
import { useFileDrop } from '#admin/media/picture-drop.tsx'

type DialogFormProps = {
  title: string
  action: string
  disabled?: boolean
  /** Whether its height changes while a person types. */
  grows?: boolean
  further?: ReactNode
  /** Takes files that are dropped anywhere on the form, which the browser would open in place of the page. */
  onFiles?: (files: File[]) => void
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form that changes the text. It submits only itself, and not the record's form around the editor. */
export function DialogForm({
  title,
  grows,
  onFiles = () => {},
  onSubmit,
  onClose,
  children,
  ...buttons
}: DialogFormProps) {
  const { target } = useFileDrop(onFiles)
  return (
    <Dialog open onClose={onClose} title={title} grows={grows}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          onSubmit()
        }}
        {...target}
        noValidate
        className="grid gap-4"
      >
        {children}
        <FormButtons {...buttons} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
