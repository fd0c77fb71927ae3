import { useState } from 'react'

/** In hash mode the address of a page is in the fragment. */
function addressOf(url: string): URL {
  const { hash } = new URL(url)
  return new URL(hash.startsWith('#/') ? hash.slice(1) : url, location.origin)
}

const mostRead = 5
/** The back office, and addresses that contain a secret. */
const isPrivate = /^\/(admin|preview|newsletter\/)/

/**
 * The pages of this site in the tab's history, which the browser keeps anyway, up to this one. The page that brought the visitor is the first of
 * them; another site's address is known only on that page. Only the parameters of a campaign are read from a query.
 */
function readVisit() {
  const { navigation } = window
  const urls = navigation?.entries().slice(0, navigation.currentEntry?.index) ?? []
  const before = urls.flatMap(({ url }) => url ?? [])
  const { referrer } = document
  const isOurs = referrer.startsWith(`${location.origin}/`)
  if (before.length === 0 && isOurs) before.push(referrer)
  const pages = [...before, location.href].map(addressOf).filter(({ pathname }) => !isPrivate.test(pathname))
  const [{ pathname, searchParams } = addressOf(location.href)] = pages
  const campaign = new URLSearchParams([...searchParams].filter(([name]) => /^(utm_|via$)/.test(name)))
  const page = pathname + (campaign.size > 0 ? `?${campaign}` : '')
  const paths = new Set(pages.map((address) => address.pathname))
  const read = [...paths].filter((path) => path !== '/contact').slice(-mostRead)
  const from = before.length > 0 ? undefined : referrer && new URL(referrer).host
  return { page, read, from, shown: [page, ...read.filter((path) => path !== pathname)] }
}

/** The cross disappears when it is pressed, so the answer takes the focus. */
const focus = (answer: HTMLElement | null) => answer?.focus()

/** Tells the visitor which hidden fields the form sends, and has a cross that removes them. The browser stores nothing of it. */
export default function VisitLine() {
  const [visit, setVisit] = useState<ReturnType<typeof readVisit> | null>(readVisit)
  return (
    <div className="flex items-start gap-2 text-fine text-muted">
      {visit ? (
        <>
          <details>
            <summary className="cursor-pointer">
              {`We also send the pages you read on this visit (${visit.shown.length})`}
            </summary>
            <ul className="mt-1 wrap-anywhere">
              {visit.from && <li>{`You came from ${visit.from}`}</li>}
              {visit.shown.map((address, index) => (
                <li key={index}>{address}</li>
              ))}
            </ul>
          </details>
          <button
            type="button"
            aria-label="Do not send them"
            className="size-6 shrink-0 hover:text-ink"
            onClick={() => setVisit(null)}
          >
            ×
          </button>
          <input type="hidden" name="page" value={visit.page} />
          <input type="hidden" name="read" value={visit.read.join(' ')} />
          {visit.from !== undefined && <input type="hidden" name="referrer" value={visit.from} />}
        </>
      ) : (
        <p ref={focus} tabIndex={-1}>
          We send only what you write.
        </p>
      )}
    </div>
  )
}
