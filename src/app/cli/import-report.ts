import {
  type ContentImportSummary,
  itemKinds,
  outcomes,
  sourceNames,
} from '#features/transfer/ground/transfer.contract.ts'
import { contentItems } from '#features/transfer/ground/transfer.table.ts'
import { answerOf, kindNames, outcomeNames, toItem } from '#features/transfer/importing/imports.shared.server.ts'
import type { Database } from '#server/database/connect.ts'
import { table } from './site-commands.ts'

const number = (value: number) => value.toLocaleString('en')
const itemsAtOnce = 500
const notesShown = 30

/** What an import does, or has done: counts, each item that needs attention, and how often something could not be carried over. */
export async function linesOfReport(database: Database, id: string): Promise<string> {
  const { counts, notes, choices, pictures, source, site } = await answerOf(database, id)
  const kinds = itemKinds.filter((kind) => counts.some((one) => one.kind === kind))
  const cells = kinds.map((kind) => [
    kindNames[kind],
    ...outcomes.map((outcome) =>
      number(counts.find((one) => one.kind === kind && one.outcome === outcome)?.count ?? 0),
    ),
  ])
  const address = site?.address ?? choices.site
  const from = `${source ? sourceNames[source] : ''}${address ? `, ${address}` : ''}`
  const lines = [from, '', table([['', ...outcomes.map((outcome) => outcomeNames[outcome])], ...cells]), '']
  if (pictures.needed > 0)
    lines.push(
      `Images and files that texts need: ${number(pictures.needed)}, of which ${number(pictures.given)} are among the files`,
    )
  if (address === '')
    lines.push(
      'The export does not say the address of its site: with --site, images can be fetched and links recognised.',
    )
  for (const { source, category, items } of choices.categories)
    lines.push(`Category “${source}” → ${category} (${number(items)})`)
  for (const { source, name, profile, items } of choices.authors)
    lines.push(
      `Author “${name}” (${source}) → ${profile === 'new' ? 'a new profile' : `profile ${profile}`} (${number(items)})`,
    )
  for await (const item of itemsToShow(database, id)) lines.push(...item)
  if (notes.length > 0) lines.push('', 'What will look different, with the number of items:')
  for (const { kind, subject, count } of notes.slice(0, notesShown))
    lines.push(`  ${number(count).padStart(6)}  ${kind}  ${subject}`)
  if (notes.length > notesShown) lines.push(`  and ${number(notes.length - notesShown)} more`)
  return lines.join('\n')
}

/** Every post, page and record, and all else that is left out or has notes. */
async function* itemsToShow({ db }: Database, id: string): AsyncGenerator<string[]> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('contentItems')
      .select(['place', 'kind', 'title', 'outcome', 'reason', 'plan', 'notes', 'entity', 'recordId', 'done'])
      .where('importId', '=', id)
      .where('place', '>', last)
      .orderBy('place')
      .limit(itemsAtOnce)
      .execute()
    if (rows.length === 0) return
    last = rows.at(-1)?.place ?? last
    for (const row of rows) {
      const { kind, title, outcome, reason, notes, from, to } = toItem(contentItems.decode(row))
      if (!['post', 'page', 'record'].includes(kind) && outcome !== 'failed' && notes.length === 0) continue
      const way = [from, to].filter(Boolean).join(' → ')
      const heading = `${outcomeNames[outcome].padEnd(12)}  ${title}${way && `  (${way})`}`
      yield [
        heading,
        ...[reason ?? [], notes.map(({ sentence }) => sentence)].flat().map((sentence) => `              ${sentence}`),
      ]
    }
  }
}

export function linesOfSummaries(imports: ContentImportSummary[]): string {
  if (imports.length === 0) return 'There are no imports'
  return table(
    imports.map(({ _id, at, by, fileName, state, counts }) => [
      `${at.slice(0, 16)}Z`,
      _id,
      state,
      `${number(counts.filter(({ outcome }) => outcome === 'new').reduce((sum, { count }) => sum + count, 0))} new`,
      fileName,
      by,
    ]),
  )
}
