import { escapeHtml } from '#content/markup/plain-text.ts'
import type { Company } from '#contract/company.ts'
import { isDay } from '#contract/fields.ts'
import { fileWords } from '#contract/own-fields.ts'
import { countsInWords, noteKind } from '#contract/persons.ts'
import { type StoredEntry, wordOf } from '#server/record/personal-data.ts'
import type { StoredPerson } from './read-person.server.ts'

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #0f1c1b; background: #fbfaf6; }
h1 { font-size: 1.6rem; overflow-wrap: anywhere; } h2 { font-size: 1.05rem; margin: 0; overflow-wrap: anywhere; }
main > ol { padding: 0; } main > ol > li { border-top: 1px solid #e3e0d7; padding: 1rem 0; list-style: none; }
p, dd { overflow-wrap: anywhere; white-space: pre-wrap; margin: .4rem 0; } .quiet, dt { color: #52605e; }
.files { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; margin: 1rem 0 1.5rem; } a { color: #0b6b63; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: .4rem 0; } dd { margin: 0; }
@media (prefers-color-scheme: dark) { body { color: #eaf0ee; background: #0c1413; } main > ol > li { border-color: #22302d; } .quiet, dt { color: #94a5a1; } a { color: #45c4b4; } }`

/** The links to the files, on the page of a link. */
const downloads = (until: string) =>
  `<p class="files"><a href="?file=html" download>Download this page</a><a href="?file=json" download>Download as JSON</a><span class="quiet">Available until ${escapeHtml(until)}.</span></p>
`

/** The page of a link that no longer works, or never did. */
export const endedPage = ({ brand, email }: Company) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>This link has expired</title>
<style>${style}</style>
<main>
<h1>This link has expired</h1>
<p>If you still need a copy of your data, write to <a href="mailto:${escapeHtml(email)}">${escapeHtml(email)}</a>, and ${escapeHtml(brand)} sends you a new link.</p>
</main>
</html>
`

/** A file as a download that the document itself has. */
const fileHtml = ({ base64, ...file }: NonNullable<StoredEntry['files']>[number]) =>
  base64 === undefined
    ? `<p>${escapeHtml(fileWords(file))}</p>`
    : `<p><a download="${escapeHtml(file.name)}" href="data:application/pdf;base64,${base64}">${escapeHtml(fileWords(file))}</a></p>`

/**
 * Everything that is stored about a person as a document that needs nothing else: no script, no picture, no address of another site.
 * @param options the time of the copy, and the company that made it; `until` is the last day of the link whose page this is
 */
export function personPage(
  { email, counts, entries, notesLeftOut = 0 }: StoredPerson,
  { at: now, company, timeZone, until }: { at: string; company: string; timeZone: string; until?: string | undefined },
): string {
  const format = new Intl.DateTimeFormat('en-IN', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  })
  const time = (at: string) => `<time datetime="${escapeHtml(at)}">${escapeHtml(format.format(new Date(at)))}</time>`
  const dayFormat = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', dateStyle: 'medium' })
  const valueHtml = (value: string) => escapeHtml(isDay(value) ? dayFormat.format(new Date(value)) : value)
  const item = ({ at, kind, title, text, html, by, facts = [], files = [] }: StoredEntry) =>
    [
      `<li><h2>${escapeHtml(title)}</h2>`,
      `<p class="quiet">${[time(at), ...(kind === 'change' ? [] : [escapeHtml(wordOf(kind))]), ...(by ? [escapeHtml(by)] : [])].join(' · ')}</p>`,
      html ?? (text ? `<p>${escapeHtml(text)}</p>` : ''),
      facts.length > 0
        ? `<dl>${facts.map(({ name, value }) => `<dt>${escapeHtml(name)}</dt><dd>${valueHtml(value)}</dd>`).join('')}</dl>`
        : '',
      ...files.map(fileHtml),
      '</li>',
    ].join('')
  const leftOut =
    notesLeftOut > 0 ? ` Left out: ${countsInWords([{ kind: noteKind, count: notesLeftOut }])} of its team.` : ''
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escapeHtml(email)}</title>
<style>${style}</style>
<main>
<h1>${escapeHtml(email)}</h1>
<p class="quiet">Everything that ${escapeHtml(company)} stores about this address, on ${time(now)}: ${escapeHtml(countsInWords(counts))}.${leftOut}</p>
${until === undefined ? '' : downloads(until)}<ol>${entries.map(item).join('\n')}</ol>
</main>
</html>
`
}
