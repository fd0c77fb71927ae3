import type { SelectExpression } from 'kysely'
import * as z from 'zod/mini'
import { type LinkedRecord, type LinkTarget, recordUrl } from '#contract/record-links.ts'
import type { Database } from '#server/database/connect.ts'
import { contains } from '#server/database/dialect.ts'
import { hasClosed, lifecycleNames, presentRows } from '#server/database/lifecycle.ts'
import { readerFor } from '#server/database/long-reads.ts'
import { anyTable } from '#server/database/rows.ts'
import type { Schema } from '#server/database/schema.ts'
import { findNewestMatches, mostMatches } from '#server/database/search.ts'
import { type Entity, linkNames } from './entity.ts'

type Context = { database: Database; entities: Entity[] }

/** The record that a permanent address names, also one in the trash. */
export async function findTarget(
  { database, entities }: Context,
  { entity: name, id }: LinkedRecord,
): Promise<LinkTarget | undefined> {
  const entity = entities.find((one) => one.linked && linkNames(one).includes(name))
  if (!entity) return undefined
  const rows = anyTable(database.db).selectFrom(entity.table.name).select(targetColumns(entity)).where('id', '=', id)
  const row = await rows.executeTakeFirst()
  return row && toTarget(entity, row, database)
}

/** The target of a link that visitors do not see, in words. */
export function describeTarget(target: LinkTarget | undefined): string {
  if (!target) return 'a record that no longer exists'
  const { state, label, name } = target
  const kind = label.toLowerCase()
  const words = {
    live: `a ${kind}`,
    draft: 'a draft',
    inactive: `an inactive ${kind}`,
    scheduled: `a scheduled ${kind}`,
    ended: `an ended ${kind}`,
    trash: `a deleted ${kind}`,
  }
  return `${words[state]}: ${name}`
}

/** The columns that `toTarget` reads. */
export const targetColumns = ({ table, nameColumn, flag }: Entity): string[] =>
  ['id', nameColumn, flag, ...lifecycleNames(table)].flatMap((name) => (name ? `${table.name}.${name}` : []))

type Moment = Pick<Database, 'now' | 'today'>

export function toTarget(entity: Entity, row: Record<string, unknown>, moment: Moment): LinkTarget {
  const { table, label, plural, nameColumn } = entity
  const record = { entity: table.name, id: String(row['id']) }
  const name = String(row[nameColumn])
  return {
    entity: table.name,
    label,
    group: plural,
    _id: record.id,
    name,
    url: recordUrl(record, name),
    state: stateOf(entity, row, moment),
  }
}

function stateOf({ table, flag }: Entity, stored: Record<string, unknown>, moment: Moment): LinkTarget['state'] {
  const now = moment.now()
  const row = table.decode(stored) as { publishAt?: string; unpublishAt?: string } & Record<string, unknown>
  if (row['deletedAt']) return 'trash'
  if (flag && !row[flag]) return flag === 'published' ? 'draft' : 'inactive'
  if (row.publishAt && row.publishAt > now) return 'scheduled'
  return (row.unpublishAt && row.unpublishAt <= now) || hasClosed(row, moment.today()) ? 'ended' : 'live'
}

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
 * The newest records with a text in their name, or in another column that the finder searches, then those with its words in their texts.
 * Records in the trash are left out.
 * @param columns those to select
 */
export async function findByName(
  database: Database,
  { table, foundBy, partOf, wordsOf }: Entity,
  // biome-ignore lint/suspicious/noExplicitAny: columns of any table, which Kysely's types cannot express
  columns: SelectExpression<any, any>[],
  text: string,
) {
  if (foundBy.length === 0) return []
  const db = await readerFor(database, table.name as keyof Schema)
  const searched = foundBy.map((column) => `${table.name}.${column}`)
  // Ids are UUIDs of version 7, which sort by the time of creation.
  const newest = presentRows(db, table)
    .select(columns)
    .$if(partOf !== undefined, (rows) => rows.where(`${table.name}.${partOf}`, 'is', null))
    .orderBy('id', 'desc')
    .limit(mostOfKind)
  const named = await newest.where(contains({ db }, searched, text)).execute()
  if (wordsOf === undefined || named.length === mostOfKind) return named
  const matching = await findNewestMatches(db, { source: wordsOf, query: text, most: mostMatches.staff })
  const others = matching.filter((id) => !named.some((row) => row['id'] === id))
  if (others.length === 0) return named
  return [...named, ...(await newest.where('id', 'in', others).execute())].slice(0, mostOfKind)
}
