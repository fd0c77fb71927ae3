import type { Editor } from '@tiptap/react'
import { type FormEvent, useState } from 'react'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { videoIn } from '#content/markup/videos.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'

/** Asks for the address of a new video, or changes that of the selected one. */
export function VideoDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const present = editor.isActive('video') ? String(editor.getAttributes('video')['src']) : ''
  const [address, setAddress] = useState(present)
  const [error, setError] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const src = address.trim()
    if (!videoIn(src)) return setError('Please enter the address of a YouTube or Vimeo video.')
    onClose()
    editor.chain().focus().insertContent({ type: 'video', attrs: { src } }).run()
  }

  return (
    <Dialog open onClose={onClose} title={present ? 'Edit video' : 'Insert video'}>
      <form onSubmit={submit} noValidate className="grid gap-4">
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
        <div className="flex justify-end gap-2">
          <Button variant="secondary" size="small" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" size="small">
            {present ? 'Save' : 'Insert'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
