import { FilePlus, ImagePlus } from 'lucide-react'
import { useId } from 'react'

type PictureDropProps = {
  label: string
  accept?: string
  multiple?: boolean
  onFiles: (files: File[]) => void
}

/** A field that takes files by choosing or dropping them. */
export function PictureDrop({ label, accept = 'image/*', multiple, onFiles }: PictureDropProps) {
  const id = useId()
  const Icon = accept.startsWith('image') ? ImagePlus : FilePlus
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onFiles([...event.dataTransfer.files])
      }}
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
