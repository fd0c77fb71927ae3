import * as z from 'zod/mini'
import { checkLine, checkText, checkWriting, linksIn, type WritingCheck } from '#content/markup/check-writing.ts'
import { lookup } from '#contract/lookup.ts'
import { changeTexts, type Kind, valuesOf } from './kinds.server.ts'
import { findRecord, kindNamed, namesOf, titleOf } from './records.server.ts'
import { oneOf, reads, type ToolCaller, tool } from './tool.server.ts'

type Values = Record<string, unknown>
type Text = { path: string; source: string }
type Rendered = { html: string; missingPictures: number }

/** The checks of their own that some kinds have: the body of the call `…/check` below their path. */
const ownChecks: Record<string, (values: Values, id: string) => object> = {
  pages: ({ sections = [] }) => ({ sections }),
  newsletters: (values, id) => ({ ...values, newsletterId: id }),
}

/** The most links of a record that are asked for. */
const mostLinks = 20

export const checkTool = (caller: ToolCaller) =>
  tool({
    name: 'check',
    title: 'Check before publishing',
    description:
      'Runs the checks that people see before they publish a record: missing alternative texts, placeholders that were left, broken links, long titles, content that pages will not show.',
    annotations: { ...reads, openWorldHint: !caller.may('readContacts') },
    input: z.object({
      entity: oneOf('entity', namesOf(caller.written)),
      id: z.string().check(z.maxLength(100)),
    }),
    output: z.object({
      problems: z.array(z.object({ field: z.string(), problem: z.string() })),
      note: z.optional(z.string()),
    }),
    async run({ entity, id }) {
      const kind = kindNamed(caller.written, entity)
      const { record, row } = await findRecord(caller, kind, id)
      const values = valuesOf(kind, record)
      const texts = textsIn(kind, values)
      const rendered: Rendered[] = []
      // One after the other, as a person has one preview at a time.
      for (const { source } of texts) rendered.push(await caller.call('POST', '/content/preview', { body: { source } }))
      const links = texts.flatMap(({ path }, at) =>
        linksIn(rendered[at]?.html ?? '').map(({ href }) => ({ field: path, href })),
      )
      const broken = await brokenLinks(caller, links.slice(0, mostLinks))
      const own = await ownProblems(caller, kind, values, String(row.id))
      const notes = [
        caller.may('readContacts') && 'Links to other sites were not asked for, since this connection reads contacts.',
        links.length > mostLinks && `Only the first ${mostLinks} of ${links.length} links were asked for.`,
      ].filter((note) => note !== false)
      const inWriting = await withoutDecoration(caller, problemsOf(kind, values, texts, rendered))
      return {
        data: { problems: [...inWriting, ...broken, ...own], ...(notes.length > 0 && { note: notes.join(' ') }) },
      }
    },
  })

/** The rich texts of a record, with their places. */
function textsIn({ fields }: Kind, values: Values): Text[] {
  const texts: Text[] = []
  for (const [name, value] of Object.entries(values))
    changeTexts(fields[name] ?? {}, value, (source, path) => {
      if (source.trim() !== '') texts.push({ path: `${name}${path}`, source })
      return source
    })
  return texts
}

type Problem = { field: string; problem: string }
const at =
  (field: string) =>
  ({ text, place, picture }: WritingCheck) => ({
    field: place && 'field' in place ? place.field : field,
    problem: text,
    picture,
  })

function problemsOf(kind: Kind, values: Values, texts: Text[], rendered: Rendered[]) {
  const line = (name: string) => (typeof values[name] === 'string' ? values[name] : '')
  const isLine = (name: string) => line(name) !== '' && !texts.some(({ path }) => path === name) && !/url$/i.test(name)
  const lines = Object.fromEntries(
    Object.keys(values)
      .filter(isLine)
      .map((name) => [name, line(name)]),
  )
  // A record with a page of its own has a picture and a title that others show.
  const inFields =
    kind.entity.path === undefined
      ? Object.entries(lines).flatMap(([name, value]) => checkLine(name, value))
      : checkWriting({
          ...{ title: titleOf(kind, values), imageUrl: line('imageUrl'), imageAlt: line('imageAlt'), lines },
          ...{ excerpt: line('excerpt'), content: '', html: rendered[0]?.html ?? '', missingPictures: 0 },
        }).filter(({ place }) => place && 'field' in place)
  const inTexts = texts.flatMap(({ path, source }, index) =>
    checkText({ html: '', missingPictures: 0, ...rendered[index], content: source }).map(at(path)),
  )
  const all = [...inFields.map(at('')), ...inTexts]
  return [...new Map(all.map((one) => [`${one.field} ${one.problem}`, one])).values()]
}

/** Without those about pictures that the library calls decorative. */
async function withoutDecoration({ call }: ToolCaller, found: ReturnType<typeof problemsOf>): Promise<Problem[]> {
  const kept: Problem[] = []
  for (const { field, problem, picture } of found) {
    const isDecorative = picture !== undefined && (await call('GET', `/media/${picture}`).catch(() => ({}))).decorative
    if (!isDecorative) kept.push({ field, problem })
  }
  return kept
}

/** The links that lead nowhere. Other sites are asked only for a caller who reads no contacts: an address could carry what they say. */
async function brokenLinks(caller: ToolCaller, links: { field: string; href: string }[]): Promise<Problem[]> {
  const { origin } = new URL(caller.context.config.publicUrl)
  const own = links.filter(({ href }) => URL.parse(href, origin)?.origin === origin)
  const others = links.filter((link) => !own.includes(link)).map(({ href }) => href)
  const dead = new Set<string>()
  for (const { href } of own) {
    const { pathname = '/', search = '' } = URL.parse(href, origin) ?? {}
    if (!(await caller.leads(pathname + search))) dead.add(href)
  }
  if (others.length > 0 && !caller.may('readContacts')) {
    const answer = await caller.call('POST', '/content/links', { body: { urls: others } })
    for (const href of answer.dead) dead.add(href)
  }
  return links
    .filter(({ href }) => dead.has(href))
    .map(({ field, href }) => ({ field, problem: `The link to ${href} is broken.` }))
}

async function ownProblems({ call }: ToolCaller, kind: Kind, values: Values, id: string): Promise<Problem[]> {
  const body = lookup(ownChecks, kind.name)?.(values, id)
  if (!body) return []
  type Note = { at?: number; path?: string; message: string }
  const found: Record<string, Note[]> = await call('POST', `${kind.resource.path}/check`, { body })
  return Object.entries(found).flatMap(([name, notes]) =>
    notes.map(({ at, path, message }) => ({
      field: at === undefined ? (path ?? '') : [name, at, path].filter((part) => part !== undefined).join('.'),
      problem: message,
    })),
  )
}
