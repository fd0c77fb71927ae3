import { plainToHtml } from '#content/markup/plain-text.ts'
import { withRecordLinks } from '#content/render/record-links.ts'
import { withIdsOf } from '#features/published/rich-texts.shared.server.ts'
import type { AppContext } from '#server/feature.ts'
import { isReadable } from '../check-sections.server.ts'
import type { StoredSection } from '../pages.contract.ts'
import type { ShownSection } from './all.contract.ts'

export type PageColumns = {
  id: string
  title: string
  path: string
  sections: StoredSection[]
  renderedTexts?: Record<string, string> | undefined
}

/** A section of a page that is to be shown. `at` is its place in the stored list. */
export type ToResolve = { section: StoredSection; at: number; page: PageColumns; context: AppContext }

/**
 * What a section shows besides its fields, such as the records that it names. Undefined leaves the section out of the page, since nothing of it is
 * left that visitors may see.
 */
export type Resolver = (of: ToResolve) => Promise<object | undefined>

/** The name of a text of the editor in a section, under which its HTML is stored. */
export const textKey = (at: number) => `sections.${at}.content`

const html: Resolver = async ({ section, at, page, context }) => {
  const rendered = page.renderedTexts?.[textKey(at)] ?? plainToHtml(String(section['content']))
  return { html: withIdsOf(`s${at}`, await withRecordLinks(context, rendered)) }
}

/** The kinds that show more than their fields. */
export const resolvers: Record<string, Resolver> = { text: html }

/** The sections of a page as visitors see them. Those that this version cannot read are left out. */
export async function resolveSections(context: AppContext, page: PageColumns): Promise<ShownSection[]> {
  const shown = await Promise.all(
    page.sections.map(async (section, at) => {
      if (!isReadable(section)) return []
      const more = resolvers[section.kind] ? await resolvers[section.kind]?.({ section, at, page, context }) : {}
      return more === undefined ? [] : [{ ...section, ...more, at } as ShownSection]
    }),
  )
  return shown.flat()
}
