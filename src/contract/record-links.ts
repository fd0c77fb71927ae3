import * as z from 'zod/mini'
import { slugOf } from './slugs.ts'

/**
 * Links to records of this site. A text stores the record's permanent address, `/go/{entity}/{id}/{name}`: the id identifies the record, the name
 * is for people who read the source. Pages show the record's current address in its place.
 */

/** The record that an address names. */
export type LinkedRecord = { entity: string; id: string }

export const permanentPath = '/go/'

export function recordUrl({ entity, id }: LinkedRecord, name: string): string {
  const slug = slugOf(name).slice(0, 80)
  return `${permanentPath}${entity}/${id}${slug && `/${slug}`}`
}

const pattern = /^\/go\/(\w+)\/([\w-]+)(?:\/[\w-]*)?(?:[?#]|$)/

/** Reads an address made by `recordUrl`, to which a query and a fragment may have been added; null for any other address. */
export function parseRecordUrl(url: string): LinkedRecord | null {
  const [, entity, id] = pattern.exec(url) ?? []
  return entity && id ? { entity, id } : null
}

/** The state of a record that a link leads to. Visitors see only one that is live. */
const targetStates = ['live', 'draft', 'inactive', 'scheduled', 'ended', 'trash'] as const

/** A record or file that a link can lead to. `url` is the address to store; `label` is its kind: 'Course'; `group` is that of several: 'Courses'. */
export const linkTarget = z.object({
  entity: z.string(),
  label: z.string(),
  group: z.string(),
  _id: z.string(),
  name: z.string(),
  url: z.string(),
  state: z.enum(targetStates),
})
export type LinkTarget = z.infer<typeof linkTarget>
