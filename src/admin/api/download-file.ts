import { adminFile } from './client.ts'

/** Saves an answer of the API as a file. The token travels in a header, so the browser cannot be sent there by a link. @throws ApiError */
export async function downloadFile(path: string, fileName: string): Promise<void> {
  const address = URL.createObjectURL(await adminFile(path))
  Object.assign(document.createElement('a'), { href: address, download: fileName }).click()
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(address))
}
