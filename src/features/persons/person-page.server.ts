import { escapeHtml } from '#content/markup/escape.ts'
import { countsInWords, type PersonEntry } from '#contract/persons.ts'
import type { ReadPerson } from './read-person.server.ts'

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #0f1c1b; background: #fbfaf6; }
h1 { font-size: 1.6rem; overflow-wrap: anywhere; } h2 { font-size: 1.05rem; margin: 0; overflow-wrap: anywhere; }
li { border-top: 1px solid #e3e0d7; padding: 1rem 0; list-style: none; } ol { padding: 0; }
p, dd { overflow-wrap: anywhere; white-space: pre-line; margin: .4rem 0; } .quiet, dt { color: #52605e; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: .4rem 0; } dd { margin: 0; }
@media (prefers-color-scheme: dark) { body { color: #eaf0ee; background: #0c1413; } li { border-color: #22302d; } .quiet, dt { color: #94a5a1; } }`

/**
 * Everything that is stored about a person as a document that needs nothing else: no script, no picture, no address of another site.
 * @param company the name of the company that made it
 */
export function personPage({ email, counts, entries }: ReadPerson, company: string, timeZone: string): string {
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
  const item = ({ at, kind, title, text, by, facts = [] }: PersonEntry) =>
    [
      `<li><h2>${escapeHtml(title)}</h2>`,
      `<p class="quiet">${[time(at), escapeHtml(kind), ...(by ? [escapeHtml(by)] : [])].join(' · ')}</p>`,
      text ? `<p>${escapeHtml(text)}</p>` : '',
      facts.length > 0
        ? `<dl>${facts.map(({ name, value }) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`
        : '',
      '</li>',
    ].join('')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(email)}</title>
<style>${style}</style>
<h1>${escapeHtml(email)}</h1>
<p class="quiet">Everything that ${escapeHtml(company)} stores about this address, on ${time(new Date().toISOString())}: ${escapeHtml(countsInWords(counts))}.</p>
<ol>${entries.map(item).join('\n')}</ol>
</html>
`
}
