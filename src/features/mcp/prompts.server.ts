import { presentRows } from '#server/database/lifecycle.ts'
import { ToolError } from './call-api.server.ts'
import { asMarkdown, type Kind, valuesOf } from './kinds.server.ts'
import { findRecord } from './records.server.ts'
import { toneOf } from './resources.server.ts'
import { schemaFor } from './schemas.server.ts'
import { given, type ToolCaller } from './tool.server.ts'

type Values = Record<string, string>
type Prompt = {
  name: string
  title: string
  description: string
  arguments: { name: string; description: string; required: boolean }[]
  /** The kind of record that it writes. */
  kind: string
  text(caller: ToolCaller, kind: Kind, values: Values): Promise<string>
}

const prompts: Prompt[] = [
  {
    name: 'draft_post',
    title: 'Draft a post',
    description: 'Writes a post for the blog as a draft.',
    arguments: [
      { name: 'topic', description: 'The subject of the post, and what it should say', required: true },
      { name: 'readers', description: 'The people for whom it is', required: false },
    ],
    kind: 'blogs',
    text: async (caller, kind, { topic, readers }) =>
      [
        `Draft a post for our blog about: ${topic}`,
        ...(readers ? [`It is for: ${readers}`] : []),
        `Read atrium://house for our words. Our tone: ${await toneOf(caller.context)}`,
        'Search first whether we have written about it, and link to what we have. Then create the draft with create_draft, run check, mend what it finds with propose_change, and give me the links to the form and the preview.',
        `The fields: ${JSON.stringify(schemaFor(kind, caller))}`,
      ].join('\n\n'),
  },
  {
    name: 'improve_course_summary',
    title: 'Improve the summary of a course',
    description: 'Proposes a better summary of a course, as an unpublished change.',
    arguments: [{ name: 'course', description: 'The title, the slug or the id of the course', required: true }],
    kind: 'courses',
    text: async (caller, kind, { course = '' }) => {
      const id = await findByWord(caller, kind, course)
      const { record } = await findRecord(caller, kind, id)
      return [
        'Improve the summary of this course, which is its field `description`: who it is for, what they can do afterwards, and why with us, in at most 60 words. Change no facts.',
        `Our tone: ${await toneOf(caller.context)}`,
        `Show me the present and the new one. When I agree, save it with propose_change (entity courses, id ${id}), and give me the link to the form.`,
        `The course: ${JSON.stringify(asMarkdown(kind, given(valuesOf(kind, record))))}`,
      ].join('\n\n')
    },
  },
]

const allowed = ({ written }: ToolCaller) => prompts.filter(({ kind }) => written.some(({ name }) => name === kind))

export const promptsOf = (caller: ToolCaller) =>
  allowed(caller).map(({ name, title, description, arguments: values }) => ({
    ...{ name, title, description, arguments: values },
  }))

/** @returns the reason why there is none */
export async function getPrompt(caller: ToolCaller, name: string, values: Values) {
  const prompt = allowed(caller).find((one) => one.name === name)
  if (!prompt) return 'There is no prompt of this name.'
  const missing = prompt.arguments.filter(({ name, required }) => required && !values[name]?.trim())
  if (missing.length > 0) return `Missing: ${missing.map(({ name }) => name).join(', ')}.`
  const kind = caller.written.find((one) => one.name === prompt.kind) as Kind
  try {
    const text = await prompt.text(caller, kind, values)
    return {
      description: prompt.title,
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
    }
  } catch (error) {
    if (error instanceof ToolError) return error.message
    throw error
  }
}

async function findByWord({ context }: ToolCaller, { entity }: Kind, word: string): Promise<string> {
  const { table, nameColumn, label } = entity
  const wanted = word.trim()
  const rows = presentRows(context.database.db, table).select('id')
  const found = await rows
    .where((row) => row.or(['id', 'slug', nameColumn].map((column) => row(column, '=', wanted))))
    .executeTakeFirst()
  if (!found) throw new ToolError(`${label} not found: “${wanted}”.`)
  return String(found['id'])
}
