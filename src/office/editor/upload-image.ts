import { officeFetch } from '#office/office-fetch.ts'

/** A picture that the server has checked, encoded and kept. */
export type UploadedImage = { url: string; width: number; height: number }

/** @param onProgress is told how much has been sent, from 0 to 1 @throws RequestError, such as 415 for what is no picture */
export function uploadImage(file: File, onProgress?: (share: number) => void, signal?: AbortSignal): Promise<UploadedImage> {
  const form = new FormData()
  form.append('image', file)
  return officeFetch<UploadedImage>('/api/images', { method: 'POST', form, onUploadProgress: onProgress, signal })
}

/** The pictures among what was dropped or pasted. */
export const imagesIn = (data: DataTransfer | null): File[] => [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
