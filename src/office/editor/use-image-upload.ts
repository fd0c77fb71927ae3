import { useCallback, useEffect, useRef, useState } from 'react'
import { type UploadedImage, uploadImage } from './upload-image.ts'

/** One picture on its way to the server. Starting with another gives up the one before. */
export function useImageUpload() {
  const [image, setImage] = useState<UploadedImage | null>(null)
  const [preview, setPreview] = useState<string | null>(null)
  const [share, setShare] = useState(0)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const current = useRef<{ stop: AbortController; shown: string } | null>(null)

  const giveUp = useCallback(() => {
    current.current?.stop.abort()
    if (current.current) URL.revokeObjectURL(current.current.shown)
    current.current = null
  }, [])
  useEffect(() => giveUp, [giveUp])

  async function start(file: File) {
    giveUp()
    setImage(null)
    setError('')
    setShare(0)
    if (!file.type.startsWith('image/')) {
      setPreview(null)
      return setError('Please choose an image file')
    }
    const mine = { stop: new AbortController(), shown: URL.createObjectURL(file) }
    current.current = mine
    setPreview(mine.shown)
    setBusy(true)
    try {
      setImage(await uploadImage(file, setShare, mine.stop.signal))
      setBusy(false)
    } catch (cause) {
      if (mine.stop.signal.aborted) return
      setBusy(false)
      setError(cause instanceof Error ? cause.message : 'The image could not be uploaded')
    }
  }

  return { start, image, preview, share, busy, error }
}
