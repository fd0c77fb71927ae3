/** All addresses at which WordPress shows or has shown an item: absolute where the site is known, else below its root. */
export function addressesOf(item: {
  type: 'post' | 'page'
  id: string
  site: string | undefined
  link: string
  guid: string
  slug: string
  formerSlugs: string[]
  formerDays: string[]
  day: string | undefined
}): string[] {
  const { type, id, site = '', link, guid, slug } = item
  const found = new Set<string>()
  const add = (address: string) => {
    const url = URL.parse(address, 'https://site.invalid')
    if (!url || !/^https?:$/.test(url.protocol)) return
    // The front page of the old site is that of the new one.
    if (url.pathname.replace(/\/+$/, '') === (URL.parse(site)?.pathname ?? '').replace(/\/+$/, '') && !url.search)
      return
    found.add(address)
  }
  if (/^(?:https?:\/)?\//.test(link)) add(link)
  if (id) {
    add(`${site}/?p=${id}`)
    if (type === 'page') add(`${site}/?page_id=${id}`)
  }
  // A guid is the first address of an item, often one of a test site.
  if (/^https?:\/\//.test(guid) && sameHost(guid, site || link)) add(guid)
  if (link && !link.includes('?')) {
    for (const former of item.formerSlugs) if (slug) add(withSlug(link, slug, former))
    for (const former of item.formerDays) if (item.day) add(withDay(link, item.day, former))
  }
  return [...found]
}

const sameHost = (one: string, other: string) => {
  const host = (address: string) => URL.parse(address)?.hostname.replace(/^www\./, '')
  return host(one) !== undefined && host(one) === host(other)
}

/** `former` in the place of the last part of the path that is the slug. It may end with `.html` or an id. */
function withSlug(link: string, slug: string, former: string): string {
  const encoded = encodeURIComponent(slug).toLowerCase()
  const at = Math.max(link.toLowerCase().lastIndexOf(encoded), link.lastIndexOf(slug))
  if (at <= 'https://'.length) return ''
  const length = link.toLowerCase().startsWith(encoded, at) ? encoded.length : slug.length
  return `${link.slice(0, at)}${former}${link.slice(at + length)}`
}

/** A permalink with a date changes with it: `/2021/03/05/hello/`. */
function withDay(link: string, day: string, former: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const [formerYear = '', formerMonth = '', formerDate = ''] = former.split('-')
  const whole = `/${year}/${month}/${date}/`
  if (link.includes(whole)) return link.replace(whole, `/${formerYear}/${formerMonth}/${formerDate}/`)
  if (link.includes(`/${year}/${month}/`)) return link.replace(`/${year}/${month}/`, `/${formerYear}/${formerMonth}/`)
  return link.includes(`/${year}/`) ? link.replace(`/${year}/`, `/${formerYear}/`) : ''
}
