import type { FastifyInstance } from 'fastify'
import { doneBody } from '#contract/fields.ts'
import { inNameOf } from '#contract/proposals.ts'
import { type Db, nowIn, type Transaction } from '#server/database/connect.ts'
import type { Row } from '#server/database/table.ts'
import type { AppContext } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { answerDrafts } from '../ground/contact.table.ts'
import { type DraftedAnswer, draftedAnswer, draftedAnswerInput } from '../ground/desk.contract.ts'
import { lockRequest } from '../ground/events.shared.server.ts'

/** The calls with which an assistant, or a program, fills the box of an answer. They send nothing. */
export function answerDraftRoutes(app: FastifyInstance, { database }: Pick<AppContext, 'database'>): void {
  route(app, 'PUT /contact/:id/answer-draft', {
    access: 'writeContacts',
    tools: 'readContacts',
    act: 'Draft a reply to a contact request',
    summary: 'Draft a reply, for a person who edits and sends it',
    description:
      'It fills the empty reply box of the request, replaces the draft before it, and sends nothing. A reply deletes it. The caller’s role needs the permission to change contacts; a tool of an assistant needs no more than to read them.',
    input: draftedAnswerInput,
    answer: draftedAnswer,
    errors: [409],
    handler: async (request) => {
      const { id } = request.params
      const actor = staffOf(request)
      return database.transaction(async (trx) => {
        const { status } = await lockRequest(trx, id)
        if (status === 'spam') throw new HttpError(409, 'This is marked as spam.', undefined, { code: 'spam' })
        const { id: userId, name: userName, via } = actor
        const { text } = request.body
        const made = { contactId: id, text, assistant: via?.name, userId, userName, at: nowIn(trx) }
        const row = answerDrafts.encode(made)
        const stored = trx.insertInto('answerDrafts').values(row)
        await stored.onConflict((conflict) => conflict.column('contactId').doUpdateSet(row)).execute()
        return toDraftedAnswer(made)
      })
    },
  })

  route(app, 'DELETE /contact/:id/answer-draft', {
    access: 'writeContacts',
    tools: 'readContacts',
    act: 'Remove the drafted reply to a contact request',
    summary: 'Remove a drafted reply',
    answer: doneBody,
    handler: async (request) => {
      const { id } = request.params
      await database.transaction(async (trx) => {
        await lockRequest(trx, id)
        await deleteAnswerDraft(trx, id)
      })
      return { message: 'Draft removed' }
    },
  })
}

export async function readAnswerDraft(db: Db, contactId: string): Promise<DraftedAnswer | undefined> {
  const row = await db.selectFrom('answerDrafts').selectAll().where('contactId', '=', contactId).executeTakeFirst()
  return row && toDraftedAnswer(answerDrafts.decode(row))
}

const toDraftedAnswer = ({ text, at, assistant, userName }: Row<typeof answerDrafts>): DraftedAnswer => ({
  ...{ text, at, by: inNameOf(assistant, userName) },
})

export const deleteAnswerDraft = (trx: Transaction, contactId: string) =>
  trx.deleteFrom('answerDrafts').where('contactId', '=', contactId).execute()

/** Gives the draft of a request to the one to which it is joined, unless that has one. */
export const moveAnswerDraft = (trx: Transaction, from: string, to: string) =>
  trx
    .updateTable('answerDrafts')
    .set({ contactId: to })
    .where('contactId', '=', from)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('answerDrafts as other').select('other.text').where('other.contactId', '=', to))),
    )
    .execute()
