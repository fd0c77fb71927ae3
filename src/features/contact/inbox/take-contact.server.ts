import * as z from 'zod/mini'
import type { Company } from '#contract/company.ts'
import { doneBody } from '#contract/fields.ts'
import { type Answer, type AskedForm, answerLines } from '#contract/own-fields.ts'
import { visitOf } from '#contract/visit.ts'
import { countGoal } from '#features/analytics/counting.shared.server.ts'
import { type AppContext, feature } from '#server/feature.ts'
import { visitorFormLimit } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { contactMessage } from '../ground/contact.contract.ts'
import { contactMessages } from '../ground/contact-words.contract.ts'
import { takeAnswers } from './form-answers.server.ts'
import { acceptFiles, readMessage } from './read-message.server.ts'
import { companyOf, judgeMessage, phoneOf, storeMessage } from './take-message.shared.server.ts'

export const formGone = ({ email }: Pick<Company, 'email'>) =>
  new HttpError(
    409,
    `This form is no longer available. Nothing was sent: your text is still here. Please write to ${email} instead.`,
    undefined,
    { code: 'form_gone' },
  )

/** `to` is the page that continues, in place of the message. */
const taken = z.extend(doneBody, { to: z.optional(z.string()) })

export const takeContactRoutes = feature('Contact', async (app, context) => {
  const { config, database, site } = context
  await acceptFiles(app)

  route(app, 'POST /contact', {
    access: 'public',
    rateLimit: visitorFormLimit,
    summary: 'Send the company a message',
    description:
      '`pageId` and `section`, the position on the page, name a form that staff have built, and `openingId` an opening: these have their own subject, and `answers` to their own fields. Answers to fields that the form no longer has are kept; if the form is gone, the answer is 409. `page` is the path of the first page of the visit, `read` the last five before the form, `referrer` the host of the site that led there, and `consent` the id of the wording below the form. Wrong values of these, and of `campaign`, `phone` and `company`, are dropped; a query is left out but for its campaign. A file is one PDF of at most 10 MB, in a multipart form.',
    consumes: ['application/json', 'multipart/form-data'],
    preValidation: readMessage,
    input: contactMessage,
    answer: { 201: taken },
    errors: [409, 413, 415],
    handler: async ({ body, ip, log, sentFiles }) => {
      const { name, email, message, pageId, openingId } = body
      const form = await findForm(context, body)
      const { answers, files } = takeAnswers(form, body.answers ?? [], sentFiles)
      const visit = visitOf(body, config.publicUrl)
      const details = {
        ...(form.path !== undefined && { page: form.path }),
        ...visit,
        phone: phoneOf(body.phone),
        company: companyOf(body.company),
        ...(pageId === undefined ? openingId !== undefined && { openingId } : { pageId }),
        formTitle: form.title,
        ...(answers.length > 0 && { answers }),
      }
      const judged = await judgeMessage(context, {
        message: { name, email, subject: form.subject, message },
        more: wordsOf(details.company, answers),
        signals: body,
        ip,
        form: 'contact',
      })
      const { isNew } = await database.transaction((trx) => storeMessage(trx, { config }, judged, details, files))
      if (isNew && !judged.spam) await countGoal(log, { config, database, site }, 'enquiry', visit, { address: ip })
      return { message: form.thanks ?? contactMessages.success, ...(form.thanksPath && { to: form.thanksPath }) }
    },
  })
})

const wordsOf = (company = '', answers: Answer[]) => [company, ...answerLines(answers)].join('\n')

/**
 * The form that a message answers, as visitors see it now.
 * @throws HttpError 409 if it is gone
 */
async function findForm(
  { config, database, entities, site }: Pick<AppContext, 'config' | 'database' | 'entities' | 'site'>,
  { subject = '', section, ...ids }: z.output<typeof contactMessage>,
): Promise<AskedForm> {
  if (ids.pageId === undefined && ids.openingId === undefined) return { subject, fields: [] }
  for (const { form } of entities) {
    const id = form && ids[form.key]
    const found = id === undefined ? undefined : await form?.find({ config, database }, id, section)
    if (found) return found
  }
  throw formGone((await site.now()).company)
}
