import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { inSentence, withArticle } from '#contract/labels.ts'
import { isObject } from '#contract/lookup.ts'
import { longestNote } from '#contract/reviews.ts'
import { may } from '#contract/roles.ts'
import { addressOf } from '#server/database/lifecycle.ts'
import { slugFromTitle } from '#server/record/slugged.ts'
import { ToolError } from './call-api.server.ts'
import { choicesOf, type JsonSchema, type Kind, pathOf, valuesOf } from './kinds.server.ts'
import { findRecord, formOf, kindNamed, namesOf, titleOf } from './records.server.ts'
import { adds, given, oneOf, replaces, type ToolCaller, tool } from './tool.server.ts'

type Values = Record<string, unknown>

const personPublishes = 'Nothing of this is public. A person publishes it, with the form.'

const written = z.object({
  entity: z.string(),
  id: z.string(),
  title: z.string(),
  state: z.string(),
  version: z.optional(z.number()),
  form: z.string(),
  preview: z.optional(z.string()),
  notShown: z.optional(z.array(z.string())),
  next: z.string(),
})

const fieldsInput = z.record(z.string(), z.unknown())
const idInput = z.string().check(z.maxLength(100))

/** For how many days the link after a write works. */
const previewDays = 7

/** A link that shows a record with its unpublished changes to anyone who has it; none for kinds without pages of their own. */
async function previewOf({ call, context }: ToolCaller, kind: Kind, id: string, days: number) {
  if (!kind.hasPreview) return undefined
  const { path } = await call('POST', `${pathOf(kind, { id })}/preview-links`, { body: { days } })
  return context.config.publicUrl + path
}

/** The answer of a tool that has written. */
async function answerTo(caller: ToolCaller, kind: Kind, saved: Values, state: string) {
  const id = String(saved['_id'])
  return {
    data: given({
      ...{ entity: kind.name, id, title: titleOf(kind, { ...saved, ...valuesOf(kind, saved) }), state },
      ...{ version: saved['version'], form: formOf(caller, kind, { id }), notShown: saved['notShown'] },
      preview: await previewOf(caller, kind, id, previewDays),
      next: personPublishes,
    }),
  }
}

/** @throws ToolError for fields that the kind does not have, and for those that only a person sets */
function expectFields({ fields, decided, name }: Kind, sent: Values): Values {
  // A value that leaves a draft a draft is no decision.
  const isNothing = (value: unknown) => value === false || value === null || value === ''
  const refused = decided.filter((field) => Object.hasOwn(sent, field) && !isNothing(sent[field]))
  if (refused.length > 0)
    throw new ToolError(
      `Only a person decides when something is public and who is told. Leave out: ${refused.join(', ')}. Nothing was saved.`,
    )
  const known = Object.entries(sent).filter(([field]) => !decided.includes(field))
  const unknown = known.filter(([field]) => !Object.hasOwn(fields, field)).map(([field]) => field)
  if (unknown.length > 0)
    throw new ToolError(
      `The kind “${name}” has no field ${unknown.join(', ')}. Its fields are: ${Object.keys(fields).join(', ')}. Nothing was saved.`,
    )
  return Object.fromEntries(known)
}

export const createDraftTool = (caller: ToolCaller) =>
  tool({
    name: 'create_draft',
    title: 'Create a draft',
    description:
      'Creates a record as a draft, which a person publishes. get_schema has the fields. Texts are Markdown.',
    annotations: adds,
    input: z.object({ entity: oneOf('entity', namesOf(caller.written)), fields: fieldsInput }),
    output: written,
    async run({ entity: name, fields: sent }) {
      const kind = kindNamed(caller.written, name)
      const fields = expectFields(kind, sent)
      const { table, nameColumn, label } = kind.entity
      const address = addressOf(table)
      const { db } = caller.context.database
      const made = async () => slugFromTitle(db, table, String(fields[nameColumn] ?? ''), label)
      const slug = address && !fields[address] ? { [address]: await made() } : {}
      const body = { ...fields, ...slug }
      const saved = await caller.call('POST', kind.resource.path, { body, choices: choicesOf(kind) })
      return answerTo(caller, kind, saved, 'draft')
    },
  })

export const proposeChangeTool = (caller: ToolCaller) =>
  tool({
    name: 'propose_change',
    title: 'Propose a change',
    description:
      'Changes fields of a draft. Of a public or scheduled record it saves unpublished changes, which a person compares and publishes. `version`, from get_record, refuses the change when somebody has saved since.',
    annotations: replaces,
    input: z.object({
      entity: oneOf('entity', namesOf(caller.written)),
      id: idInput,
      fields: fieldsInput,
      version: z.optional(z.int()),
    }),
    output: written,
    async run({ entity: name, id, fields: sent, version }) {
      const kind = kindNamed(caller.written, name)
      const fields = expectFields(kind, sent)
      if (Object.keys(fields).length === 0) throw new ToolError('Name at least one field to change.')
      const { record, isPublic, state } = await findRecord(caller, kind, id)
      const { label } = kind.entity
      if (isPublic && !kind.keepsCopies)
        throw new ToolError(
          `This ${inSentence(label)} is ${state}, and its kind has no unpublished changes. Give your text to your user, who can change it at ${formOf(caller, kind, { id })}. Nothing was saved.`,
        )
      const values = valuesOf(kind, record)
      // A call needs these, whatever it changes.
      const needed = Object.fromEntries(
        kind.required.map((field) => [field, asInput(kind.fields[field] ?? {}, values[field])]),
      )
      const body = { ...given(needed), ...(isPublic && waitingOf(kind, record)), ...fields }
      const path = `${pathOf(kind, { id })}${isPublic ? '/working-copy' : ''}`
      const expected = version ?? Number(record['version'])
      const saved = await caller.call('PUT', path, { body, version: expected, choices: choicesOf(kind) })
      return answerTo(caller, kind, saved, isPublic ? `${state}, with unpublished changes` : state)
    },
  })

/** The unpublished changes of a record as a call sends them, so that a further change keeps them. */
function waitingOf(kind: Kind, { workingCopy }: Values): Values {
  if (!isObject(workingCopy)) return {}
  const { fields, base } = workingCopy as { fields: Values; base: Values }
  const changed = Object.entries(kind.fields).filter(
    ([name]) => name in fields && !isDeepStrictEqual(fields[name] ?? null, base[name] ?? null),
  )
  return Object.fromEntries(changed.map(([name, schema]) => [name, asInput(schema, fields[name])]))
}

/** A value of an answer as a call takes it: the id of a record in place of the record, and what removes a field in place of nothing. */
function asInput({ type, anyOf }: JsonSchema, value: unknown): unknown {
  if (type === 'string' && isObject(value)) return value['_id']
  if (value !== null && value !== undefined) return value
  return type === 'array' ? [] : type === 'string' && !anyOf ? '' : null
}

export const previewTool = (caller: ToolCaller) =>
  tool({
    name: 'preview',
    title: 'Preview link',
    description:
      'Makes a link that shows a record with its unpublished changes to anyone who has it, for 1, 7 or 30 days.',
    annotations: adds,
    input: z.object({
      entity: oneOf('entity', namesOf(caller.written.filter(({ hasPreview }) => hasPreview))),
      id: idInput,
      days: z.optional(z.union([z.literal(1), z.literal(7), z.literal(30)], 'days must be 1, 7 or 30')),
    }),
    async run({ entity, id, days = previewDays }) {
      const kind = kindNamed(caller.written, entity)
      return { data: given({ preview: await previewOf(caller, kind, id, days), days }) }
    },
  })

export const askReviewTool = (caller: ToolCaller) =>
  tool({
    name: 'ask_review',
    title: 'Ask a colleague for a review',
    description:
      'Asks a colleague to review a draft or the unpublished changes of a record. They get a message. `colleague` is a name or an id.',
    annotations: adds,
    input: z.object({
      entity: oneOf('entity', namesOf(caller.written.filter(({ entity }) => entity.reviewed))),
      id: idInput,
      colleague: z.string().check(z.minLength(1), z.maxLength(200)),
      note: z.optional(z.string().check(z.maxLength(longestNote))),
    }),
    async run({ entity, id, colleague, note }) {
      const kind = kindNamed(caller.written, entity)
      const { record } = await findRecord(caller, kind, id)
      const { id: of, name } = await findColleague(caller, colleague)
      const body = { entity, id, of, ...given({ note }) }
      await caller.call('POST', '/reviews', { body, version: Number(record['version']) })
      return { text: `${name} is asked to review ${withArticle(kind.entity.label)}: ${formOf(caller, kind, { id })}` }
    },
  })

/** The most colleagues that a refusal names. */
const mostNamed = 50

async function findColleague({ context, staff }: ToolCaller, wanted: string): Promise<{ id: string; name: string }> {
  const users = await context.database.db
    .selectFrom('users')
    .select(['id', 'name', 'role'])
    .where('active', '=', true)
    .where('id', '!=', staff.id)
    .orderBy('name')
    .execute()
  const all = users.filter(({ role }) => may(role, 'staff'))
  const word = wanted.trim().toLowerCase()
  const exact = all.filter(({ id, name }) => id === wanted || name.toLowerCase() === word)
  const found = exact.length > 0 ? exact : all.filter(({ name }) => name.toLowerCase().includes(word))
  const [first, second] = found
  if (first && !second) return first
  if (all.length === 0) throw new ToolError('There is no colleague yet who could review it.')
  const names = (second ? found : all).slice(0, mostNamed).map(({ id, name }) => `${name} (${id})`)
  throw new ToolError(
    `${second ? 'Several colleagues have this name' : 'No colleague has this name'}. Ask one of: ${names.join(', ')}.`,
  )
}
