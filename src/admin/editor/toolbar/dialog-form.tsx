import type { Editor } from '@tiptap/react'
import { type BaseSyntheticEvent, type ComponentProps, useState } from 'react'
import { FormDialog } from '#admin/fields/small-form.tsx'
import { useFileDrop } from '#admin/media/picture-sources.tsx'
import { videoIn } from '#contract/videos.ts'
import { TextInput } from '#ui/field.tsx'

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

/** The reason for which something in a dialog failed, if it did. */
export const Failure = ({ children }: { children: string | undefined }) => (
  <p role="alert" className="text-small text-danger empty:hidden">
    {children}
  </p>
)

/** Asks for the address of a new video, or changes that of the selected one. */
export function VideoDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const present = editor.isActive('video') ? String(editor.getAttributes('video')['src']) : ''
  const [address, setAddress] = useState(present)
  const [error, setError] = useState('')

  function submit() {
    const src = address.trim()
    if (!videoIn(src)) return setError('Please enter the address of a YouTube or Vimeo video.')
    onClose()
    editor.chain().focus().insertContent({ type: 'video', attrs: { src } }).run()
  }

  return (
    <DialogForm
      title={present ? 'Edit video' : 'Insert video'}
      action={present ? 'Save' : 'Insert'}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="YouTube or Vimeo address"
        hint="Readers see a still image. The player loads only when they press it."
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        value={address}
        error={error}
        onChange={(event) => setAddress(event.target.value)}
      />
    </DialogForm>
  )
}
