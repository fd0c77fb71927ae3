import * as z from 'zod/mini'
import type { Config } from '#server/config/config.ts'
import type { Transaction } from '#server/database/connect.ts'
import type { Row } from '#server/database/table.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { createRecord, type Step } from '#server/record/change-record.ts'
import { siteSettings } from '#server/site-config/site-settings.table.ts'
import { serverRules } from './groups.server.ts'
import { groups } from './settings.contract.ts'

type Fields = Record<string, unknown>

/** Why a group of settings of another site is not taken over, as a sentence; undefined for one that is. */
export function refusalOfGroup(id: string, fields: unknown): string | undefined {
  const group = Object.hasOwn(groups, id) ? groups[id] : undefined
  if (!group) return 'This program has no such settings.'
  if (serverRules[id]?.confirm) return 'Settings of signing in are not taken over. Set them here.'
  const read = z.safeParse(group.input, fields)
  return read.success ? undefined : (read.error.issues[0]?.message ?? 'They cannot be stored')
}

/** Stores a group that this site has not changed. Slow work comes first. @returns what writes it in a transaction */
export async function prepareGroup(
  config: Config,
  { id, fields, publishAt, unpublishAt }: Pick<Row<typeof siteSettings>, 'id' | 'fields' | 'publishAt' | 'unpublishAt'>,
): Promise<(trx: Transaction, actor: Staff) => Promise<unknown>> {
  const { access, input } = groups[id] as (typeof groups)[string]
  const { prepare, fixed, step } = serverRules[id] ?? {}
  const read = z.parse(input, fields) as Fields
  const given = prepare ? await prepare(read) : read
  const kept = Object.entries(given).filter(
    ([name, value]) => value !== undefined && !(name in (fixed?.(config) ?? {})),
  )
  const steps: Step<Row<typeof siteSettings>>[] = step ? [(trx, { after }) => step(trx, config, after.fields)] : []
  const row = { id, fields: Object.fromEntries(kept), publishAt, unpublishAt }
  return (trx, actor) => createRecord(trx, { table: siteSettings, steps, access: { write: access } }, actor, row)
}
