/** Makes a slug from a title: each run of characters other than a-z and 0-9 becomes one hyphen, with none at the ends. */
export const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
