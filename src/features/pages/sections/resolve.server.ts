import { plainToHtml } from '#content/markup/plain-text.ts'
import { withRecordLinks } from '#content/render/record-links.ts'
import { withIdsOf } from '#features/published/rich-texts.shared.server.ts'
import type { AppContext } from '#server/feature.ts'
import { isReadable } from '../check-sections.server.ts'
import type { ShownSection } from './all.contract.ts'
import { files } from './file-sections.server.ts'
import { recordSections } from './record-sections.server.ts'
import type { PageColumns, Resolver, ToResolve } from './resolver.server.ts'
import { changeValues, targetsOf } from './targets.server.ts'

/** The name of a text of the editor in a section, under which its HTML is stored. */
export const textKey = (at: number) => `sections.${at}.content`

const html: Resolver = async ({ section, at, page, context }) => {
  const rendered = page.renderedTexts?.[textKey(at)] ?? plainToHtml(String(section['content']))
  return { html: withIdsOf(`s${at}`, await withRecordLinks(context, rendered)) }
}

/** The kinds that show more than their fields. */
export const resolvers: Record<string, Resolver> = { text: html, files, ...recordSections }

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
