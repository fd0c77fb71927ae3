import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/http.ts'
import { fileProblem, type UploadOptions, uploadImage } from './uploads.ts'

/** A running upload: the picture to show meanwhile, and its progress from 0 to 1. */
type Upload = { preview: string; progress: number }

export type StoreImage = (file: File, options: UploadOptions) => Promise<{ url: string }>

/** The uploads of this window that a save must await, by field: those in progress, and those that failed since the last save. */
const uploads = new Map<symbol, Promise<boolean>>()

/**
 * Waits for the pictures that are being uploaded, so that no form is saved without them.
 * @returns false when one could not be uploaded. It stops one save only, so that the person can then save without it.
 */
export async function uploadsDone(): Promise<boolean> {
  const all = [...uploads]
  const done = (await Promise.all(all.map(([, upload]) => upload))).every(Boolean)
  for (const [field, upload] of all) if (uploads.get(field) === upload) uploads.delete(field)
  return done
}

/** Makes the next save wait until a picture is fetched or has failed. */
export function saveAfter(work: Promise<unknown>) {
  const key = Symbol('fetch')
  const done = work.then(
    () => true,
    () => true,
  )
  uploads.set(key, done)
  done.then(() => uploads.delete(key))
}

/**
 * Uploads one picture at a time; a newer one cancels the running one.
 * @param store sends the picture, by default to the media library
 */
export function useImageUpload(onUploaded: (url: string) => void, store: StoreImage = uploadImage) {
  const [upload, setUpload] = useState<Upload | null>(null)
  const [error, setError] = useState<string>()
  const running = useRef<AbortController>(null)
  const [field] = useState(() => Symbol('upload'))
  useEffect(
    () => () => {
      running.current?.abort()
      uploads.delete(field)
    },
    [field],
  )
  // The preview is released only once it is no longer rendered.
  const preview = upload?.preview
  useEffect(() => () => URL.revokeObjectURL(preview ?? ''), [preview])

  function start(file: File) {
    const problem = fileProblem(file)
    // Nothing is sent, and the field keeps its picture.
    if (problem) setError(problem)
    else uploads.set(field, send(file))
  }

  async function send(file: File): Promise<boolean> {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    const preview = URL.createObjectURL(file)
    setError(undefined)
    setUpload({ preview, progress: 0 })
    try {
      const { url } = await store(file, {
        signal: own.signal,
        onProgress: (progress) => setUpload({ preview, progress }),
      })
      onUploaded(url)
      return true
    } catch (cause) {
      if (own.signal.aborted) return true
      setError(cause instanceof ApiError ? cause.message : 'The image could not be uploaded.')
      return false
    } finally {
      if (running.current === own) setUpload(null)
    }
  }
  return { upload, error, start }
}
