import type { DragEvent, ReactNode } from 'react'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { FormButtons } from '#admin/fields/small-form.tsx'

type DialogFormProps = {
  title: string
  action: string
  disabled?: boolean
  /** Whether its height changes while somebody types. */
  grows?: boolean
  further?: ReactNode
  /** Takes files that are dropped anywhere on the form, which the browser would open in place of the page. */
  onFiles?: (files: File[]) => void
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form that changes the text. It submits only itself, and not the record's form around the editor. */
export const DialogForm = ({
  title,
  action,
  disabled,
  grows,
  further,
  onFiles,
  onSubmit,
  onClose,
  children,
}: DialogFormProps) => (
  <Dialog open onClose={onClose} title={title} grows={grows}>
    <form
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onSubmit()
      }}
      {...(onFiles && {
        onDragOver: (event: DragEvent) => event.preventDefault(),
        onDrop: (event: DragEvent) => {
          event.preventDefault()
          onFiles([...event.dataTransfer.files])
        },
      })}
      noValidate
      className="grid gap-4"
    >
      {children}
      <FormButtons action={action} disabled={disabled} further={further} onCancel={onClose} />
    </form>
  </Dialog>
)
