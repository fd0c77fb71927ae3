import { useEffect, useRef, useState } from 'react'
import { RequestError } from './request-error.ts'
import { uploadImage } from './upload-image.ts'

/** A picture on its way: what to show meanwhile, and how much of it is through (0 to 1). */
type Upload = { preview: string; progress: number }

/** Uploads one picture at a time; a newer one takes the place of one on its way. */
export function useImageUpload(onUploaded: (url: string) => void) {
  const [upload, setUpload] = useState<Upload | null>(null)
  const [error, setError] = useState<string>()
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  // Only once nothing on the screen shows it any more.
  const preview = upload?.preview
  useEffect(() => () => URL.revokeObjectURL(preview ?? ''), [preview])

  async function start(file: File) {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    const preview = URL.createObjectURL(file)
    setError(undefined)
    setUpload({ preview, progress: 0 })
    try {
      const { url } = await uploadImage(file, { signal: own.signal, onProgress: (progress) => setUpload({ preview, progress }) })
      onUploaded(url)
    } catch (cause) {
      if (!own.signal.aborted) setError(cause instanceof RequestError ? cause.message : 'The image could not be uploaded.')
    } finally {
      if (running.current === own) setUpload(null)
    }
  }
  return { upload, error, start }
}
