import { readPage } from '#content/render/rendered-content.ts'
import { connectionSettings } from '#features/connections/ground/connection-settings.contract.ts'
import { isLive, presentRows } from '#server/database/lifecycle.ts'
import type { Entity } from '#server/record/entity.ts'
import { schemaFor } from './schemas.server.ts'
import type { ToolCaller } from './tool.server.ts'

const house = 'atrium://house'
const kindPrefix = 'atrium://kinds/'

export const resourcesOf = ({ kinds }: ToolCaller) => [
  {
    uri: house,
    name: 'house',
    title: 'The house’s words',
    description:
      'The company’s name, tagline and tone, the names of all that it offers, and the texts of its main pages.',
    mimeType: 'text/markdown',
  },
  ...kinds.map(({ name, entity }) => ({
    uri: kindPrefix + name,
    name,
    title: `Fields of ${entity.plural}`,
    description: `The specification of ${entity.plural.toLowerCase()} as JSON Schema.`,
    mimeType: 'application/json',
  })),
]

/** @returns undefined where there is no resource at an address */
export async function readResource(
  caller: ToolCaller,
  uri: string,
): Promise<{ mimeType: string; text: string } | undefined> {
  if (uri === house) return { mimeType: 'text/markdown', text: await houseWords(caller) }
  const kind = caller.kinds.find(({ name }) => uri === kindPrefix + name)
  return kind && { mimeType: 'application/json', text: JSON.stringify(schemaFor(kind, caller), null, 2) }
}

/** The pages whose texts say best how the company writes. */
const samples = { Home: '/', About: '/about' }
/** Of each of them, in characters. */
const longestSample = 6_000
/** Of the records of a kind. */
const mostNames = 100

async function houseWords({ context, kinds }: ToolCaller): Promise<string> {
  const { company } = await context.site.now()
  // The names of the others are questions, and people who are quoted.
  const offers = kinds
    .map(({ entity }) => entity)
    .filter(({ table }) => 'title' in table.columns || 'category' in table.columns)
  const lists: string[] = []
  for (const entity of offers) {
    const names = await publicNames(context, entity)
    if (names.length > 0) lists.push(`## ${entity.plural}`, names.map((name) => `- ${name}`).join('\n'))
  }
  const pages: string[] = []
  for (const [title, path] of Object.entries(samples)) {
    const text = await textOfPage(context, path)
    if (text) pages.push(`## The page ${title}`, text)
  }
  return [
    `# ${company.brand}`,
    company.tagline,
    `${company.address.city}, ${company.address.country}. ${context.config.publicUrl}`,
    '## Tone',
    await toneOf(context),
    ...lists,
    ...pages,
  ].join('\n\n')
}

const usualTone =
  'The company has not set a tone. Write as its pages do: plain words, short sentences, facts and no superlatives.'

export const toneOf = async ({ site }: ToolCaller['context']): Promise<string> =>
  connectionSettings.of(await site.now()).tone || usualTone

async function publicNames({ database }: ToolCaller['context'], { table, nameColumn, flag }: Entity) {
  if (flag === undefined) return []
  const rows = await presentRows(database.db, table)
    .select(nameColumn)
    .where(isLive(table, flag, database.now(), database.today()))
    .orderBy('id', 'desc')
    .limit(mostNames)
    .execute()
  return [...new Set(rows.map((row) => String(row[nameColumn])))]
}

/** The beginning of a public page as Markdown. */
async function textOfPage({ config, site, renderPageWith }: ToolCaller['context'], path: string): Promise<string> {
  const { html } = await renderPageWith(path, await site.now())
  return (await readPage(html, config.publicUrl + path)).slice(0, longestSample)
}
