import { adminFile } from './admin-calls.ts'

/** Saves an answer of the API as a file. A plain link would not do, because the token travels in a header. @throws ApiError */
export const downloadFile = async (path: string, fileName: string): Promise<void> =>
  saveFile(await adminFile(path), fileName)

/** Saves a file on the person's device. */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: fileName }).click()
  // The browser has read the address by the next task.
  setTimeout(() => URL.revokeObjectURL(address))
}
