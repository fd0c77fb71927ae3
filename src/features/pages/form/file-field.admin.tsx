import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { mediaProblem, uploadMedia, useUpload } from '#admin/api/uploads.ts'
import { MediaThumb, nameOfMedia } from '#admin/media/library-picture.tsx'
import { RemoveButton, SourceDialog } from '#admin/media/picture-sources.tsx'
import { mediaIn } from '#contract/media.ts'
import type { MediaDetail, MediaItem } from '#contract/media-library.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'

type FileFieldProps = {
  name: string
  label: string
  hint?: string | undefined
  error?: string | undefined
  value: string
  /** @param item the chosen file, of which a form can take the name */
  onChange: (url: string, item?: MediaItem) => void
}

/** A PDF or a picture of the library, which visitors download as it was uploaded. */
export function FileField({ name, label, hint, error: refused, value, onChange }: FileFieldProps) {
  const id = useId()
  const [picking, setPicking] = useState(false)
  const [hash] = mediaIn(value)
  const { data: item, isError } = useQuery({
    ...adminQuery<MediaDetail>(`/api/media/${hash}`, { quiet: true }),
    enabled: hash !== undefined,
    retry: false,
  })
  const take = (item: MediaItem) => {
    setPicking(false)
    onChange(item.url, item)
  }
  const { upload, error: failed, start } = useUpload(uploadMedia, take, mediaProblem)
  const error = failed ?? refused
  return (
    <fieldset aria-describedby={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}>
      <legend className="mb-1.5 text-small font-[560]">{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className="-mt-1 mb-2 text-small text-muted">
          {hint}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {item && (
          <span className="size-11 shrink-0 overflow-hidden rounded-control border border-line [&_.text-fine]:hidden">
            <MediaThumb item={item} />
          </span>
        )}
        {value && (
          <span className="min-w-0 flex-1 truncate text-small" title={value}>
            {item ? nameOfMedia(item) : isError ? 'This file is no longer in the library.' : value}
          </span>
        )}
        <span className="flex gap-1.5">
          <Button
            name={name}
            variant="secondary"
            size="small"
            className="px-3!"
            aria-haspopup="dialog"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onClick={() => setPicking(true)}
          >
            {value ? 'Replace' : 'Choose a file'}
          </Button>
          {value && <RemoveButton label="Remove file" onPress={() => onChange('')} />}
        </span>
      </div>
      {upload && <progress value={upload.progress} max={1} aria-label="Uploading" className="mt-2 h-1.5 w-full" />}
      <div role="alert">{error && <FieldError id={`${id}-error`}>{error}</FieldError>}</div>
      {picking && (
        <SourceDialog
          files
          onClose={() => setPicking(false)}
          onFiles={([file]) => {
            setPicking(false)
            if (file) start(file)
          }}
          onPick={take}
        />
      )}
    </fieldset>
  )
}
