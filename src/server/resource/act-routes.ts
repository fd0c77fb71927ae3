import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import type { Permission } from '#contract/roles.ts'
import type { Transaction } from '#server/database/connect.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { changeRecord, createRecord, type Recorded } from '#server/record/change-record.ts'
import { expectedVersion, ifMatch, lockRow } from '#server/record/versions.ts'

/**
 * Something that staff do with a record besides editing it: the call `POST <path of the records>/:id/<name>`. Who may write the records may do it,
 * the activity log names it by its summary, and it answers the record.
 */
export type Act<Row, Input> = {
  /** 'Copy a date of a course to some weeks later' */
  summary: string
  description?: string
  /** The body of the call. Without it the call takes none. */
  input?: z.ZodMiniType<Input>
  /** Another path of the call, with `:id`. */
  path?: `/${string}`
  /** Whether the columns are those of a new record, which is then the answer. */
  makes?: true
  /** The columns to write, from the locked record. They may be refused with an `HttpError`. */
  columns: (row: Row, input: Input, actor: Staff, trx: Transaction) => object | Promise<object>
}

// biome-ignore lint/suspicious/noExplicitAny: the types of one act do not matter to the others
export type AnyAct = Act<any, any>

/** Declares an act: the types of its row and its body are those of `columns` and `input`. */
export const act = <Row, Input = undefined>(declared: Act<Row, Input>): AnyAct => declared

type ActResource = Recorded & {
  path: string
  access: { write: Permission }
  record: z.ZodMiniType
  acts?: Record<string, AnyAct>
}
type Store = Record<'read', (id: string) => Promise<unknown>> &
  Record<'change', (id: string, work: (trx: Transaction) => Promise<unknown>) => Promise<void>>

/** The calls of the acts on the records of a resource. */
export function actRoutes(app: FastifyInstance, resource: ActResource, { change, read }: Store): void {
  const { path, access, record, table, acts = {} } = resource
  for (const [name, { summary, description, input, makes, columns, ...own }] of Object.entries(acts))
    route(app, `POST ${own.path ?? `${path}/:id/${name}`}`, {
      access: access.write,
      summary,
      ...(description && { description }),
      ...(input && { input }),
      headers: ifMatch,
      answer: { [makes ? 201 : 200]: record },
      errors: [409],
      async handler(request) {
        const [by, version] = [staffOf(request), expectedVersion(request)]
        let { id } = request.params as { id: string }
        await change(id, async (trx) => {
          const columnsOf = async (row: object) => ({ ...(await columns(row, request.body, by, trx)) })
          if (!makes) return changeRecord(trx, { ...resource, id }, by, columnsOf, { version })
          const row = await lockRow(trx, table, id, version)
          if (row) ({ id } = await createRecord(trx, resource, by, await columnsOf(row)))
          return row
        })
        return read(id)
      },
    })
}
