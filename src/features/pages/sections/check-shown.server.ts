import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { inSentence } from '#contract/labels.ts'
import type { LinkTarget } from '#contract/record-links.ts'
import { parseRecordUrl } from '#contract/record-links.ts'
import { findDownloads } from '#media/server/downloads.ts'
import { anyTable } from '#server/database/rows.ts'
import type { AppContext } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import type { Entity } from '#server/record/entity.ts'
import { describeTarget, findTarget, targetColumns, toTarget } from '#server/record/link-targets.ts'
import { isReadable } from '../check-sections.server.ts'
import { pageInput, type StoredSection } from '../pages.contract.ts'
import { isNewer } from '../section-values.ts'
import { newerVersion } from '../section-words.ts'
import { kindOf } from './all.contract.ts'
import { resolveSection } from './resolve.server.ts'
import { changeValues, targetsOf, toForm } from './targets.server.ts'

const shownCheck = z.object({
  sections: z.array(z.object({ at: z.int(), path: z.optional(z.string()), message: z.string() })),
})
type Found = z.infer<typeof shownCheck>['sections'][number]

/** The call by which the form says what of its sections visitors do not see. */
export function checkRoute(app: FastifyInstance, context: AppContext): void {
  route(app, 'POST /pages/check', {
    access: 'writeContent',
    activity: 'step',
    summary: 'Check which sections visitors see',
    description:
      'The sections may be unsaved. A note without `path` is about a whole section, which leaves the page; one with `path` is about a field, which leaves its section.',
    bodyLimit: 5 * 1024 * 1024,
    input: z.object({ sections: z.nonoptional(pageInput.shape.sections) }),
    answer: shownCheck,
    handler: async ({ body: { sections } }) => ({ sections: await checkShown(context, sections) }),
  })
}

async function checkShown(context: AppContext, sections: StoredSection[]): Promise<Found[]> {
  const readable = sections.filter(isReadable)
  const leadsTo = await targetsOf(context, readable)
  const page = { id: '', title: '', path: '', sections }
  const notes = await Promise.all(
    sections.map(async (section, at): Promise<Found[]> => {
      if (isNewer(section)) return [{ at, message: newerVersion }]
      // A save says what is wrong with the others.
      if (!readable.includes(section)) return []
      const shown = changeValues(section, 'target', leadsTo)
      const links = await goneLinks(context, section, leadsTo)
      const records = await goneRecords(context, section)
      if (!shown) return links.map(({ message }) => ({ at, message }))
      if (await resolveSection({ section: shown, at, page, context }))
        return [...links, ...records.notes].map((note) => ({ at, ...note }))
      return [{ at, message: records.reason ?? kindOf(section.kind)?.words.none ?? 'Visitors see nothing of it' }]
    }),
  )
  return notes.flat()
}

type Note = Omit<Found, 'at'>

/** The links of a section that lead nowhere. */
async function goneLinks(
  context: AppContext,
  section: StoredSection,
  leadsTo: (to: string) => string | undefined,
): Promise<Note[]> {
  const gone: { path: string; to: string }[] = []
  changeValues(section, 'target', (to, path) => {
    if (leadsTo(to) === undefined) gone.push({ path, to })
    return to
  })
  return Promise.all(
    gone.map(async ({ path, to }) => {
      if (to === toForm) return { path, message: 'This page has no form' }
      const record = parseRecordUrl(to)
      const target = record ? await findTarget(context, record) : undefined
      return { path, message: `This link leads to ${describeTarget(target)}` }
    }),
  )
}

const states = {
  live: 'is public',
  draft: 'is a draft',
  inactive: 'is inactive',
  scheduled: 'is not public yet',
  ended: 'has ended',
  trash: 'is in the trash',
  gone: 'no longer exists',
}
type State = keyof typeof states

/** The chosen records and files of a section that visitors do not see: each at its field, and the reason why none is left. */
async function goneRecords(context: AppContext, section: StoredSection): Promise<{ notes: Note[]; reason?: string }> {
  const fields = Object.entries(kindOf(section.kind)?.fields ?? {})
  const notes: Note[] = []
  let reason: string | undefined
  for (const [name, field] of fields) {
    const value = section[name]
    if (field.control !== 'records' || !value) continue
    const ids = [value].flat() as string[]
    const entity = context.entities.find(({ table }) => table.name === field.of)
    if (!entity) continue
    const chosen = await statesOf(context, entity, ids)
    const gone = chosen.filter(({ state }) => state !== 'live')
    notes.push(
      ...gone.map(({ id, title, state }) => ({
        path: Array.isArray(value) ? `${name}.${ids.indexOf(id)}` : name,
        message: `${title ? `“${title}”` : `A chosen ${inSentence(entity.label)}`} ${states[state]}`,
      })),
    )
    if (gone.length === chosen.length)
      reason = reasonOf(
        entity,
        gone.map(({ state }) => state),
        Array.isArray(value),
      )
  }
  const files = await goneFiles(context, section)
  return { notes: [...notes, ...files], ...(reason !== undefined && { reason }) }
}

type Chosen = { id: string; title?: string; state: State }

async function statesOf({ database }: AppContext, entity: Entity, ids: string[]): Promise<Chosen[]> {
  const { table } = entity
  const rows = await anyTable(database.db)
    .selectFrom(table.name)
    .select(targetColumns(entity))
    .where('id', 'in', ids)
    .execute()
  const found = new Map<string, LinkTarget>(rows.map((row) => [String(row['id']), toTarget(entity, row, database)]))
  return [...new Set(ids)].map((id) => {
    const target = found.get(id)
    return target ? { id, title: target.name, state: target.state } : { id, state: 'gone' as const }
  })
}

/** 'The testimonial is inactive', 'Every chosen course has ended'. */
function reasonOf({ label, plural }: Entity, gone: State[], isList: boolean): string {
  const [first = 'gone'] = gone
  if (!isList) return `The ${inSentence(label)} ${states[first]}`
  return gone.every((state) => state === first)
    ? `Every chosen ${inSentence(label)} ${states[first]}`
    : `None of the chosen ${inSentence(plural)} is public`
}

/** The files of a section that the library no longer has. */
async function goneFiles({ database }: AppContext, section: StoredSection): Promise<Note[]> {
  const named: { path: string; address: string }[] = []
  changeValues(section, 'file', (address, path) => {
    named.push({ path, address })
    return address
  })
  const there = await findDownloads(
    database,
    named.map(({ address }) => address),
  )
  return named
    .filter(({ address }) => !there.has(address))
    .map(({ path }) => ({ path, message: 'This file has been deleted' }))
}
