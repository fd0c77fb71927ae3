/** A title as the last part of an address: runs of anything but a-z and 0-9 become one hyphen, none at the ends. */
export const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
