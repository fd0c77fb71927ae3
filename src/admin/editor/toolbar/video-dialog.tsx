import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { videoIn } from '#content/markup/videos.ts'
import { TextInput } from '#ui/field.tsx'
import { DialogForm } from './dialog-form.tsx'

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
        hint="Readers see a still picture. The player loads only when they press it."
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
