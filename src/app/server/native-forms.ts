import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { sendPageError } from '#app/ssr/page-errors.ts'
import { sendPage } from '#app/ssr/send-page.ts'
import type { RenderFor } from '#app/ssr/serve-pages.ts'
import type { Company } from '#contract/company.ts'
import type { ErrorBody } from '#contract/fields.ts'
import { contactMessages } from '#features/contact/contact.messages.ts'
import { newsletterMessages } from '#features/newsletter/newsletter.messages.ts'
import { HttpError } from '#server/http/errors.ts'
import type { FormResult } from '#web/form-result.tsx'

type NativeForm = {
  form: FormResult['form']
  /** The page that holds the form, which also answers it. */
  page: string
  /** The public call that the form's fields are for. */
  call: string
  fields: string[]
  /** Where a success leads, so that reloading the answer posts nothing again. */
  done: (answer: { confirm?: boolean }) => string
  failure: string
}

const forms: NativeForm[] = [
  {
    form: 'contact',
    page: '/contact',
    call: '/api/contact',
    fields: ['name', 'email', 'subject', 'message', 'website'],
    done: () => '/contact?sent=1',
    failure: contactMessages.failure,
  },
  {
    form: 'newsletter',
    page: '/newsletter',
    call: '/api/newsletter/subscribe',
    fields: ['email', 'website'],
    done: ({ confirm }) => `/newsletter?subscribed=${confirm ? 'confirm' : 1}`,
    failure: newsletterMessages.failure,
  },
]

/** The public forms as browsers without the client post them: the same calls behind, a page as the answer. */
export async function serveForms(
  app: FastifyInstance,
  { company, renderFor }: { company: Company; renderFor: RenderFor },
) {
  await app.register(formbody)
  for (const { form, page, call, fields, done, failure } of forms) {
    app.post(page, { schema: { hide: true } }, async (request, reply) => {
      const given = (request.body ?? {}) as Record<string, unknown>
      const values = Object.fromEntries(fields.map((field) => [field, String(given[field] ?? '')]))
      // Without the in-process mark and from the visitor's own address, so that the call's rate limit counts this too.
      const answer = await app.inject({ method: 'POST', url: call, payload: values, remoteAddress: request.ip })
      reply.header('cache-control', 'no-store')
      if (answer.statusCode < 300) return reply.redirect(done(answer.json()), 303)

      const error = answer.json<Partial<ErrorBody>>()
      if (answer.headers['retry-after']) reply.header('retry-after', answer.headers['retry-after'])
      try {
        // Whoever asks too often gets no page made for it.
        if (answer.statusCode === 429) throw new HttpError(429, error.message ?? '')
        const issues = Object.fromEntries((error.issues ?? []).map(({ path, message }) => [path, message]))
        const message = Object.keys(issues).length > 0 ? undefined : failure
        const rendered = await renderFor(request, reply, page, { form, values, issues, message })
        return sendPage(request, reply, {
          ...rendered,
          status: rendered.status === 200 ? answer.statusCode : rendered.status,
        })
      } catch (refusal) {
        return sendPageError(refusal, request, reply, { company, again: { action: page, values } })
      }
    })
  }
}
