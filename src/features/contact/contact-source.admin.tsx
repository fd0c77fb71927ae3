import type { ContactRequest } from './contact.contract.ts'
import { campaignLine, sourceLine } from './contact-source.ts'

/** Where a request came from, in one line of a card; nothing if that is not known. */
export function ContactSource({ request }: { request: ContactRequest }) {
  const line = sourceLine(request)
  return line ? <span className="wrap-anywhere">{line}</span> : null
}

/** The same for the detail of a request: everything that came with it, and the wording under the form. */
export function ContactSourceDetails({ request }: { request: ContactRequest }) {
  const { page, read = [], referrer, phone, consent } = request
  const rows: [name: string, value: string | string[] | undefined][] = [
    ['Phone', phone],
    ['First page', page],
    ['Came from', referrer],
    ['Campaign', campaignLine(request)],
    ['Read before writing', read],
    ['Wording under the form', consent],
  ]
  const known = rows.filter(([, value]) => value && value.length > 0)
  if (known.length === 0) return null
  return (
    <dl className="grid gap-3 text-small">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt className="text-muted">{name}</dt>
          {[value].flat().map((text, index) => (
            <dd key={index} className="wrap-anywhere">
              {text}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
