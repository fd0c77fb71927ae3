import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { plainToHtml } from '#content/markup/plain-text.ts'
import { previewTurns, renderText, TooIntricate } from '#content/render/rendered-content.ts'
import { siteOriginOf, storedVideos } from '#content/render/stored-rendering.ts'
import type { AppContext } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { disconnectSignal } from '#server/runtime/http-error.ts'
import { readSection } from './check-sections.server.ts'
import { type LackingSection, pagePreview, pagePreviewInput, type StoredSection } from './pages.contract.ts'
import { kindOf, type ShownSection } from './sections/all.contract.ts'
import type { Field, Fields } from './sections/fields.contract.ts'
import { resolveSection, textsOf } from './sections/resolve.server.ts'
import type { PageColumns } from './sections/resolver.server.ts'
import { changeValues, targetsOf } from './sections/targets.server.ts'

type PreviewedSection = ShownSection | LackingSection
type Problem = { path: string; message: string }
/** A section as it was typed: what of it can be shown, and all that a save would refuse. */
type Typed = { section: StoredSection; draft: StoredSection | undefined; problems: Problem[] }

/**
 * The path under which a typed page is rendered. No page can have it, since its first part has neither a letter nor a digit. The drawing of its
 * opening follows from the last part.
 */
const renderedPath = (path: string) => `-/${/[a-z\d-]+$/.exec(path)?.[0] ?? '-'}`

/** Declares the call that renders a page while it is typed. */
export function previewPageRoute(app: FastifyInstance, context: AppContext): void {
  const { site, database, renderPageWith } = context
  const rendered = createRenderedTexts(context)
  route(app, 'POST /pages/preview', {
    access: 'writeContent',
    activity: 'step',
    bodyLimit: 5 * 1024 * 1024,
    summary: 'Render a page as visitors would see it with these sections',
    description:
      'Nothing is stored. The answer is the whole document, without scripts; each section is in an element with its place as `data-section`. A section that cannot be shown yet says why in its place, and `problems` names all that a save would refuse.',
    input: pagePreviewInput,
    answer: pagePreview,
    handler: async (request, reply) => {
      await previewTurns.acquireFor(staffOf(request).id, reply)
      const { _id = '', title = '', path = '', listed = false, sections = [] } = request.body
      const found = await rendered(sections, disconnectSignal(reply))
      // As it will be once it is public.
      const page = { id: _id, title, path, sections, active: true, renderedTexts: found.html }
      const typed = sections.map(typedSection)
      const problems = typed.flatMap((one) => one.problems)
      const renderedAt = renderedPath(path)
      const show = async (sections: PreviewedSection[]) => {
        const answer = { _id, title, path: renderedAt, listed, sections, updatedAt: database.now() }
        const answers = { [`/api/pages/by-path/${encodeURIComponent(renderedAt)}`]: answer }
        return (await renderPageWith(`/${renderedAt}`, await site.now(), { answers })).html
      }
      const lenient = await previewSections(context, page, typed)
      // A section of which too much is missing must not take the others with it.
      const html = await show(lenient).catch((error) => {
        if (problems.length === 0) throw error
        return show(lenient.map((one) => withoutProblems(one, typed)))
      })
      return { html, problems: [...problems, ...found.problems] }
    },
  })
}

function typedSection(section: StoredSection, at: number): Typed {
  const read = readSection(section)
  if ('section' in read) return { section, draft: read.section, problems: [] }
  const problems = read.issues.map(({ path, message }) => ({ path: `sections.${at}.${path}`, message }))
  return { section, draft: draftOf(kindOf(section.kind)?.fields ?? {}, section), problems }
}

/** The sections of a page as visitors would see them. One that cannot be shown is replaced with the reason. */
async function previewSections(context: AppContext, page: PageColumns, all: Typed[]): Promise<PreviewedSection[]> {
  const leadsTo = await targetsOf(
    context,
    all.flatMap(({ draft }) => draft ?? []),
  )
  return Promise.all(
    all.map(async ({ section: typed, draft, problems: [problem] }, at) => {
      const words = kindOf(typed.kind)?.words
      if (!words) return lacking(typed, at, 'It was made by a newer version. Visitors do not see it.')
      if (!draft) return lacking(typed, at, problem?.message ?? '')
      const section = changeValues(draft, 'target', leadsTo)
      const shown =
        section &&
        (await resolveSection({ section, at, page, context }).catch((error) => {
          if (!problem) throw error
        }))
      const nothing = `Visitors do not see this section. ${words.none ?? 'It has nothing to show'}.`
      return shown ?? lacking(typed, at, problem?.message ?? nothing)
    }),
  )
}

const lacking = ({ kind }: StoredSection, at: number, lacks: string): LackingSection => ({
  kind,
  at,
  name: kindOf(kind)?.words.name ?? 'Section',
  lacks,
})

function withoutProblems(shown: PreviewedSection, all: Typed[]): PreviewedSection {
  const { section, problems: [problem] = [] } = all[shown.at] ?? {}
  return section && problem ? lacking(section, shown.at, problem.message) : shown
}

/** A section that is not complete, with all of it that can be shown; undefined if that is nothing, or if it cannot be drawn without the rest. */
function draftOf(fields: Fields, { kind, ...typed }: StoredSection): StoredSection | undefined {
  const values = isBlank(typed) ? undefined : draftValues(fields, typed)
  return values && { kind, ...values }
}

function draftValues(fields: Fields, typed: unknown): object | undefined {
  const given = typeof typed === 'object' && typed !== null ? (typed as Record<string, unknown>) : {}
  const values = Object.entries(fields).map(([name, field]) => [name, draftValue(field, given[name])] as const)
  if (values.some(([name, value]) => value === undefined && fields[name]?.required)) return undefined
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

/** A value that has the type of its field, though it may break another rule; undefined where there is none. */
function draftValue(field: Field, typed: unknown): unknown {
  const read = z.safeParse(field.rule, typed)
  if (read.success) return !field.required && isBlank(typed) ? undefined : read.data
  switch (field.control) {
    case 'text':
    case 'lines':
    case 'rich':
      return typeof typed === 'string' ? typed : ''
    case 'target':
      return field.required ? '/' : undefined
    case 'choice':
      return field.required ? field.options[0] : undefined
    case 'number':
      return field.required ? field.least : undefined
    case 'texts':
      return Array.isArray(typed) ? typed.filter((one) => typeof one === 'string') : []
    case 'group':
      return draftValues(field.fields, typed)
    case 'rows': {
      const filled = Array.isArray(typed) ? typed.filter((row) => !isBlank(row)) : []
      const rows = filled.flatMap((row) => draftValues(field.fields, row) ?? [])
      return rows.length > 0 ? rows : undefined
    }
    default:
      return undefined
  }
}

const isBlank = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(isBlank)
    : value === false || String(value ?? '').trim() === ''

/** How long the texts of a page may take, in milliseconds. The rest are shown without their markup. */
const patience = 8_000
/** The memory for texts that were rendered for previews, in characters. */
const mostRendered = 8_000_000

/**
 * Renders the texts of pages that are typed. Those that have not changed since the last preview are not rendered again, and those of one page
 * take turns, so that a long page leaves the workers to others.
 */
function createRenderedTexts({ config, database }: AppContext) {
  const siteOrigin = siteOriginOf(config)
  const known = new LRUCache<string, string>({ maxSize: mostRendered, sizeCalculation: (html) => html.length + 1 })

  async function htmlOf(source: string, signal: AbortSignal) {
    const videos = await storedVideos(database, source)
    const key = createHash('sha256')
      .update(JSON.stringify([source, videos]))
      .digest('base64')
    const before = known.get(key)
    if (before !== undefined) return before
    const { html } = await renderText(source, { siteOrigin, videos, signal })
    known.set(key, html)
    return html
  }

  return async (sections: StoredSection[], signal: AbortSignal) => {
    const html: Record<string, string> = {}
    const problems: Problem[] = []
    const end = performance.now() + patience
    // The next preview finds those that are rendered by then, and goes on.
    for (const [path, source] of Object.entries(textsOf({ sections })))
      html[path] =
        performance.now() > end
          ? plainToHtml(source)
          : await htmlOf(source, signal).catch((error) => {
              if (!(error instanceof TooIntricate)) throw error
              problems.push({ path, message: error.message })
              return plainToHtml(source)
            })
    return { html, problems }
  }
}
