import type { Editor } from '@tiptap/react'
import { X } from 'lucide-react'
import { useState } from 'react'
import { fileProblem, uploadImage } from '#admin/api/uploads.ts'
import { PictureDrop } from '#admin/media/picture-drop.tsx'
import { SourceTabs } from '#admin/media/source-tabs.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { DialogForm } from './dialog-form.tsx'
import { insertImages } from './image-dialog.tsx'

/** The most pictures of a gallery: pages show a paragraph of two to four as one. */
const most = 4

type Picture = { src: string; alt: string }

/** Uploads or chooses two to four pictures, shown side by side. */
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
        take({ src: url, alt: '' })
      }
    } catch (failure) {
      setError((failure as Error).message)
    }
    setBusy(false)
  }
  /** A picture that is there already is not added again. */
  function take(picture: Picture) {
    setPictures((present) => (present.some(({ src }) => src === picture.src) ? present : [...present, picture]))
  }
  function submit() {
    onClose()
    insertImages(
      editor,
      pictures.map((picture) => ({ ...picture, title: null, size: null })),
    )
  }
  return (
    <DialogForm
      title="Gallery"
      action="Insert"
      disabled={pictures.length < 2 || busy}
      onSubmit={submit}
      onClose={onClose}
    >
      {pictures.map(({ src, alt }, index) => (
        <div key={src} className="flex items-end gap-3">
          <img src={src} alt="" className="size-16 shrink-0 rounded-control border border-line object-cover" />
          <TextInput
            label={`Alternative text of picture ${index + 1}`}
            className="flex-1"
            value={alt}
            onChange={(event) => setPictures(pictures.with(index, { src, alt: event.target.value }))}
          />
          <Button
            variant="quiet"
            size="small"
            aria-label={`Remove picture ${index + 1}`}
            onClick={() => setPictures(pictures.toSpliced(index, 1))}
          >
            <X aria-hidden="true" className="size-4" />
          </Button>
        </div>
      ))}
      {pictures.length < most && (
        <SourceTabs
          first="upload"
          upload={<PictureDrop label="Choose two to four images, or drop them here" multiple onFiles={add} />}
          onPick={({ url, alt }) => {
            setError('')
            take({ src: url, alt })
          }}
        />
      )}
      <p role="status" className="text-small text-muted not-empty:-mt-2">
        {busy ? 'Uploading…' : pictures.length === 1 ? 'Add at least one more.' : ''}
      </p>
      {error && (
        <p role="alert" className="text-small text-danger">
          {error}
        </p>
      )}
    </DialogForm>
  )
}
