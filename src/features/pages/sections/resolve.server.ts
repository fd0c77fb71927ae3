import { plainToHtml } from '#content/markup/plain-text.ts'
import { withRecordLinks } from '#content/render/record-links.ts'
import { videoIn } from '#contract/videos.ts'
import { withIdsOf } from '#features/published/rich-texts.shared.server.ts'
import type { AppContext } from '#server/feature.ts'
import { isReadable } from '../check-sections.server.ts'
import type { StoredSection } from '../pages.contract.ts'
import type { ShownSection } from './all.contract.ts'
import { pictureFocus } from './picture-focus.server.ts'
import type { PageColumns, Resolver } from './resolver.server.ts'

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

/** The kinds that show more than their fields. */
export const resolvers: Record<string, Resolver> = {
  text: html,
  video: html,
  opening: pictureFocus,
  cards: pictureFocus,
  gallery: pictureFocus,
}

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
