import { type MediaDetail, maxFileBytes } from '#contract/media-library.ts'
import { maxUploadBytes, type UploadedImage } from '#contract/upload.ts'
import { adminFetch } from './admin-calls.ts'

export type UploadOptions = {
  /** Receives the share that has been sent, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal | undefined
}

/** Why a file cannot be uploaded as a picture, as far as the browser can tell. */
export function fileProblem({ type, size }: File): string | undefined {
  if (!type.startsWith('image/')) return 'Please choose a picture.'
  if (size > maxUploadBytes) return `The image is too large: at most ${maxUploadBytes / 1024 / 1024} MB.`
  return undefined
}

/** Sends a picture or a PDF in a form. @returns the call's answer. @throws ApiError */
export function sendFile<Answer>(
  method: 'POST' | 'PUT',
  path: string,
  file: File,
  { onProgress = () => {}, signal }: UploadOptions = {},
): Promise<Answer> {
  const form = new FormData()
  form.set('image', file)
  return adminFetch<Answer>(path, { method, form, signal, onUploadProgress: onProgress })
}

/** Sends a picture to be stored and resized. @returns its address and its size in pixels. @throws ApiError */
export const uploadImage = (file: File, options?: UploadOptions): Promise<UploadedImage> =>
  sendFile('POST', '/api/images', file, options)

/** Has the server fetch a picture from another site and store it. @throws ApiError with the reason, if it cannot be fetched */
export const fetchImage = (url: string) =>
  adminFetch<UploadedImage>('/api/images/fetch', { method: 'POST', json: { url } })

/** The first image file of a drop or paste, if there is one. */
export const imageIn = (data: DataTransfer | null): File | null =>
  [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/')) ?? null

/** PDFs and all that the library accepts, for a file input. The server looks at their bytes. */
export const pdfFiles = 'application/pdf,.pdf'
export const acceptedMedia = `image/*,${pdfFiles}`

/** Whether a file is a PDF, as far as the browser can tell. */
export const isPdf = ({ type }: File): boolean => type === 'application/pdf'

/** Why a file cannot be added to the library, as far as the browser can tell. */
export function mediaProblem(file: File): string | undefined {
  const { type, size } = file
  const isPicture = type.startsWith('image/')
  if (!isPicture && !isPdf(file)) return 'Please choose a picture or a PDF.'
  if (isPicture && size > maxUploadBytes) return `The picture is too large: at most ${maxUploadBytes / 1024 / 1024} MB.`
  return size > maxFileBytes ? `The file is too large: at most ${maxFileBytes / 1024 / 1024} MB.` : undefined
}

/** Adds a picture or a PDF to the library, or replaces an item with it. @throws ApiError */
export const uploadMedia = (file: File, options?: UploadOptions, replaces?: string): Promise<MediaDetail> =>
  sendFile('POST', replaces ? `/api/media/${replaces}/replace` : '/api/media', file, options)
