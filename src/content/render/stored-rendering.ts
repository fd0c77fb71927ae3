import { plainToHtml } from '#content/markup/plain-text.ts'
import { videosIn } from '#content/markup/videos.ts'
import type { Heading } from '#contract/fields.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { json, optional, text } from '#server/database/table.ts'
import { type LinkContext, withRecordLinks } from './record-links.ts'
import type { KnownVideos, Rendered } from './render-content.ts'
import { renderText, TooIntricate } from './rendered-content.ts'
import { videos } from './videos.table.ts'

type Site = Pick<Config, 'publicUrl'>

/**
 * The columns of a table for its rendered text. `renderedHtml` and `renderedHeadings` are empty for a text that has never been rendered;
 * `renderedBy` names the renderer that processed it last.
 */
export const renderingColumns = {
  renderedHtml: optional(text()),
  renderedHeadings: optional(json<Heading[]>()),
  renderedBy: optional(text()),
}
/** For lists, which do not select these long columns. */
export const renderingNames = Object.keys(renderingColumns) as (keyof typeof renderingColumns)[]

/**
 * The columns of a table whose records have several texts, each below a heading of its page. `renderedTexts` has the HTML of those that could be
 * rendered, by the names of their columns.
 */
export const textsColumns = {
  renderedTexts: optional(json<Record<string, string>>()),
  renderedBy: optional(text()),
}

type Rendering = {
  renderedHtml?: string | undefined
  renderedHeadings?: Heading[] | undefined
  renderedBy?: string | undefined
}

/** The sources of the texts of a record with `textsColumns`, by the names under which their HTML is stored. */
export type TextsOf = (columns: Record<string, unknown>) => Record<string, string>

/** The texts of columns that each are one. */
export const textsOfColumns =
  (names: string[]): TextsOf =>
  (columns) =>
    Object.fromEntries(names.map((name) => [name, String(columns[name] ?? '')]))

/** The origin of the site's own links. */
export const siteOriginOf = ({ publicUrl }: Site) => new URL(publicUrl).origin

/** The current renderer's name. Output of another version or for another site address is outdated. */
export const rendererOf = (site: Site) => `${rendererVersion} ${siteOriginOf(site)}`

export const renderingOf = ({ html, headings }: Rendered, site: Site): Rendering => ({
  renderedHtml: html,
  renderedHeadings: headings,
  renderedBy: rendererOf(site),
})

/**
 * The HTML of a stored text for pages and feeds, with the current addresses of the records that it links to. One that was never rendered is
 * paragraphs of plain text.
 */
export const shownText = async (
  context: LinkContext,
  source: string,
  { renderedHtml, renderedHeadings }: Rendering,
): Promise<{ html: string; headings: Heading[] }> => ({
  html: await withRecordLinks(context, renderedHtml ?? plainToHtml(source)),
  headings: renderedHeadings ?? [],
})

/** How a text of `textsColumns` is rendered, unless its headings are those of the page. */
export const belowHeading = { headingOffset: 1 }
export type HeadingPlace = { headingOffset: number }

type SavedText = {
  /** The columns to store with the text. */
  rendering: Rendering
  /** The visible text, for the search. */
  text: string
  /** In minutes. */
  readTime: number
}

/**
 * Renders a text before it is stored. A public text must be renderable; any other may be stored without its rendering, so that its author can
 * continue later.
 * @param field the name of the text's field in the body
 * @param videos the stored details of the videos in the text
 * @throws TooIntricate, WorkerBusy: for a public text only
 */
export async function renderToSave(
  source: string,
  site: Site,
  { isPublic, field, ...options }: { isPublic: boolean; field: string; videos?: KnownVideos; headingOffset?: number },
): Promise<SavedText> {
  try {
    const rendered = await renderText(source, { siteOrigin: siteOriginOf(site), ...options })
    return { rendering: renderingOf(rendered, site), text: rendered.text, readTime: rendered.readTime }
  } catch (error) {
    if (isPublic)
      throw error instanceof TooIntricate
        ? new TooIntricate(`${error.message}. Simplify it, or save it as a draft.`, field)
        : error
    return {
      rendering: {
        renderedHtml: undefined,
        renderedHeadings: undefined,
        renderedBy: error instanceof TooIntricate ? rendererOf(site) : undefined,
      },
      text: source,
      readTime: Math.max(1, Math.round(source.length / 1_200)),
    }
  }
}

/** The visible text of a stored source, for the search. Nothing is stored. */
export async function visibleText(database: Database, site: Site, source: string): Promise<string> {
  const videos = await storedVideos(database, source)
  return (await renderToSave(source, site, { isPublic: false, field: '', videos })).text
}

/**
 * Increase it whenever the same source is rendered to different HTML, so that the next start renders stored texts again
 * (`renewRenderings`). A test fails when the output changes without it.
 */
export const rendererVersion = 8

/** The stored details of the videos of a text. */
export async function storedVideos({ db }: Pick<Database, 'db'>, source: string): Promise<KnownVideos> {
  const keys = videosIn(source).map(({ key }) => key)
  if (keys.length === 0) return {}
  const rows = await db.selectFrom('videos').selectAll().where('id', 'in', keys).execute()
  return Object.fromEntries(rows.map((row) => [row.id, videos.decode(row)]))
}
