import * as z from 'zod/mini'
import { slug as slugContract } from '#contract/fields.ts'
import { latinSlugOf } from '#contract/slugs.ts'
import { pagePath } from '#features/pages/pages.contract.ts'
import type { SourceRecord } from '../ground/source.ts'
import type { Noting } from './notes.server.ts'

/** The addresses that are taken, to which those of new items are added, and how others are spelt. */
export type KnownAddresses = {
  slugs: Set<string>
  paths: Set<string>
  /** Says what of the program needs a path. */
  ownerOf(path: string): Promise<string | undefined>
  toAscii(text: string): string
}

type PlannedRecord = Pick<SourceRecord, 'slug' | 'path'>

const isSlug = (slug: string) => z.safeParse(slugContract(), slug).success

/** A free address: this one, or the same with a number. It counts as taken from now on. */
function freeOf(wanted: string, taken: Set<string>, fits: (address: string) => boolean = () => true): string {
  for (let number = 1; ; number++) {
    const free = number === 1 ? wanted : `${wanted.slice(0, 190).replace(/-+$/, '')}-${number}`
    if (taken.has(free) || !fits(free)) continue
    taken.add(free)
    return free
  }
}

const latin = (text: string, toAscii: KnownAddresses['toAscii']) =>
  latinSlugOf(text, toAscii).slice(0, 200).replace(/-+$/, '')

export function slugOf(record: PlannedRecord, title: string, { slugs, toAscii }: KnownAddresses, note: Noting): string {
  const own = record.slug.trim().toLowerCase()
  const isKept = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(own) && own.length <= 200
  const wanted = isKept ? own : latin(own, toAscii) || latin(title, toAscii) || 'post'
  const slug = freeOf(wanted, slugs, isSlug)
  const why = isSlug(wanted) ? 'taken' : 'reserved'
  if (slug !== wanted) note('address', own || wanted, `The slug “${wanted}” is ${why}, so it becomes “${slug}”.`)
  else if (own !== '' && slug !== own) note('address', own, `The slug “${own}” becomes “${slug}”.`)
  return slug
}

/** The path of a page: at most its last two parts. */
export async function pathOf(
  record: PlannedRecord,
  title: string,
  { paths, ownerOf, toAscii }: KnownAddresses,
  note: Noting,
) {
  const parts = (record.path || record.slug || title).split('/').filter((part) => part.trim() !== '')
  const made = parts.map((part) => latin(part, toAscii)).filter((part) => part !== '')
  const last = made.slice(-2)
  const old = parts.join('/')
  const wanted = (last.join('/') || latin(title, toAscii) || 'page').slice(0, 190).replace(/[-/]+$/, '')
  const owner = await ownerOf(wanted)
  const [first = '', ...rest] = wanted.split('/')
  let path = wanted
  for (let number = 2; (await ownerOf(path)) !== undefined; number++) path = [`${first}-${number}`, ...rest].join('/')
  const free = freeOf(path, paths, (one) => z.safeParse(pagePath(), one).success)
  const isTyped = Boolean(record.path || record.slug)
  if (owner !== undefined) note('address', old, `/${first} belongs to ${owner}, so the path becomes “${free}”.`)
  else if (free !== path) note('address', old, `The path “${path}” is taken, so it becomes “${free}”.`)
  else if (isTyped && made.length > 2)
    note('address', old, `A path has at most two parts, so “${old}” becomes “${free}”.`)
  else if (isTyped && free !== old) note('address', old, `The path “${old}” becomes “${free}”.`)
  return free
}
