import { adminFetch } from '#admin/api/admin-calls.ts'
import { type MediaDetail, maxFileBytes } from '#contract/media-library.ts'
import { maxUploadBytes } from '#contract/upload.ts'

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

type Options = { onProgress?: (share: number) => void; signal?: AbortSignal | undefined }

/** Adds a picture or a PDF to the library, or replaces an item with it. @throws ApiError */
export function uploadMedia(file: File, { onProgress, signal }: Options = {}, replaces?: string): Promise<MediaDetail> {
  const form = new FormData()
  form.set('image', file)
  return adminFetch<MediaDetail>(replaces ? `/api/media/${replaces}/replace` : '/api/media', {
    method: 'POST',
    form,
    signal,
    onUploadProgress: onProgress ?? (() => {}),
  })
}
