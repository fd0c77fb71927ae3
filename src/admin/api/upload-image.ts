import { maxUploadBytes, type UploadedImage } from '#contract/upload.ts'
import { ApiError } from '#web/http.ts'
import { adminFetch } from './client.ts'

type UploadOptions = {
  /** How much is through, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/**
 * Sends a picture to be kept and resized. @returns its address and its size in pixels
 * @throws ApiError whose message can be shown
 */
export async function uploadImage(file: File, { onProgress, signal }: UploadOptions = {}): Promise<UploadedImage> {
  if (!file.type.startsWith('image/')) throw new ApiError(415, { message: 'Please choose an image file.' })
  if (file.size > maxUploadBytes) {
    throw new ApiError(413, { message: `The image is too large: at most ${maxUploadBytes / 1024 / 1024} MB.` })
  }
  const form = new FormData()
  form.set('image', file)
  return adminFetch<UploadedImage>('/api/images', {
    method: 'POST',
    form,
    signal,
    onUploadProgress: onProgress ?? (() => {}),
  })
}

/** The first picture that was dropped or pasted, if there is one. */
export const imageIn = (data: DataTransfer | null): File | null =>
  [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/')) ?? null
