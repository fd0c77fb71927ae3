import { escapeHtml } from '#content/markup/escape.ts'
import type { Heading } from '#contract/fields.ts'
import type { Config } from '#server/config.ts'
import { json, optional, text } from '#server/database/table.ts'
import type { Rendered } from './render-content.ts'
import { renderText, TooIntricate } from './rendered-content.ts'
import { rendererVersion } from './renderer-version.ts'

type Site = Pick<Config, 'publicUrl'>

/**
 * The columns in which a table keeps its text as the pages show it. `renderedHtml` and `renderedHeadings` are empty for a text that has
 * never been rendered; `renderedBy` names the renderer that had it last.
 */
export const renderingColumns = {
  renderedHtml: optional(text()),
  renderedHeadings: optional(json<Heading[]>()),
  renderedBy: optional(text()),
}
/** Lists leave them out: they are long. */
export const renderingNames = Object.keys(renderingColumns) as (keyof typeof renderingColumns)[]

type Rendering = {
  renderedHtml?: string | undefined
  renderedHeadings?: Heading[] | undefined
  renderedBy?: string | undefined
}

/** The site's origin, as links say it. */
export const siteOriginOf = ({ publicUrl }: Site) => new URL(publicUrl).origin

/** The present renderer's name. What another made is out of date: of another version, or for a site at another address. */
export const rendererOf = (site: Site) => `${rendererVersion} ${siteOriginOf(site)}`

export const renderingOf = ({ html, headings }: Rendered, site: Site): Rendering => ({
  renderedHtml: html,
  renderedHeadings: headings,
  renderedBy: rendererOf(site),
})

/** What pages show of a stored text: the plain words as long as it has not been rendered. */
export const shownText = (source: string, { renderedHtml, renderedHeadings }: Rendering) => ({
  html: renderedHtml ?? plainHtml(source),
  headings: renderedHeadings ?? [],
})

const plainHtml = (source: string) =>
  source
    .split(/\n(?:[^\S\n]*\n)+/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${escapeHtml(part.trim())}</p>`)
    .join('\n')

export type SavedText = {
  /** To be stored with the text. */
  rendering: Rendering
  /** Its words, for the search. */
  text: string
  /** In minutes. */
  readTime: number
}

/**
 * Renders a text that is to be stored. One that the public sees has to be showable; any other is kept as it is, so that its author can go
 * on with it.
 * @param field where the text stands in what was sent
 * @throws TooIntricate, WorkerBusy: for a public text alone
 */
export async function renderToSave(
  source: string,
  site: Site,
  { isPublic, field }: { isPublic: boolean; field: string },
): Promise<SavedText> {
  try {
    const rendered = await renderText(source, { siteOrigin: siteOriginOf(site) })
    return { rendering: renderingOf(rendered, site), text: rendered.text, readTime: rendered.readTime }
  } catch (error) {
    if (isPublic)
      throw error instanceof TooIntricate
        ? new TooIntricate(`${error.message}. Simplify it, or save it as a draft.`, field)
        : error
    return {
      rendering: unrendered(error, site),
      text: source,
      readTime: Math.max(1, Math.round(source.length / 1_200)),
    }
  }
}

const unrendered = (error: unknown, site: Site): Rendering => ({
  renderedHtml: undefined,
  renderedHeadings: undefined,
  renderedBy: error instanceof TooIntricate ? rendererOf(site) : undefined,
})
