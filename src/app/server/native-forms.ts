import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { sendPageError } from '#app/ssr/send-page.ts'
import type { RenderFor } from '#app/ssr/serve-pages.ts'
import type { Company } from '#contract/company.ts'
import type { ErrorBody } from '#contract/fields.ts'
import { contactMessages } from '#features/contact/contact-words.contract.ts'
import { newsletterMessages } from '#features/newsletter/newsletter.messages.ts'
import { sendResponse } from '#server/http/send-response.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import type { FormResult } from '#web/form-result.tsx'

type NativeForm = {
  form: FormResult['form']
  /** The page that contains the form and shows its answer. */
  page: string
  /** The public API call of the form. */
  call: string
  fields: string[]
  /** The address of a success. It is a redirect, so that a reload does not post again. */
  done: (answer: { confirm?: boolean }) => string
  failure: string
}

const forms: NativeForm[] = [
  {
    form: 'contact',
    page: '/contact',
    call: '/api/contact',
    fields: ['name', 'email', 'subject', 'message', 'phone', 'consent', 'website'],
    done: () => '/contact?sent=1',
    failure: contactMessages.failure,
  },
  {
    form: 'newsletter',
    page: '/newsletter',
    call: '/api/newsletter/subscribe',
    fields: ['email', 'consent', 'website'],
    done: ({ confirm }) => `/newsletter?subscribed=${confirm ? 'confirm' : 1}`,
    failure: newsletterMessages.failure,
  },
]

/** The public forms as native posts without the client: the same API calls, with a page as the answer. */
export async function serveForms(
  app: FastifyInstance,
  { company, renderFor }: { company: () => Company; renderFor: RenderFor },
) {
  await app.register(formbody)
  for (const { form, page, call, fields, done, failure } of forms) {
    app.post(page, { schema: { hide: true } }, async (request, reply) => {
      const given = (request.body ?? {}) as Record<string, unknown>
      const values = Object.fromEntries(fields.map((field) => [field, String(given[field] ?? '')]))
      // Without scripts only this header says which page the form was on. The call takes no other site's address.
      // The request is not marked as internal and has the visitor's address, so that the call's rate limit counts it.
      const payload = { ...values, page: request.headers.referer }
      const answer = await app.inject({ method: 'POST', url: call, payload, remoteAddress: request.ip })
      reply.header('cache-control', 'no-store')
      if (answer.statusCode < 300) return reply.redirect(done(answer.json()), 303)

      const error = answer.json<Partial<ErrorBody>>()
      if (answer.headers['retry-after']) reply.header('retry-after', answer.headers['retry-after'])
      try {
        // A refusal by the rate limit is answered without rendering a page.
        if (answer.statusCode === 429) throw new HttpError(429, error.message ?? '')
        const issues = Object.fromEntries((error.issues ?? []).map(({ path, message }) => [path, message]))
        const message = Object.keys(issues).length > 0 ? undefined : failure
        const rendered = await renderFor(request, reply, page, { form, values, issues, message })
        return sendResponse(request, reply, {
          ...rendered,
          status: rendered.status === 200 ? answer.statusCode : rendered.status,
        })
      } catch (refusal) {
        return sendPageError(refusal, request, reply, { company: company(), again: { action: page, values } })
      }
    })
  }
}
