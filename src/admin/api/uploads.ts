import { useEffect, useRef, useState } from 'react'
import { type MediaDetail, maxFileBytes, maxUploadBytes, type UploadedImage } from '#contract/media-library.ts'
import { notify } from '#ui/toasts.ts'
import { ApiError } from '#web/http.ts'
import { adminFetch } from './admin-calls.ts'

type UploadOptions = {
  /** Receives the progress, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal | undefined
}

export const isPicture = ({ type }: File): boolean => type.startsWith('image/')

export const isPdf = ({ type }: File): boolean => type === 'application/pdf'

const sizeProblem = (what: string, { size }: File, most: number): string | undefined =>
  size > most ? `The ${what} is too large: at most ${most / 1024 / 1024} MB.` : undefined

/** Why a file cannot be uploaded as a picture, as far as the browser can tell. */
export const pictureProblem = (file: File): string | undefined =>
  isPicture(file) ? sizeProblem('image', file, maxUploadBytes) : 'Please choose an image.'

export const pdfProblem = (file: File): string | undefined =>
  isPdf(file) ? sizeProblem('file', file, maxFileBytes) : 'Please choose a PDF.'

function sayIfStill<Answer extends object>(answer: Answer): Answer {
  if ('still' in answer && answer.still)
    void notify('success', 'Uploaded as a still image: pages show the first frame of an animation.')
  return answer
}

/** Sends a picture or a PDF in a form. @returns the call's answer. @throws ApiError */
export async function sendFile<Answer extends object>(
  method: 'POST' | 'PUT',
  path: string,
  file: File,
  { onProgress = () => {}, signal }: UploadOptions = {},
): Promise<Answer> {
  const form = new FormData()
  form.set('image', file)
  return sayIfStill(await adminFetch<Answer>(path, { method, form, signal, onUploadProgress: onProgress }))
}

/** Sends a picture to be stored and resized. @returns its address and its size in pixels. @throws ApiError */
export const uploadImage = (file: File, options?: UploadOptions): Promise<UploadedImage> =>
  sendFile('POST', '/api/images', file, options)

/** Has the server fetch a picture from another site and store it. @throws ApiError with the reason, if it cannot be fetched */
export const fetchImage = (url: string) =>
  adminFetch<UploadedImage>('/api/images/fetch', { method: 'POST', json: { url } }).then(sayIfStill)

export const imageIn = (data: DataTransfer | null): File | null => [...(data?.files ?? [])].find(isPicture) ?? null

/** PDFs and all that the library accepts, for a file input. The server looks at their bytes. */
export const pdfFiles = 'application/pdf,.pdf'
export const acceptedMedia = `image/*,${pdfFiles}`

export function mediaProblem(file: File): string | undefined {
  if (isPdf(file)) return pdfProblem(file)
  return isPicture(file) ? pictureProblem(file) : 'Please choose an image or a PDF.'
}

/** Adds a picture or a PDF to the library, or replaces an item with it. @throws ApiError */
export const uploadMedia = (file: File, options?: UploadOptions, replaces?: string): Promise<MediaDetail> =>
  sendFile('POST', replaces ? `/api/media/${replaces}/replace` : '/api/media', file, options)

/** A running upload: the address of the file in this browser, for a preview, and its progress from 0 to 1. */
type Upload = { preview: string; progress: number }

type Send<Stored> = (file: File, options: UploadOptions) => Promise<Stored>
export type StoreImage = Send<{ url: string }>

/** The uploads that a save in this window awaits, by field: those in progress, and those that failed since the last save. */
const uploads = new Map<symbol, Promise<boolean>>()

/** Waits for the running uploads. @returns false when one has failed, which stops one save only: the person can then save without it */
export async function uploadsDone(): Promise<boolean> {
  const all = [...uploads]
  const done = (await Promise.all(all.map(([, upload]) => upload))).every(Boolean)
  for (const [field, upload] of all) if (uploads.get(field) === upload) uploads.delete(field)
  return done
}

/** Makes the next save wait until a picture is fetched or has failed. */
export function saveAfter(work: Promise<unknown>) {
  const key = Symbol('fetch')
  const done = Promise.allSettled([work]).then(() => true)
  uploads.set(key, done)
  done.then(() => uploads.delete(key))
}

/** Uploads one file at a time; a newer one cancels the running one. @param problemOf why a file cannot be sent */
export function useUpload<Stored>(
  store: Send<Stored>,
  onUploaded: (stored: Stored) => void,
  problemOf: (file: File) => string | undefined = pictureProblem,
) {
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
    const problem = problemOf(file)
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
      const onProgress = (progress: number) => setUpload({ preview, progress })
      onUploaded(await store(file, { signal: own.signal, onProgress }))
      return true
    } catch (cause) {
      if (own.signal.aborted) return true
      setError(cause instanceof ApiError ? cause.message : 'The file could not be uploaded.')
      return false
    } finally {
      if (running.current === own) setUpload(null)
    }
  }
  return { upload, error, start }
}
