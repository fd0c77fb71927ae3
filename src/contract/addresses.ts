/** Whether an address is the back office's, which exists in the fragment only. `/subscribers` is a second address of one of its screens. */
export const isAdminPath = (path: string) => /^\/(admin|subscribers)(\/|$)/.test(path)

/** Decodes a part of an address; one that cannot be decoded is returned as it is. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
