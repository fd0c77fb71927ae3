import { useEffect, useRef, useState } from 'react'
import { isPdf, mediaProblem, pdfFiles, uploadMedia } from '#admin/api/uploads.ts'
import { PictureDrop } from '#admin/media/picture-drop.tsx'
import type { MediaItem } from '#contract/media-library.ts'

/** Adds a PDF to the library. A newer one cancels the running upload. */
export function usePdfUpload(onUploaded: (file: MediaItem) => void) {
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState('')
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function upload([file]: File[]) {
    if (!file) return
    const problem = isPdf(file) ? mediaProblem(file) : 'Please choose a PDF.'
    setError(problem ?? '')
    if (problem) return
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    setProgress(0)
    try {
      onUploaded(await uploadMedia(file, { onProgress: setProgress, signal: own.signal }))
    } catch (failure) {
      if (own.signal.aborted) return
      setError((failure as Error).message)
    }
    setProgress(null)
  }

  return { upload, progress, error }
}

/** Where a PDF is chosen or dropped. */
export const PdfDrop = ({ upload, progress, error }: ReturnType<typeof usePdfUpload>) => (
  <div className="grid gap-2">
    <PictureDrop label="Upload a PDF, or drop it here" accept={pdfFiles} onFiles={upload} />
    {progress !== null && (
      <progress value={progress} max={1} aria-label="Upload" className="h-1.5 w-full accent-primary" />
    )}
    <p role="alert" className="text-small text-danger empty:hidden">
      {error}
    </p>
  </div>
)
