import type { FastifyContextConfig } from 'fastify'
import { lookup } from '#contract/lookup.ts'
import { grantable, isPermission } from '#contract/roles.ts'
import { allowsTokens } from '#server/identity/access.ts'
import { messages } from '#server/runtime/http-error.ts'
import { type Json, type Operation, shareSchemas } from './shared-schemas.ts'

/** A description as Swagger makes it of the routes. */
export type Description = Json & {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Json> } & Json
}
type Described = Operation & {
  tags?: string[]
  description?: string
  security?: Json[]
  parameters?: { name: string; in: string; schema: { type?: string } }[]
}

/** A recorded call: the values of its path and its query, its body or its form, and its answer. */
export type Examples = Record<string, { path?: Json; query?: Json; body?: unknown; form?: Json; answer?: unknown }>

/** The headings of calls, in the order of the description. */
const tags: Record<string, string> = {
  Blog: 'Posts: drafts, unpublished changes, publishing, and the public lists.',
  Courses: 'Courses, their dates, registrations, participants and certificates.',
  Instructors: 'The people who teach courses.',
  Pages: 'Pages that staff build from sections.',
  Products: 'Products of the site.',
  Services: 'Services of the site.',
  'Case studies': 'Case studies, and the public ones at `/work`.',
  Testimonials: 'What customers say.',
  FAQs: 'Questions with answers.',
  Openings: 'Openings, and those that visitors can apply for.',
  People: 'Authors and instructors, as visitors see them.',
  Content: 'Previews of content, link cards, videos and broken links.',
  Images: 'Images that forms and texts upload.',
  'Media library': 'Images and files, where they are used, and their trash.',
  Links: 'Records and files that a text can link to.',
  Contact: 'Contact requests, their timeline and replies.',
  'Saved replies': 'Texts that staff insert into replies.',
  Newsletter: 'Subscribers, their choices, and notifications about posts.',
  Newsletters: 'Newsletters, their sending and their results.',
  Persons: 'Everything that is stored about one person: to show, to export and to erase.',
  Reviews: 'Reviews of records by colleagues and guests.',
  Remarks: 'Remarks of colleagues at places of a text.',
  Tokens: 'Tokens of programs, with some permissions of a member of staff.',
  Webhooks: 'Addresses that this site calls when something happens, and the log of its deliveries.',
  Assistants: 'Assistants that members of staff have connected, and the tools that they call.',
  Proposals: 'Drafts and changes that programs and assistants have proposed.',
  Analytics: 'Figures of visits, without personal data.',
  Dashboard: 'The figures of the start page.',
  'Activity log': 'Who did what.',
  Schedule: 'What is published, ends or begins in the next days.',
  Finder: 'Records of all kinds by their name.',
  Trash: 'Deleted records, which can be restored.',
  Redirects: 'Old addresses, and those at which visitors found nothing.',
  Import: 'Content of other sites.',
  Legal: 'Legal documents.',
  Settings: 'Settings of the site, by group, with their history.',
  Users: 'Members of staff and their access.',
  Identity: 'Signing in, sessions, passwords, passkeys and two-factor authentication.',
  Security: 'Reports of browsers.',
  System: 'Backups, mail, checks, and the export of the site.',
}

/** Answers by status, for calls that say no more about them. */
const answers: Record<string, [name: string, text: string]> = {
  200: ['', 'The answer.'],
  201: ['', 'Made.'],
  202: ['', 'Accepted: the work goes on.'],
  204: ['', 'Done.'],
  301: ['', 'The record has another address.'],
  303: ['', 'Sends the browser on.'],
  304: ['', 'Unchanged.'],
  400: [
    'Malformed',
    'The request cannot be read: broken JSON, or a value of another type. The code is `malformed`, or `token_in_url` for a token in the address.',
  ],
  401: [
    'Unauthenticated',
    'No session and no token, or one that has ended. The code is `unauthenticated`, or `invalid_token` for a token.',
  ],
  403: [
    'Forbidden',
    'The caller may not do this. The code is `role_forbidden` or `forbidden`, or one that says how to go on.',
  ],
  404: ['NotFound', 'There is no such record, or none that the caller can see. The code is `not_found`.'],
  409: [
    'Conflicting',
    'Another change came first, or something else has this name or address. The code is `version_conflict`, with the other change; or `conflict`, `in_trash` or `reserved`.',
  ],
  405: ['', 'Always, as the protocol asks.'],
  406: ['', 'The caller accepts neither JSON nor a stream of events.'],
  410: ['Gone', 'It existed and has ended. The code is `gone`.'],
  413: ['TooLarge', 'The body is too large. The code is `too_large`.'],
  415: ['UnsupportedType', 'The call takes no body of this type. The code is `unsupported_media_type`.'],
  422: ['Invalid', 'A field breaks a rule; `issues` names each. The code is `invalid`.'],
  429: ['RateLimited', 'Too many calls: wait as long as `Retry-After` says, in seconds. The code is `rate_limited`.'],
  503: ['Unavailable', 'The site cannot answer now: try again after `Retry-After` seconds. The code is `unavailable`.'],
  507: ['StorageFull', 'Nothing was saved: the disk is full. The code is `storage_full`.'],
}
const retried = ['429', '503', '507']

/** A body that may be null can be left out. An answer has no body where its contract has none, and bytes where it is neither text nor JSON. */
function describeBodies({ requestBody, responses }: Described): void {
  const body = requestBody?.content['application/json']
  const { anyOf: options } = (body?.schema ?? {}) as { anyOf?: Json[] }
  if (requestBody && body && options?.length === 2 && options[1]?.['type'] === 'null') {
    requestBody.required = false
    body.schema = options[0]
  }
  for (const [status, answer] of Object.entries(responses))
    for (const [type, content] of Object.entries(answer.content ?? {})) {
      const isEmpty = Object.keys((content.schema as Json | undefined) ?? {}).length === 0
      if (isEmpty && type === 'application/json' && status !== '200') delete answer.content
      if (!/json|^text\//.test(type)) content.schema = { type: 'string', format: 'binary' }
    }
}

/** An error that most calls can answer is described once, and each refers to it. */
function shareErrors(operations: Operation[]): Json {
  const shared: Json = {}
  for (const { responses } of operations)
    for (const [status, answer] of Object.entries(responses)) {
      const [name, description] = answers[status] ?? ['', 'An answer.']
      if ((answer as Json)['description'] === 'Default Response') Object.assign(answer, { description })
      const schema = answer.content?.['application/json']?.schema as Json | undefined
      if (!name || !/\/(Error|Conflict)$/.test(String(schema?.['$ref']))) continue
      const headers = retried.includes(status) && {
        headers: { 'Retry-After': { description: 'In seconds.', schema: { type: 'integer' } } },
      }
      const content = { 'application/json': { schema, example: exampleOf(status, description) } }
      shared[name] ??= { description, ...headers, content }
      responses[status] = { $ref: `#/components/responses/${name}` } as object
    }
  return shared
}

/** Messages of errors that have no standard one. */
const spoken: Record<string, string> = {
  401: 'Please sign in to continue.',
  403: 'Your role (writer) does not allow this. Please ask an owner.',
  409: 'Asha Rao has changed this in the meantime.',
  410: 'This has been deleted.',
  422: 'Title is required',
  507: 'The server cannot save anything right now: its disk is full. What you typed has not been saved.',
}

/** More than their message and their code. */
const details: Record<string, Json> = {
  409: {
    conflict: {
      changedBy: 'Asha Rao',
      changedAt: '2026-03-02T04:30:00.000Z',
      current: { _id: '01950000-0000-7000-8000-000000000001', title: 'Hello', version: 2 },
    },
  },
  422: { issues: [{ path: 'title', message: 'Title is required' }] },
}

/** The code is the first that the text of the answer names. */
const exampleOf = (status: string, description: string) => ({
  message: spoken[status] ?? messages[Number(status)],
  code: /code is `(\w+)`/.exec(description)?.[1],
  ...details[status],
})

/** Sessions and tokens are both sent as `Authorization: Bearer`. Each requirement names the permission that the call needs. */
function describeAccess(operation: Described, config: FastifyContextConfig): void {
  const { security = [], description } = operation
  if (!security.some((one) => 'bearer' in one)) return
  const { access = '' } = config
  const scopes = isPermission(access) ? [access] : []
  operation.security = [
    ...security.filter((one) => !('bearer' in one)),
    { session: scopes },
    ...(allowsTokens(config) ? [{ token: scopes }] : []),
  ]
  const { label } = lookup(grantable, access) ?? {}
  operation.description = [description, needs(access, label)].filter(Boolean).join(' ')
}

function needs(access: string, label: string | undefined): string {
  if (access === 'open') return 'Answers more to staff.'
  if (access === 'writeRecords') return 'Needs the permission that the kind of record needs.'
  return label ? `Needs the permission “${label}” (\`${access}\`).` : `Needs the permission \`${access}\`.`
}

/** Shows a recorded call in the place of each of its parts. */
function showExample(operation: Described, example: Examples[string] = {}): void {
  for (const parameter of operation.parameters ?? []) {
    const { [parameter.name]: value } = (parameter.in === 'query' ? example.query : example.path) ?? {}
    const { type } = parameter.schema
    const typed = type === 'number' || type === 'integer' ? Number(value) : type === 'array' ? [value] : value
    if (value !== undefined) Object.assign(parameter, { example: typed })
  }
  const { requestBody } = operation
  const { 'application/json': body, ...forms } = requestBody?.content ?? {}
  // Generated clients take the first.
  if (requestBody && body) requestBody.content = { 'application/json': body, ...forms }
  if (body && 'body' in example) Object.assign(body, { example: example.body })
  if (example.form) for (const form of Object.values(forms)) Object.assign(form, { example: example.form })
  const [answer] = Object.entries(operation.responses).flatMap(([status, { content }]) =>
    status < '300' ? [content?.['application/json']] : [],
  )
  if (answer && 'answer' in example) Object.assign(answer, { example: example.answer })
}

const securitySchemes = {
  session: {
    type: 'http',
    scheme: 'bearer',
    description: 'The session of a member of staff: the `token` that a sign-in answers.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'atr_…',
    description:
      'A token that a member of staff has made under Connections. It has some of their permissions, and ends with their access.',
  },
}

/**
 * Completes the description that Swagger makes of the routes: who may call, what errors mean, headings, examples, and one place for what is the same.
 * @param rulesOf what the guard knows of a call
 */
export function finishDescription(
  description: Description,
  rulesOf: (operationId: string) => FastifyContextConfig,
  examples: Examples,
): Description {
  const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods))
  for (const operation of operations) {
    describeAccess(operation, rulesOf(operation.operationId))
    describeBodies(operation)
    showExample(operation, lookup(examples, operation.operationId))
  }
  const { schemas } = description.components
  const responses = shareErrors(operations)
  const shared = shareSchemas(operations, Object.keys(schemas))
  const used = new Set(operations.flatMap((operation) => operation.tags ?? []))
  const errors = { Error: schemas['Error'], Conflict: schemas['Conflict'] } as Record<string, Json>
  return {
    ...description,
    tags: Object.entries(tags).flatMap(([name, text]) => (used.has(name) ? [{ name, description: text }] : [])),
    components: { securitySchemes, responses, schemas: { ...shared, ...errors } },
  }
}
