import anyAscii from 'any-ascii'
import { latinSlugOf } from '#contract/slugs.ts'

/** Names that Windows reserves for devices, and those that Hugo reads as the page of a folder. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d|index|readme)$/
const longest = 80

/** A title in any script as a name of a file: letters a to z, digits and hyphens, so that every file system takes it. '' for one without any. */
const plainName = (title: string): string =>
  latinSlugOf(title.toWellFormed().normalize().slice(0, 500), anyAscii).slice(0, longest).replace(/-+$/, '')

/** A name from titles that are not unique. Two of the same name get their ids at the end. */
export type Names = (record: { id: string; title: string }) => string

/**
 * Reads all titles once, so that each file has the same name wherever it is named, and holds only those names that several have.
 * @param fallback the name of a record whose title has no letters
 */
export async function namesFor(titles: AsyncIterable<{ title: string }[]>, fallback: string): Promise<Names> {
  const nameOf = (title: string) => plainName(title) || fallback
  const shared = new Set<string>()
  const seen = new Set<string>()
  for await (const page of titles)
    for (const { title } of page) {
      const name = nameOf(title)
      if (seen.has(name)) shared.add(name)
      else seen.add(name)
    }
  seen.clear()
  return ({ id, title }) => {
    const name = nameOf(title)
    return shared.has(name) || reserved.test(name) ? `${name}-${plainName(id)}` : name
  }
}

/** One part of a slug or a path, which is unique already. One of an earlier version that no file can have gets the id. */
export function nameOfSlug(slug: string, id: string): string {
  const isPlain = /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) && slug.length <= 200
  if (isPlain) return reserved.test(slug) ? `${slug}-` : slug
  return `${plainName(slug)}-${plainName(id)}`.replace(/^-/, '')
}
