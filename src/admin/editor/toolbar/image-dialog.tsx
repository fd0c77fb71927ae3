import type { Editor } from '@tiptap/react'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { fetchImage, pictureProblem, uploadImage, useUpload } from '#admin/api/uploads.ts'
import { useAct } from '#admin/api/use-act.ts'
import { isMissing, isShown } from '#admin/editor/blocks/picture.ts'
import { PictureDrop, SourceTabs } from '#admin/media/picture-sources.tsx'
import type { PictureSize } from '#content/markup/classes.contract.ts'
import { Button } from '#ui/button.tsx'
import { Select, TextInput } from '#ui/field.tsx'
import { DialogForm, Failure } from './dialog-form.tsx'

/** A picture that was dropped or pasted, with its alternative text if the clipboard has one. */
export type DroppedPicture = { file: File; alt: string }

type ImageDialogProps = {
  editor: Editor
  /** Without it the dialog asks for a file, or edits the selected picture. It fills the selected place of a missing picture. */
  dropped: DroppedPicture | null
  onClose: () => void
}

/** Inserts or edits a picture. It is uploaded while its alternative text is typed. */
export function ImageDialog({ editor, dropped, onClose }: ImageDialogProps) {
  const picture = editor.isActive('image') ? editor.getAttributes('image') : null
  const selected = picture && (!dropped || isMissing(picture)) ? picture : null
  const [alt, setAlt] = useState(dropped?.alt || String(selected?.['alt'] ?? ''))
  const [caption, setCaption] = useState(String(selected?.['title'] ?? ''))
  const [size, setSize] = useState<PictureSize | ''>(selected?.['size'] ?? '')
  const [src, setSrc] = useState(String(selected?.['src'] ?? ''))
  const { upload, error, start } = useUpload(uploadImage, ({ url }) => setSrc(url))
  const { act, busy, failure } = useAct({ inPlace: true })
  const send = useEffectEvent(start)
  useEffect(() => {
    if (dropped) send(dropped.file)
  }, [dropped])

  const shown = upload?.preview ?? src
  const outside = shown !== '' && !upload && !isShown(src)
  const keep = () => act(async () => setSrc((await fetchImage(src)).url))
  function submit() {
    if (!src) return
    onClose()
    const image = { src, alt, title: caption.trim() || null, size: size || null }
    if (selected) editor.chain().focus().updateAttributes('image', image).run()
    else insertImages(editor, [image])
  }

  return (
    <DialogForm
      title={selected ? 'Edit image' : 'Insert image'}
      action={selected ? 'Save' : 'Insert'}
      disabled={!src || upload !== null}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-2">
        {outside && (
          <p className="rounded-control bg-warning-soft px-4 py-2 text-small text-warning [overflow-wrap:anywhere]">
            This image is on another site, so pages show a link to it: {src}{' '}
            <button type="button" className="link" disabled={busy} onClick={keep}>
              {busy ? 'Fetching…' : 'Copy it to the library'}
            </button>
            {failure && <span role="alert"> {failure}</span>}
          </p>
        )}
        {shown && !outside && (
          <img
            src={shown}
            alt=""
            className="max-h-56 w-full rounded-control border border-line bg-sunken object-contain"
          />
        )}
        <SourceTabs
          first="upload"
          upload={
            <PictureDrop
              label={shown ? 'Choose another image' : 'Choose an image, or drop it here'}
              onFiles={([chosen]) => chosen && start(chosen)}
            />
          }
          onPick={(item) => {
            setSrc(item.url)
            if (alt === '') setAlt(item.alt)
            if (caption === '') setCaption([item.caption, item.credit].filter(Boolean).join(' · '))
          }}
        />
        {upload && (
          <div className="flex items-center gap-3 text-small text-muted">
            <progress value={upload.progress} max={1} aria-label="Upload" className="h-1.5 flex-1" />
            {upload.progress < 1 ? `${Math.round(upload.progress * 100)}%` : 'Preparing…'}
          </div>
        )}
        <Failure>{error}</Failure>
      </div>
      <TextInput
        label="Alternative text"
        hint="Describe the image for people who cannot see it. Leave empty if it is decorative."
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
      />
      <TextInput label="Caption" value={caption} onChange={(event) => setCaption(event.target.value)} />
      <Select label="Width" value={size} onChange={(event) => setSize(event.target.value as PictureSize | '')}>
        <option value="">Full width</option>
        <option value="text">Text width</option>
        <option value="small">Half width</option>
      </Select>
    </DialogForm>
  )
}

type InsertedImage = { src: string; alt: string; title: string | null; size: PictureSize | null }

/** Inserts pictures at the cursor: into an empty paragraph, or as a new paragraph after the current one. Several are a gallery. */
function insertImages(editor: Editor, images: InsertedImage[]) {
  const { $to } = editor.state.selection
  const nodes = images.map((attrs) => ({ type: 'image', attrs }))
  const inEmpty = $to.parent.type.name === 'paragraph' && $to.parent.content.size === 0
  const chain = editor.chain().focus()
  if (inEmpty) chain.insertContent(nodes).run()
  else chain.insertContentAt($to.after(), { type: 'paragraph', content: nodes }).run()
}

/** The most pictures of a gallery: pages show a paragraph of two to four as one. */
const most = 4

type Picture = { src: string; alt: string }

/** Uploads or chooses two to four pictures, shown side by side. */
export function GalleryDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [pictures, setPictures] = useState<Picture[]>([])
  const { act, busy, failure } = useAct({ inPlace: true })

  async function add(files: File[]) {
    const problem = files.map(pictureProblem).find(Boolean)
    if (problem) throw new Error(problem)
    for (const file of files.slice(0, most - pictures.length)) {
      const { url } = await uploadImage(file)
      take({ src: url, alt: '' })
    }
    if (pictures.length + files.length > most) throw new Error(`A gallery has at most ${most} images.`)
  }
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
            label={`Alternative text of image ${index + 1}`}
            className="flex-1"
            value={alt}
            onChange={(event) => setPictures(pictures.with(index, { src, alt: event.target.value }))}
          />
          <Button
            variant="quiet"
            size="small"
            aria-label={`Remove image ${index + 1}`}
            onClick={() => setPictures(pictures.toSpliced(index, 1))}
          >
            <X aria-hidden="true" className="size-4" />
          </Button>
        </div>
      ))}
      {pictures.length < most && (
        <SourceTabs
          first="upload"
          upload={
            <PictureDrop
              label="Choose two to four images, or drop them here"
              multiple
              onFiles={(files) => act(() => add(files))}
            />
          }
          onPick={({ url, alt }) => act(async () => take({ src: url, alt }))}
        />
      )}
      <p role="status" className="text-small text-muted not-empty:-mt-2">
        {busy ? 'Uploading…' : pictures.length === 1 ? 'Add at least one more.' : ''}
      </p>
      <Failure>{failure}</Failure>
    </DialogForm>
  )
}
