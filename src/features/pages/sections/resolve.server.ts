import { plainToHtml } from '#content/markup/plain-text.ts'
import { withRecordLinks } from '#content/render/record-links.ts'
import { videoIn } from '#contract/videos.ts'
import { readEvent } from '#features/courses/cohorts/page-events.shared.server.ts'
import type { PageEvent } from '#features/courses/ground/page-events.contract.ts'
import { withIdsOf } from '#features/published/rich-texts.shared.server.ts'
import type { AppContext } from '#server/feature.ts'
import { isReadable } from '../check-sections.server.ts'
import type { StoredSection } from '../pages.contract.ts'
import type { ShownSection } from './all.contract.ts'
import { files } from './file-sections.server.ts'
import { lightLogos, pictureFocus } from './picture-focus.server.ts'
import { recordSections } from './record-sections.server.ts'
import type { PageColumns, Resolver, ToResolve } from './resolver.server.ts'
import { changeValues, targetsOf } from './targets.server.ts'

/** The name of a text in a section, under which its HTML is stored. */
const textKey = (at: number) => `sections.${at}.content`

/** The source of the text that a section shows: that of the editor, or a video as the editor writes it. */
const sourceOf = ({ kind, content, url }: StoredSection) => {
  if (kind === 'text') return String(content ?? '')
  return kind === 'video' ? videoIn(String(url).trim())?.page : undefined
}

/** The texts in the sections, by the names under which their HTML is stored. */
export const textsOf = ({ sections = [] }: { sections?: StoredSection[] }): Record<string, string> =>
  Object.fromEntries(
    sections.flatMap((section, at) => {
      const source = sourceOf(section)
      return source === undefined ? [] : [[textKey(at), source]]
    }),
  )

const html: Resolver = async ({ section, at, page, context }) => {
  const rendered = page.renderedTexts?.[textKey(at)] ?? plainToHtml(sourceOf(section) ?? '')
  return { html: withIdsOf(`s${at}`, await withRecordLinks(context, rendered)) }
}

/** The date of a page's event. */
const event: Resolver = ({ section, page: { id: _id, title, path }, context }) =>
  readEvent(context, { _id, title, path }, section as unknown as PageEvent)

/** The kinds that show more than their fields. */
const resolvers: Record<string, Resolver> = {
  text: html,
  event,
  video: html,
  opening: pictureFocus,
  cards: pictureFocus,
  gallery: pictureFocus,
  logos: lightLogos,
  files,
  ...recordSections,
}

/** The sections of a page as visitors see them. Those that this version cannot read are left out. */
export async function resolveSections(context: AppContext, page: PageColumns): Promise<ShownSection[]> {
  const readable = page.sections.map((section) => (isReadable(section) ? section : undefined))
  const leadsTo = await targetsOf(
    context,
    readable.filter((section) => section !== undefined),
  )
  const shown = await Promise.all(
    readable.map(async (stored, at) => {
      const section = stored && changeValues(stored, 'target', leadsTo)
      return (section && (await resolveSection({ section, at, page, context }))) ?? []
    }),
  )
  return shown.flat()
}

/** One section as visitors see it, or undefined where nothing of it is left. */
export async function resolveSection(of: ToResolve): Promise<ShownSection | undefined> {
  const { section, at } = of
  const resolve = resolvers[section.kind]
  const more = resolve ? await resolve(of) : {}
  return more && ({ ...section, ...more, at } as ShownSection)
}
