import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { type AppContext, idParams } from '#server/feature.ts'
import { errorSchemas } from '#server/http/errors.ts'
import { staffOf } from '#server/identity/access.ts'
import { changeRecord } from '#server/record/change-record.ts'
import { expectedVersion, explainConflict, ifMatch, type LockedRow } from '#server/record/versions.ts'
import { idOf } from '#server/resource/resource.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import { type Letter, letter, letterPageInput } from '../ground/letters.contract.ts'
import { letters, type StoredLetter } from '../ground/letters.table.ts'
import { isEmptyText, renderAnyway, renderMailText } from '../message/letter-message.shared.server.ts'
import { findNotification } from '../sending/notification-status.shared.server.ts'
import { bodyLimit } from '../sending/sending-routes.shared.server.ts'

type Parts = Pick<AppContext, 'config' | 'database' | 'entities'>

/**
 * Refuses a change of a letter from the moment it is confirmed, since its messages would not have it. The caller has locked its row.
 * @throws HttpError 409
 */
export async function refuseIfSent(trx: Transaction, draft: Partial<StoredLetter>, before: LockedRow): Promise<void> {
  const changed = Object.entries(draft).some(([name, value]) => !isDeepStrictEqual(value, before[name]))
  const notification = changed && (await findNotification({ db: trx }, { letterId: before.id }))
  if (!notification) return
  throw new HttpError(
    409,
    notification.fixedAt === undefined
      ? 'This letter is about to be sent. Undo or cancel that to change it.'
      : 'This letter was sent. Correct its page, or write to those who got it.',
  )
}

/** Whether a text of a letter shows nothing. */
export const isBlank = async (parts: Parts, body: string): Promise<boolean> =>
  isEmptyText(await renderAnyway(body, (text) => renderMailText(parts, text)))

/** The call that corrects the page of a letter. @param find reads the letter as calls answer it */
export function letterPageRoute(
  app: FastifyInstance,
  parts: Parts,
  find: (id: string) => Promise<Letter | undefined>,
): void {
  const { database } = parts
  app.withTypeProvider<ZodTypeProvider>().put(
    '/letters/:id/page',
    {
      config: { access: 'sendNewsletters', act: 'Correct the page of a letter' },
      bodyLimit,
      preValidation: app.storeEmbedded,
      schema: {
        summary: 'Correct the page of a letter that was sent',
        description:
          'Changes the title and the text that `/letters/CODE` shows, and the page says when. The messages stay on record as `mailed`; with their title and text the page is as before. 409 for a letter that was not sent yet, and with `If-Match: "<version>"` for one that was changed since.',
        params: idParams,
        headers: ifMatch,
        body: letterPageInput,
        response: { 200: letter, ...errorSchemas(409) },
      },
    },
    async (request) => {
      const id = idOf(request)
      const { title, body } = request.body
      const text = body ?? ''
      if (await isBlank(parts, text)) throw invalid('body', 'The page has no text')
      const columns = async (trx: Transaction) => {
        const { content, fixedAt } = (await findNotification({ db: trx }, { letterId: id })) ?? {}
        if (!content || !fixedAt) throw new HttpError(409, 'This letter was not sent yet. Edit the letter itself.')
        const isAsMailed = content.title === title && content.body === text
        return { title, body: text, correctedAt: isAsMailed ? undefined : database.now() }
      }
      const record = { table: letters, id }
      const options = { version: expectedVersion(request) }
      await changeContent(database, (trx) =>
        changeRecord(trx, record, staffOf(request), () => columns(trx), options),
      ).catch(async (error) => {
        throw await explainConflict(error, () => find(id))
      })
      const corrected = await find(id)
      if (!corrected) throw notFound('Letter not found')
      return corrected
    },
  )
}
