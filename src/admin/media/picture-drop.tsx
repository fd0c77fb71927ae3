import { FilePlus, ImagePlus } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'

/** The attributes of an element that takes dropped files, and whether files are held over it. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false)
  const target = {
    onDragOver(event: DragEvent) {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      // Of two elements around each other only the inner one takes them.
      event.stopPropagation()
      setOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
  return { over, target }
}

type PictureDropProps = {
  label: string
  accept?: string
  multiple?: boolean
  onFiles: (files: File[]) => void
}

/** A field that takes files by choosing or dropping them. */
export function PictureDrop({ label, accept = 'image/*', multiple, onFiles }: PictureDropProps) {
  const id = useId()
  const { target } = useFileDrop(onFiles)
  const Icon = accept.startsWith('image') ? ImagePlus : FilePlus
  return (
    <label
      htmlFor={id}
      {...target}
      className="flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-control border border-dashed border-edge px-4 py-3 text-small focus-within:outline-2 focus-within:outline-primary hover:border-primary hover:text-primary"
    >
      <Icon aria-hidden="true" className="size-4" />
      {label}
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // Without this, choosing the same file again after a failure would not be a change.
          event.target.value = ''
        }}
      />
    </label>
  )
}
