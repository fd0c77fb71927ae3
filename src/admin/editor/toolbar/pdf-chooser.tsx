import { useEffect, useRef, useState } from 'react'
import { isPdf, mediaProblem, pdfFiles, uploadMedia } from '#admin/api/uploads.ts'
import { PictureDrop } from '#admin/media/picture-drop.tsx'
import { SourceTabs } from '#admin/media/source-tabs.tsx'
import type { MediaItem } from '#contract/media-library.ts'

/** Uploads a PDF, or chooses one of the library. */
export function PdfChooser({ onPick }: { onPick: (file: MediaItem) => void }) {
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState('')
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function upload(file: File) {
    const problem = isPdf(file) ? mediaProblem(file) : 'Please choose a PDF.'
    setError(problem ?? '')
    if (problem) return
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    setProgress(0)
    try {
      onPick(await uploadMedia(file, { onProgress: setProgress, signal: own.signal }))
    } catch (failure) {
      if (own.signal.aborted) return
      setError((failure as Error).message)
    }
    setProgress(null)
  }

  return (
    <SourceTabs
      first="library"
      kind="files"
      upload={
        <>
          <PictureDrop
            label="Choose a PDF, or drop it here"
            accept={pdfFiles}
            onFiles={([file]) => file && upload(file)}
          />
          {progress !== null && (
            <progress value={progress} max={1} aria-label="Upload" className="h-1.5 w-full accent-primary" />
          )}
          <p role="alert" className="text-small text-danger empty:hidden">
            {error}
          </p>
        </>
      }
      onPick={onPick}
    />
  )
}
