import * as z from 'zod/mini'
import { contains } from '#server/database/dialect.ts'
import { isInState, isLive, presentRows } from '#server/database/lifecycle.ts'
import { readerFor } from '#server/database/long-reads.ts'
import type { Schema } from '#server/database/schema.ts'
import { targetColumns } from '#server/record/link-targets.ts'
import { isSeen } from '#server/record/publishing.ts'
import { hasCopy } from '#server/record/working-copies.ts'
import { ToolError } from './call-api.server.ts'
import { asMarkdown, type Kind, pathOf, stateOf, valuesOf } from './kinds.server.ts'
import { given, oneOf, reads, type ToolCaller, tool } from './tool.server.ts'

type Values = Record<string, unknown>

/** The kind with a name that a contract has checked. */
export const kindNamed = (kinds: Kind[], name: string): Kind => {
  const kind = kinds.find((one) => one.name === name)
  if (!kind) throw new ToolError(`There is no kind “${name}”.`)
  return kind
}
export const namesOf = (kinds: Kind[]) => kinds.map(({ name }) => name)

/** The form of a record in the back office. */
export const formOf = ({ context }: ToolCaller, kind: Kind, row: Values): string => {
  const { parent } = kind.resource
  const of = parent ? `${kind.resource.path.split('/')[1]}/edit/${row[`${parent.param}Id`]}` : undefined
  return `${context.config.publicUrl}/admin/${of ?? `${kind.name}/edit/${row['id']}`}`
}

export type FoundRecord = { row: Values & { id: string }; record: Values; state: string; isPublic: boolean }

/** A record as its form reads it. @throws ToolError when there is none, also for one in the trash */
export async function findRecord({ call, context }: ToolCaller, kind: Kind, id: string): Promise<FoundRecord> {
  const { table, label } = kind.entity
  const { database } = context
  const row = await presentRows(database.db, table).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new ToolError(`${label} not found: no record of the kind “${kind.name}” has the id ${id}.`)
  const decoded = table.decode(row) as FoundRecord['row']
  const record: Values = await call('GET', pathOf(kind, row, true))
  const isPublic = await isSeen(database.db, kind.entity, decoded)
  return { row: decoded, record, state: await stateOf(database, kind, row), isPublic }
}

export const titleOf = ({ entity }: Kind, values: Values) => String(values[entity.nameColumn] ?? '')

const listed = z.object({
  entity: z.string(),
  id: z.string(),
  title: z.string(),
  state: z.string(),
  unpublishedChanges: z.optional(z.literal(true)),
  form: z.string(),
})

/** Longer values are left out until they are asked for by name. */
const shortest = 300
const isLong = (value: unknown) => JSON.stringify(value ?? null).length > shortest

const mostListed = 20
const states = ['public', 'scheduled', 'ended', 'draft', 'unpublishedChanges'] as const

export const searchTool = (caller: ToolCaller) =>
  tool({
    name: 'search',
    title: 'Search',
    description: 'Finds records of all kinds by their title or words in them, the newest first.',
    annotations: reads,
    input: z.object({ search: z.string().check(z.minLength(1, 'search is required'), z.maxLength(200)) }),
    async run({ search }) {
      type Found = { entity: string; label: string; _id: string; name: string; excerpt?: { text: string }[] }
      const { found }: { found: Found[] } = await caller.call('GET', '/finder', { query: { search } })
      const states = new Map<string, string>()
      const { database } = caller.context
      for (const kind of caller.kinds) {
        const ids = found.flatMap(({ entity, _id }) => (entity === kind.name ? [_id] : []))
        if (ids.length === 0) continue
        const rows = presentRows(database.db, kind.entity.table).select(targetColumns(kind.entity))
        for (const row of await rows.where('id', 'in', ids).execute())
          states.set(String(row['id']), await stateOf(database, kind, row))
      }
      const records = found.flatMap(({ entity: name, _id: id, name: title, excerpt }) => {
        const kind = caller.kinds.find((one) => one.name === name && !one.resource.parent)
        const words = excerpt?.map(({ text }) => text).join('')
        const form = kind && formOf(caller, kind, { id })
        return kind ? [given({ entity: name, id, title, state: states.get(id), words, form })] : []
      })
      const people = caller.context.entities.filter(
        ({ people, access }) => people && access.read === 'readContacts' && caller.may(access.read),
      )
      const outside = found.filter(({ entity }) => people.some(({ table }) => table.name === entity))
      return {
        data: { found: records },
        ...(outside.length > 0 && {
          outside: outside
            .map(({ label, _id, name, excerpt = [] }) =>
              [`${label} ${_id}: ${name}`, excerpt.map(({ text }) => text).join('')].filter(Boolean).join('\n'),
            )
            .join('\n'),
        }),
      }
    },
  })

export const listRecordsTool = (caller: ToolCaller) =>
  tool({
    name: 'list_records',
    title: 'List records',
    description: `Lists records of one kind, ${mostListed} on a page, the last changed first. \`status\` is the state; unpublishedChanges are public records with changes that wait.`,
    annotations: reads,
    input: z.object({
      entity: oneOf('entity', namesOf(caller.kinds)),
      search: z.optional(z.string().check(z.maxLength(200))),
      status: z.optional(oneOf('status', [...states])),
      page: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
    }),
    output: z.object({ records: z.array(listed), more: z.boolean() }),
    async run({ entity: name, search = '', status, page = 1 }) {
      const kind = kindNamed(caller.kinds, name)
      const { database } = caller.context
      const { table, flag, foundBy, nameColumn } = kind.entity
      const db = await readerFor(database, table.name as keyof Schema)
      const [now, today] = [database.now(), database.today()]
      const inState = (wanted: string) => {
        if (wanted === 'unpublishedChanges') return hasCopy(table)
        if (flag === undefined) throw new ToolError(`Records of the kind “${name}” have no status to choose by.`)
        if (wanted === 'public') return isLive(table, flag, now, today)
        if (wanted === 'scheduled' || wanted === 'ended') return isInState(table, flag, wanted, now, today)
        return undefined
      }
      const searched = [...new Set([nameColumn, ...foundBy])].map((column) => `${table.name}.${column}`)
      const parent = kind.resource.parent && `${table.name}.${kind.resource.parent.param}Id`
      const condition = status && inState(status)
      const rows = await presentRows(db, table)
        .select([...targetColumns(kind.entity), ...(parent ? [parent] : [])])
        .$if(kind.keepsCopies, (all) => all.select(hasCopy(table).as('changesWaiting')))
        .$if(parent !== undefined, (all) => all.where(parent ?? '', 'is not', null))
        .$if(search.trim() !== '', (all) => all.where(contains({ db }, searched, search.trim())))
        .$if(condition !== undefined, (all) => all.where(condition as never))
        .$if(status === 'draft', (all) => all.where(flag ?? '', '=', false))
        .orderBy('updatedAt', 'desc')
        .orderBy('id', 'desc')
        .offset((page - 1) * mostListed)
        .limit(mostListed + 1)
        .execute()
      const records = await Promise.all(
        rows.slice(0, mostListed).map(async (row) => ({
          ...{
            entity: name,
            id: String(row['id']),
            title: titleOf(kind, row),
            state: await stateOf(database, kind, row),
          },
          ...(row['changesWaiting'] ? { unpublishedChanges: true } : {}),
          form: formOf(caller, kind, row),
        })),
      )
      return { data: { records, more: rows.length > mostListed } }
    },
  })

export const getRecordTool = (caller: ToolCaller) =>
  tool({
    name: 'get_record',
    title: 'Read a record',
    description:
      'Reads a record as its form shows it: with its unpublished changes, texts as Markdown. Long values are left out and named in `omitted`, unless `fields` asks for them. `include` adds reviews and remarks of colleagues and guests.',
    annotations: reads,
    input: z.object({
      entity: oneOf('entity', namesOf(caller.kinds)),
      id: z.string().check(z.maxLength(100)),
      fields: z.optional(z.array(z.string()).check(z.maxLength(100))),
      include: z.optional(z.array(z.enum(['reviews', 'remarks']))),
    }),
    async run({ entity: name, id, fields: asked, include = [] }) {
      const kind = kindNamed(caller.kinds, name)
      const found = await findRecord(caller, kind, id)
      const { record, row, state } = found
      const all = given(valuesOf(kind, record))
      const unknown = (asked ?? []).filter((field) => !Object.hasOwn(all, field) && !Object.hasOwn(kind.fields, field))
      if (unknown.length > 0)
        throw new ToolError(`No such field: ${unknown.join(', ')}. The fields are: ${Object.keys(all).join(', ')}.`)
      const isShown = ([field, value]: [string, unknown]) => (asked ? asked.includes(field) : !isLong(value))
      const shown = Object.fromEntries(Object.entries(all).filter(isShown))
      const omitted = asked ? [] : Object.keys(all).filter((field) => !(field in shown))
      const copy = record['workingCopy'] as { by: string; at: string } | undefined
      const { version, createdAt, updatedAt, updatedBy } = record
      const [address] = (await kind.entity.linked?.find(caller.context.database, [id]))?.values() ?? []
      return {
        data: {
          ...{ entity: name, id, title: titleOf(kind, { ...row, ...all }), state, form: formOf(caller, kind, row) },
          ...given({ address: address && caller.context.config.publicUrl + address }),
          ...given({ version, createdAt, updatedAt, updatedBy }),
          ...(copy && { unpublishedChanges: { by: copy.by, at: copy.at } }),
          fields: asMarkdown(kind, shown),
          ...(omitted.length > 0 && { omitted }),
        },
        ...(include.length > 0 && { outside: await readOpinions(caller, kind, id, include) }),
      }
    },
  })

/** Reviews and remarks of a record. Guests are people outside, so all of it counts as such. */
async function readOpinions(
  { call }: ToolCaller,
  { name, entity }: Kind,
  id: string,
  include: string[],
): Promise<string> {
  if (!entity.reviewed) throw new ToolError(`Records of the kind “${name}” have no reviews and remarks.`)
  const query = { entity: name, id }
  const lines: string[] = []
  if (include.includes('reviews')) {
    const { reviews } = await call('GET', '/reviews', { query })
    for (const { state, of, note, answer, settledBy } of reviews)
      lines.push(`Review by ${settledBy ?? of.name}: ${state}`, ...[note, answer].filter(Boolean))
  }
  if (include.includes('remarks')) {
    const { remarks } = await call('GET', '/remarks', { query })
    for (const { text, by, anchor, answers, doneAt } of remarks) {
      lines.push(`Remark by ${by}${doneAt ? ' (done)' : ''}${anchor ? ` on “${anchor.quote}”` : ''}: ${text}`)
      for (const one of answers) lines.push(`  Answer by ${one.by}: ${one.text}`)
    }
  }
  return lines.length > 0 ? lines.join('\n') : 'There are none.'
}
