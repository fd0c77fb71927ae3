import type { Editor } from '@tiptap/react'
import { type FormEvent, useState } from 'react'
import { fileProblem, uploadImage } from '#admin/api/upload-image.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { insertImages } from './insert-image.ts'

/** The most pictures of a gallery: pages show a paragraph of two to four as one. */
const most = 4

type Picture = { src: string; alt: string }

/** Uploads two to four pictures that stand beside each other. */
export function GalleryDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [pictures, setPictures] = useState<Picture[]>([])
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')

  async function add(files: File[]) {
    const problem = files.map(fileProblem).find(Boolean)
    if (problem) return setError(problem)
    setError(pictures.length + files.length > most ? `A gallery has at most ${most} pictures.` : '')
    setBusy(true)
    try {
      for (const file of files.slice(0, most - pictures.length)) {
        const { url } = await uploadImage(file)
        setPictures((present) => [...present, { src: url, alt: '' }])
      }
    } catch (failure) {
      setError((failure as Error).message)
    }
    setBusy(false)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    onClose()
    insertImages(
      editor,
      pictures.map((picture) => ({ ...picture, title: null, size: null })),
    )
  }
  return (
    <Dialog open onClose={onClose} title="Gallery">
      <form onSubmit={submit} noValidate className="grid gap-4">
        {pictures.map(({ src, alt }, index) => (
          <div key={src} className="flex items-end gap-3">
            <img src={src} alt="" className="size-16 shrink-0 rounded-control border border-line object-cover" />
            <TextInput
              label={`Alternative text of picture ${index + 1}`}
              className="flex-1"
              value={alt}
              onChange={(event) => setPictures(pictures.with(index, { src, alt: event.target.value }))}
            />
          </div>
        ))}
        {pictures.length < most && (
          <input
            type="file"
            accept="image/*"
            multiple
            aria-label="Choose two to four images"
            disabled={busy}
            className="text-small text-muted file:mr-3 file:h-9 file:rounded-control file:border file:border-edge file:px-3"
            onChange={(event) => {
              add([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
        )}
        <p role="status" className="text-small text-muted not-empty:-mt-2">
          {busy ? 'Uploading…' : pictures.length === 1 ? 'One more at least.' : ''}
        </p>
        {error && (
          <p role="alert" className="text-small text-danger">
            {error}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button variant="secondary" size="small" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" size="small" disabled={pictures.length < 2 || busy}>
            Insert
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
