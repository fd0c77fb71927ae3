import * as z from 'zod/mini'
import { analyticsQuery } from '#features/analytics/analytics.contract.ts'
import { given, reads, replaces, type ToolCaller, tool } from './tool.server.ts'

type Values = Record<string, unknown>

/** The lists of people who have written, by their names in tools: the path of their calls. */
const lists = { requests: '/contact', registrations: '/course-requests' } as const

const kind = z._default(z.enum(['requests', 'registrations'], 'kind must be requests or registrations'), 'requests')
const mostListed = 20

export const listContactsTool = ({ call }: ToolCaller) =>
  tool({
    name: 'list_contacts',
    title: 'List contacts',
    description: `Lists contact requests or registrations for courses, ${mostListed} on a page, the newest first. \`status\` is pending, resolved or spam for requests; of registrations confirmed, waiting, declined and so on.`,
    annotations: reads,
    input: z.object({
      kind,
      search: z.optional(z.string().check(z.maxLength(200))),
      status: z.optional(z.string().check(z.maxLength(50))),
      page: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 1),
    }),
    async run({ kind, search, status, page }) {
      const query = { search, page, limit: mostListed, [kind === 'requests' ? 'status' : 'state']: status }
      const found: Values[] = await call('GET', lists[kind], { query })
      return {
        text: `${found.length} ${found.length === 1 ? kind.slice(0, -1) : kind} on page ${page}${found.length === mostListed ? '; there may be more' : ''}.`,
        outside: JSON.stringify(found.map(shortOf), null, 1),
      }
    },
  })

/** A line of a list: who, about what, and the state. */
const shortOf = ({ _id, name, subject, course, event, status, state, turn, createdAt }: Values) =>
  given({ id: _id, name, subject, about: titleIn(course) ?? titleIn(event), status, state, turn, createdAt })

const titleIn = (value: unknown) => (value as { title?: string } | undefined)?.title

/** Fields that say nothing about a matter, or copy another one. */
const left = new Set(
  'html messageId deletable leavesAt byId typing mail acts next tells setsEmail consent read clock key'.split(' '),
)

export const getContactTool = (caller: ToolCaller) =>
  tool({
    name: 'get_contact',
    title: 'Read a contact',
    description: 'Reads a contact request with its timeline, or a registration.',
    annotations: reads,
    input: z.object({ kind, id: z.string().check(z.maxLength(100)) }),
    async run({ kind, id }) {
      const found = await caller.call('GET', `${lists[kind]}/${encodeURIComponent(id)}`)
      return {
        text: `Its screen: ${screenOf(caller, kind, id)}`,
        outside: JSON.stringify(found, (name, value) => (left.has(name) ? undefined : value), 1),
      }
    },
  })

const screenOf = ({ context }: ToolCaller, kind: keyof typeof lists, id: string) =>
  `${context.config.publicUrl}/admin/${kind === 'requests' ? `contacts/${id}` : `registrations?open=${id}`}`

export const draftAnswerTool = (caller: ToolCaller) =>
  tool({
    name: 'draft_answer',
    title: 'Draft a reply',
    description:
      'Fills the reply box of a contact request with a draft. It is never sent: a person reads it, changes it and sends it.',
    annotations: replaces,
    input: z.object({ id: z.string().check(z.maxLength(100)), text: z.string() }),
    async run({ id, text }) {
      await caller.call('PUT', `/contact/${encodeURIComponent(id)}/answer-draft`, { body: { text } })
      return {
        text: `The draft is in the reply box. Nothing was sent: ${screenOf(caller, 'requests', id)}?tab=answer`,
      }
    },
  })

/** The tables whose words come from the addresses by which visitors came. */
const withStrangers = ['pages', 'sources', 'campaigns'] as const

export const analyticsTool = ({ call }: ToolCaller) =>
  tool({
    name: 'analytics',
    title: 'Analytics',
    description:
      'Gets the visits, enquiries, registrations and subscriptions of a range of days, by default the last 30. `by` names one table with all of its rows.',
    annotations: reads,
    input: analyticsQuery,
    async run(query) {
      const { days, ...found }: Values = await call('GET', '/analytics', { query })
      const strange = Object.fromEntries(withStrangers.flatMap((name) => (found[name] ? [[name, found[name]]] : [])))
      const own = {
        ...Object.fromEntries(Object.entries(found).filter(([name]) => !(name in strange))),
        // A line for each day is asked for by name.
        ...(query.by === 'days' && { days }),
      }
      return { data: own, ...(Object.keys(strange).length > 0 && { outside: JSON.stringify(strange) }) }
    },
  })
