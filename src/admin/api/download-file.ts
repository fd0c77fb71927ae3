import { adminFile } from './client.ts'

/** Saves an answer of the API as a file. A plain link would not do, because the token travels in a header. @throws ApiError */
export async function downloadFile(path: string, fileName: string): Promise<void> {
  const address = URL.createObjectURL(await adminFile(path))
  Object.assign(document.createElement('a'), { href: address, download: fileName }).click()
  // The browser has read the address by the next task.
  setTimeout(() => URL.revokeObjectURL(address))
}
