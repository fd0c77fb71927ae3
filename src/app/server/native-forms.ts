import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type RenderFor, sendPageError } from '#app/ssr/send-page.ts'
import type { Company } from '#contract/company.ts'
import type { ErrorBody } from '#contract/fields.ts'
import { labelOf, maxFileBytes } from '#contract/own-fields.ts'
import { contactMessages } from '#features/contact/ground/contact-words.contract.ts'
import { formGone } from '#features/contact/inbox/take-contact.server.ts'
import { signUpMessages } from '#features/subscribers/ground/sign-up-words.contract.ts'
import type { Database } from '#server/database/connect.ts'
import { sendResponse } from '#server/http/cached-routes.ts'
import { entityOf } from '#server/record/entity.ts'
import { findPreview } from '#server/record/preview-links.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { createFileTurns } from '#server/runtime/work-queue.ts'
import { networksOf } from '#server/security/networks.ts'
import { listPath } from '#web/api-query.ts'
import type { FormResult } from '#web/form-result.tsx'

type NativeForm = {
  form: FormResult['form']
  /** The addresses of its posts, which are those of the pages that contain it and show its answer; they may have placeholders. */
  pages: string[]
  call: string
  fields: string[]
  /** Fields that are left out of the call if the form does not have them; one may have several values. */
  optional?: string[]
  /** The parameters of the page that shows the form again. */
  again?: (values: Record<string, string>) => Record<string, string | undefined>
  /** The address of a success: a path, or what continues the address of the page. It is a redirect, so that a reload does not post again. */
  done: (answer: { confirm?: boolean; place?: number; to?: string }, values: Record<string, string>) => string
  failure: string
  /** It has fields of its own, named `answers.` and their label, and may have files. */
  answers?: true
  /** The page is private to one person, as its address names them. */
  personal?: boolean
  /** The page to which a post belongs, where neither its address nor a record of `owners` says that. */
  pageOf?(database: Database, values: Record<string, string>): Promise<string | undefined>
  /** Its fields are named by their paths in the call, `participants.0.name`, and all of them are sent. An unticked box is false. */
  byPath?: { ticks: string[] }
}

/** A page that staff have made, at one or two segments. Of two patterns the one with more of its own text is taken, but no call of the API may be a page. */
const madePages = ['/:first(^(?!api$)[a-z0-9-]+$)', '/:first(^(?!api$)[a-z0-9-]+$)/:second(^[a-z0-9-]+$)']

const forms: NativeForm[] = [
  {
    form: 'contact',
    pages: ['/contact'],
    call: '/api/contact',
    fields: ['name', 'email', 'subject', 'message', 'phone', 'consent', 'website'],
    done: () => '?sent=1',
    failure: contactMessages.failure,
  },
  {
    form: 'contact',
    pages: ['/careers/:slug', ...madePages],
    call: '/api/contact',
    fields: ['name', 'email', 'message', 'consent', 'website'],
    optional: ['pageId', 'section', 'openingId', 'phone', 'company'],
    answers: true,
    done: ({ to }, { openingId, section }) => to ?? `?sent=${openingId ?? section}`,
    failure: contactMessages.failure,
  },
  {
    form: 'newsletter',
    pages: ['/newsletter'],
    call: '/api/newsletter/subscribe',
    fields: ['email', 'consent', 'website'],
    optional: ['topics'],
    done: ({ confirm }) => `?subscribed=${confirm ? 'confirm' : 1}`,
    failure: signUpMessages.failure,
  },
  {
    form: 'course',
    pages: ['/courses/:slug'],
    call: '/api/course-requests',
    fields: ['courseId', 'kind', 'name', 'email', 'message', 'consent', 'website'],
    optional: ['cohortId', 'people', 'company', 'gstin', 'months', 'weekdays'],
    again: ({ kind, cohortId }) => ({ ask: kind, date: cohortId }),
    done: ({ place, confirm }, { kind, cohortId }) =>
      `${listPath('', { sent: kind, date: cohortId, place, confirm: confirm && 1 })}#ask`,
    failure: contactMessages.failure,
  },
  {
    form: 'event',
    pages: madePages,
    call: '/api/course-requests',
    fields: ['pageId', 'kind', 'name', 'email', 'message', 'consent', 'website'],
    optional: ['cohortId', 'people', 'company', 'gstin'],
    done: ({ place, confirm }, { kind }) => `${listPath('', { sent: kind, place, confirm: confirm && 1 })}#ask`,
    failure: contactMessages.failure,
  },
  {
    form: 'registration',
    pages: ['/registration'],
    call: '/api/course-requests/link/details',
    fields: [],
    byPath: { ticks: ['informed', 'release'] },
    personal: true,
    again: ({ token }) => ({ token }),
    done: (_, { token, ...values }) => {
      const done = Object.keys(values).some((name) => name.endsWith('.release')) ? 'released' : 'saved'
      return `${listPath('', { token, done })}#booking`
    },
    failure: 'Failed to save your changes. Please try again.',
  },
  {
    form: 'review',
    pages: ['/preview/:entity/:token', '/preview/:token/answer'],
    pageOf: previewPage,
    call: '/api/previews/answer',
    fields: ['token', 'state', 'name', 'note'],
    optional: ['review', 'version'],
    personal: true,
    again: ({ version }) => ({ version }),
    done: (_, { version }) => `${listPath('', { version, done: 1 })}#answer`,
    failure: 'Failed to send your answer. Please try again.',
  },
]

/** The records with forms on their pages, by the fields that name them. */
const owners = { openingId: 'openings', pageId: 'pages', courseId: 'courses' }

/** The address of such a page may change while a visitor is typing. */
async function pageOfOwner(database: Database, values: Record<string, string>): Promise<string | undefined> {
  const [key, name = ''] = Object.entries(owners).find(([key]) => values[key]) ?? []
  const id = (values[key ?? ''] ?? '').replaceAll('\0', '')
  return (await entityOf({ name })?.linked?.find(database, [id]))?.get(id)
}

/** The page of any kind of record says that a link has ended, and shows what was typed. */
async function previewPage(database: Database, { token = '' }: Record<string, string>): Promise<string> {
  const found = await findPreview(database.db, token)
  return `/preview/${found?.entity ?? 'blogs'}/${encodeURIComponent(token)}`
}

/** The values of a form that names its fields by paths, as the call takes them: objects, and lists where a part is a number. */
function nested(values: Record<string, string>, ticks: string[]): Record<string, unknown> {
  const whole: Record<string, unknown> = {}
  const lists = new Map<string, Record<string, unknown>[]>()
  for (const [path, value] of Object.entries(values)) {
    const [list = '', index, name] = path.split('.')
    if (name === undefined || !/^\d{1,3}$/.test(index ?? '')) whole[path] = value
    else {
      const items = lists.getOrInsertComputed(list, () => [])
      const untouched = Object.fromEntries(ticks.map((tick) => [tick, false]))
      items[Number(index)] = { ...untouched, ...items[Number(index)], [name]: ticks.includes(name) || value }
    }
  }
  return { ...whole, ...Object.fromEntries(lists) }
}

/** The longest form with files, in bytes. */
const maxMultipart = 2 * maxFileBytes + 1024 * 1024

/** They are not those of the call, to which such a form is sent on while it is in memory. */
const fileTurns = createFileTurns()

const isMultipart = ({ headers }: FastifyRequest) => /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')

/** The texts of a posted form. Files are for the call alone. */
async function textsOf({ body, headers }: FastifyRequest): Promise<Record<string, unknown>> {
  if (!Buffer.isBuffer(body)) return { ...(body as object | null) }
  const sent = new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } })
  const form = await sent.formData().catch(() => {
    throw new HttpError(400, 'The form could not be understood.')
  })
  return Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))
}

/** A multipart body for the call: as it was sent, with one field before. */
function multipartWith(name: string, value: string, { body, headers }: FastifyRequest) {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(headers['content-type'] ?? '')
  const line = value.replace(/[\r\n]/g, '')
  const field = `--${boundary?.[1] ?? boundary?.[2]}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${line}\r\n`
  return {
    payload: Buffer.concat([Buffer.from(field), body as Buffer]),
    headers: { 'content-type': headers['content-type'] ?? '' },
  }
}

/** The public forms as native posts without the client: the same API calls, with a page as the answer. */
export async function serveForms(
  app: FastifyInstance,
  { database, company, renderFor }: { database: Database; company: () => Company; renderFor: RenderFor },
) {
  await app.register(formbody)
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: maxMultipart },
    async (_request: FastifyRequest, body: Buffer) => body,
  )
  for (const pattern of new Set(forms.flatMap(({ pages }) => pages)))
    serveForm(
      pattern,
      forms.filter(({ pages }) => pages.includes(pattern)),
    )

  /** Serves the forms that share an address: the field `_form` says which of them is sent. */
  function serveForm(pattern: string, shared: NativeForm[]) {
    const preParsing = async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isMultipart(request)) return
      if (!shared.some(({ answers }) => answers)) throw new HttpError(415, 'This page does not accept this request.')
      await fileTurns.acquireFor(networksOf(request.ip).host, reply)
    }
    app.post(pattern, { preParsing }, async (request, reply) => {
      const given: Record<string, unknown> = { ...(await textsOf(request)), ...(request.params as object) }
      const sent = shared.length > 1 ? shared.find(({ form }) => form === given['_form']) : shared[0]
      if (!sent) return reply.callNotFound()
      const { form, call, fields, optional = [], answers, byPath, again, done, failure, personal, pageOf } = sent
      const address = request.url.split('?', 1)[0] ?? pattern
      const own = Object.fromEntries(optional.filter((field) => given[field]).map((field) => [field, given[field]]))
      const asked = answers ? Object.keys(given).filter((name) => labelOf(name) !== undefined) : []
      const names = byPath ? Object.keys(given) : [...fields, ...Object.keys(own), ...asked]
      const values = Object.fromEntries(names.map((field) => [field, String(given[field] ?? '')]))
      const page = (await (pageOf ?? pageOfOwner)(database, { ...values, ...(request.params as object) })) ?? address
      // Without scripts only this header says which page the form was on, and with which campaign; a form that comes back keeps it, since its own
      // address has none. The call takes no other site's address.
      // The request is not marked as internal and has the visitor's address, so that the call's rate limit counts it.
      const referrer = String(given['page'] || (request.headers.referer ?? ''))
      const json = byPath ? nested(values, byPath.ticks) : { ...values, ...own, page: referrer }
      const list = asked.map((name) => ({ label: labelOf(name), value: values[name] }))
      const content = Buffer.isBuffer(request.body)
        ? multipartWith('page', referrer, request)
        : { payload: { ...json, ...(answers && { answers: list }) } }
      const answer = await app.inject({ method: 'POST', url: call, ...content, remoteAddress: request.ip })
      reply.header('cache-control', 'no-store')
      if (personal) reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex, nofollow')
      if (answer.statusCode < 300) {
        const next = done(answer.json(), values)
        return reply.redirect(next.startsWith('/') ? next : page + next, 303)
      }
      const error = answer.json<Partial<ErrorBody>>()
      const typed = personal ? values : { ...values, ...(shared.length > 1 && { _form: form }), page: referrer }
      if (answer.headers['retry-after']) reply.header('retry-after', answer.headers['retry-after'])
      try {
        // A refusal by the rate limit is answered without rendering a page, and a page without its form would not show what was typed.
        if (answer.statusCode === 429 || error.code === 'form_gone')
          throw new HttpError(answer.statusCode, error.message ?? '')
        const issues = Object.fromEntries((error.issues ?? []).map(({ path, message }) => [path, message]))
        const refusal = [409, 503].includes(answer.statusCode) ? error.message : failure
        const rendered = await renderFor(request, listPath(page, again?.(values) ?? {}), {
          form,
          values: typed,
          issues,
          message: Object.keys(issues).length > 0 ? undefined : refusal,
          code: error.code,
        })
        if (!personal && (rendered.status === 404 || rendered.status === 410)) throw formGone(company())
        return sendResponse(request, reply, {
          ...rendered,
          status: rendered.status === 200 ? answer.statusCode : rendered.status,
        })
      } catch (refusal) {
        return sendPageError(refusal, request, reply, { company: company(), again: { action: address, values: typed } })
      }
    })
  }
}
