import { type RawBuilder, sql } from 'kysely'
import type { ProposalKind } from '#contract/proposals.ts'
import { nowIn, type Transaction } from '#server/database/connect.ts'
import { flagOf } from '#server/database/lifecycle.ts'
import type { Table } from '#server/database/table.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { proposals } from './records.table.ts'
import { differs, digestsOf, revisedFields } from './revised-fields.ts'
import { ofRecord, type RecordKey } from './revisions.ts'

type Fields = Record<string, unknown>

/** Whether an assistant acts in someone's name, or a program that uses its tools. Nothing that it writes is public before a person says so. */
const proposes = ({ via }: Staff): boolean => via?.kind === 'assistant' || via?.tool === true

/** Notes a proposal of an assistant, which replaces the one before it. A save of a person ends that instead. */
export async function keepProposal(
  trx: Transaction,
  record: RecordKey,
  actor: Staff,
  { kind, base }: { kind: ProposalKind; base: number | undefined },
): Promise<void> {
  const { via, id: userId, name: userName } = actor
  if (!via || !proposes(actor)) return endProposal(trx, record)
  const made = { kind, base, assistant: via.name, userId, userName, at: nowIn(trx) }
  const row = proposals.encode({ ...made, entity: record.table.name, recordId: record.id })
  // Further changes are compared with the state before the first proposal.
  const first = sql<
    number | null
  >`case when "proposals"."kind" = 'draft' and excluded."kind" = 'draft' then "proposals"."base" else excluded."base" end`
  await trx
    .insertInto('proposals')
    .values(row)
    .onConflict((conflict) => conflict.columns(['entity', 'recordId']).doUpdateSet({ ...row, base: first }))
    .execute()
}

type RowWrite = RecordKey & { by: Staff; before: Fields | undefined; after: Fields; draft: unknown }

/** The same for a write of the record itself, whose history has it. Flags that change nothing for visitors, such as one for a place of honour, end nothing. */
export async function keepProposalOfRow(
  trx: Transaction,
  { by, before, after, draft, ...of }: RowWrite,
): Promise<void> {
  const record = { table: of.table, id: of.id }
  const flag = flagOf(record.table)
  if (!proposes(by)) {
    const isSwitched = flag !== undefined && before?.[flag] !== after[flag]
    return before && (draft !== undefined || isSwitched) ? endProposal(trx, record) : undefined
  }
  const digests = (row: Fields) => digestsOf(revisedFields(record.table, row))
  if (before && !differs(digests(before), digests(after))) return
  await keepProposal(trx, record, by, { kind: 'draft', base: before && (await formerRevision(trx, record)) })
}

/** The revision of the record itself before the newest one. */
async function formerRevision(trx: Transaction, record: RecordKey): Promise<number | undefined> {
  const found = ofRecord(trx.selectFrom('revisions').select('number'), record).where('kind', '!=', 'copy')
  return (await found.orderBy('number', 'desc').limit(1).offset(1).executeTakeFirst())?.number
}

/** @param kind ends only one of this kind */
export async function endProposal(trx: Transaction, record: RecordKey, kind?: ProposalKind): Promise<void> {
  await ofRecord(trx.deleteFrom('proposals'), record)
    .$if(kind !== undefined, (of) => of.where('kind', '=', kind as ProposalKind))
    .execute()
}

/** For a list: for whom by which assistant a row is proposed: 'Claude for Priya Nair'. */
export const proposalOf = (table: Pick<Table, 'name'>): RawBuilder<string | null> =>
  sql<
    string | null
  >`(select ${proposedBy} from "proposals" where "entity" = ${table.name} and "recordId" = ${sql.ref(`${table.name}.id`)})`

const proposedBy = sql`"assistant" || ' for ' || "userName"`

/** For a filter, which begins with the proposals: they are few. */
export const onlyProposed = (table: Pick<Table, 'name'>): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${table.name}.id`)} in (select "recordId" from "proposals" where "entity" = ${table.name})`
