import * as z from 'zod/mini'
import type { Database } from '#server/database/connect.ts'
import { contains } from '#server/database/dialect.ts'
import { presentRows } from '#server/database/lifecycle.ts'
import { readerFor } from '#server/database/long-reads.ts'
import type { Schema } from '#server/database/schema.ts'
import { findNewestMatches, mostMatches } from '#server/database/search.ts'
import type { Entity } from './entity.ts'

/** The most records of each kind that a search by name finds. */
export const mostOfKind = 5

/** The query of a call that searches by name. */
export const nameQuery = (longest: number) =>
  z.object({
    search: z
      .string('search is required')
      .check(z.trim(), z.minLength(1, 'search is required'), z.maxLength(longest, 'search is too long')),
  })

/**
 * The newest records that have a text in their name, or in what else the finder searches, then those that have its words in their texts; none of
 * those in the trash.
 * @param columns those to select
 */
export async function findByName(
  database: Database,
  { table, foundBy, wordsOf }: Entity,
  columns: string[],
  text: string,
) {
  if (foundBy.length === 0) return []
  const db = await readerFor(database, table.name as keyof Schema)
  const searched = foundBy.map((column) => `${table.name}.${column}`)
  // Ids are UUIDs of version 7, which sort by the time of creation.
  const newest = presentRows(db, table).select(columns).orderBy('id', 'desc').limit(mostOfKind)
  const named = await newest.where(contains({ db }, searched, text)).execute()
  if (wordsOf === undefined || named.length === mostOfKind) return named
  const matching = await findNewestMatches(db, { source: wordsOf, query: text, most: mostMatches.staff })
  const others = matching.filter((id) => !named.some((row) => row['id'] === id))
  if (others.length === 0) return named
  return [...named, ...(await newest.where('id', 'in', others).execute())].slice(0, mostOfKind)
}
