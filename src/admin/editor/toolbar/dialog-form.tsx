import type { BaseSyntheticEvent, ComponentProps } from 'react'
import { FormDialog } from '#admin/fields/small-form.tsx'
import { useFileDrop } from '#admin/media/picture-drop.tsx'

type DialogFormProps = Omit<ComponentProps<typeof FormDialog>, 'form' | 'attributes'> & {
  /** Takes files that are dropped anywhere on the form, which the browser would open in place of the page. */
  onFiles?: (files: File[]) => void
  onSubmit: () => void
}

/** A dialog with a form that changes the text. */
export function DialogForm({ onFiles = () => {}, onSubmit, ...dialog }: DialogFormProps) {
  const { target } = useFileDrop(onFiles)
  const form = {
    busy: false,
    message: undefined,
    async onSubmit(event?: BaseSyntheticEvent) {
      event?.preventDefault()
      onSubmit()
    },
  }
  return <FormDialog {...dialog} form={form} attributes={target} />
}
