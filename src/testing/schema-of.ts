import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import { kindOf } from '#server/database/dialect.ts'

/**
 * All parts of a schema, a line for each column, constraint, index, function and trigger, sorted: the order of columns
 * in a table does not count.
 */
export async function schemaOf({ db }: Database): Promise<string[]> {
  const lines: string[] = []
  for (const query of kindOf(db) === 'sqlite' ? sqlite : postgres)
    for (const row of (await sql.raw<Record<string, unknown>>(query).execute(db)).rows)
      lines.push(...linesOf(row).map((line) => line.replace(/\s+/g, ' ')))
  return lines.sort()
}

const sqlite = [
  `select "name", "type", "wr", "strict" from pragma_table_list where "schema" = 'main' and "name" not like 'sqlite\\_%' escape '\\'`,
  `select t."name" as "table", c."name", c."type", c."notnull", c."dflt_value", c."pk", c."hidden"
    from pragma_table_list t, pragma_table_xinfo(t."name") c where t."schema" = 'main'`,
  `select t."name" as "table", f."table" as "target", f."from", f."to", f."on_update", f."on_delete"
    from pragma_table_list t, pragma_foreign_key_list(t."name") f where t."schema" = 'main'`,
  // The indexes of unique columns are called after their place among the table's indexes.
  `select t."name" as "table", i."unique", i."origin", i."partial", case i."origin" when 'c' then i."name" end as "name",
      group_concat(coalesce(x."name", '') || x."desc" || x."coll") as "columns",
      (select "sql" from sqlite_schema where "name" = i."name") as "sql"
    from pragma_table_list t, pragma_index_list(t."name") i, pragma_index_xinfo(i."name") x
    where t."schema" = 'main' and x."key" group by t."name", i."name"`,
  `select "name" as "table", "sql" as "checks" from sqlite_schema where "type" = 'table' and "sql" like '%check (%'`,
  `select "name", "sql" from sqlite_schema where "type" in ('trigger', 'view') or "sql" like 'create virtual %'`,
]

const here = 'current_schema()::regnamespace'
const postgres = [
  `select r.relname, r.relkind, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attcollation,
      pg_get_expr(d.adbin, d.adrelid) as "default"
    from pg_class r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
    where r.relnamespace = ${here} and r.relkind in ('r', 'p', 'v', 'm')`,
  // Columns that are not null have constraints, whose names nothing uses.
  `select conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = ${here} and contype <> 'n'`,
  `select indexdef from pg_indexes where schemaname = current_schema()`,
  `select pg_get_functiondef(p.oid) from pg_proc p where p.pronamespace = ${here}
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  `select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`,
  `select sequencename, data_type, start_value, increment_by, cycle from pg_sequences where schemaname = current_schema()`,
]

const linesOf = ({ checks, ...row }: Record<string, unknown>): string[] =>
  typeof checks === 'string'
    ? checksOf(checks).map((check) => JSON.stringify({ ...row, check }))
    : [JSON.stringify(row)]

/** The conditions that SQLite has only in the text of a table. */
function checksOf(statement: string): string[] {
  const found: string[] = []
  for (const { index, 0: start } of statement.matchAll(/\bcheck \(/g)) {
    let depth = 1
    let end = index + start.length
    for (; depth > 0; end++) depth += statement[end] === '(' ? 1 : statement[end] === ')' ? -1 : 0
    found.push(statement.slice(index, end))
  }
  return found
}
