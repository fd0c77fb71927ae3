import { html, stored, timing } from './look.js'

// The path of an address, and the campaign that it names. In hash mode the path is in the fragment.
const placeOf = (address) => {
  const { pathname: path, searchParams } = new URL(address.replace(/\/[^/]*#\//, '/'))
  const { utm_campaign, via, utm_source: source } = Object.fromEntries(searchParams)
  return { path, campaign: utm_campaign ?? via, source }
}

// The shareable address of the page: the server's, without a query.
export const cleanAddress = () => location.origin + placeOf(location.href).path

// Views, visits and goals are counted without a trace in the browser (docs/decisions/112-counting-visits-without-personal-data.md).
// Documents without the mark, programs and staff count for nothing. The server reads the visitor's wish from the headers.
export const count = (seen) => {
  if (html.dataset.count && innerWidth && !navigator.webdriver && stored('token') == null)
    navigator.sendBeacon?.('/api/seen', JSON.stringify({ ...seen, phone: innerWidth < 768 }))
}
const { referrer } = document
const host = referrer && new URL(referrer).host
const isFromHere = host === location.host

// A page counts once, when it has been loaded and visible for a second; so does each page that the client shows (`shown`).
let counted
let timer
const show = ({ persisted }) => {
  if (persisted) counted = ''
  clearTimeout(timer)
  if (document.hidden || document.readyState !== 'complete') return
  timer = setTimeout(() => {
    const place = placeOf(location.href)
    if (place.path === counted) return
    if (isFromHere || counted !== undefined || timing?.type !== 'navigate') count({ ...place, kind: 'view' })
    else count({ ...place, kind: 'visit', referrer: host })
    counted = place.path
  }, 1_000)
}
for (const name of ['pageshow', 'visibilitychange', 'shown']) addEventListener(name, show)

// The page that brought the visitor is the first one of this site in the tab's history, which the browser keeps anyway. The site before it is
// known only on that page.
window.visit = () => {
  if (window.navigation?.currentEntry.index) return placeOf(navigation.entries().find(({ url }) => url).url)
  return isFromHere ? placeOf(referrer) : { ...placeOf(location.href), referrer: host }
}
