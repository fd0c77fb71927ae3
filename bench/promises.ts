/** A limit of a ratio: the figure divided by its reference. */
type Bound = ({ atMost: number } | { atLeast: number } | { exactly: number }) & {
  /** Both sides count as at least this much, because smaller differences are noise. */
  floor?: number
}

/** All promises on speed and size. A promise is a ratio, so that it holds on any machine (docs/decisions/045-metrics-and-measurements.md). */
export const promises = {
  // Requests a second, compared to a bare `node:http` server.
  'rate of a page': { atLeast: 0.8 },
  'rate of a call': { atLeast: 0.8 },
  // Time to the first answer: with npm compared to `node -e 0`, of only the server compared to a budget.
  'start with npm': { atMost: 20 },
  'start of the server': { atMost: 1 },
  // Memory of all processes, compared to a budget.
  'memory at rest': { atMost: 1 },
  'memory after load': { atMost: 1 },
  // A large site compared to a small one.
  'size of a page': { atMost: 1.1 },
  'rate of a list': { atLeast: 0.67 },
  'time of a deep page': { atMost: 1.5, floor: 3 },
  'time of a search': { atMost: 3, floor: 10 },
  'time of the slowest searches': { atMost: 1 },
  'delay of others': { atMost: 2, floor: 10 },
  'addresses in a sitemap': { atMost: 1 },
  // A page on a phone, compared to the same document with its scripts blocked.
  'largest paint': { atMost: 1.05 },
  // A page on a phone, compared to the start page of Ghost's default theme without pictures.
  'largest text': { atMost: 1 },
  'blocking time': { atMost: 1.1, floor: 20 },
  'layout shift': { atMost: 1 },
  'weight of scripts': { atMost: 1 },
  // A page of ten sections, compared to Services, and to a budget.
  'weight of sections': { atMost: 1 },
  'time of sections': { atMost: 1 },
  // Pages and unknown addresses with 20,000 redirects, compared to a site without any; adding them, compared to a budget.
  'rate with redirects': { atLeast: 0.9 },
  'time of unknown addresses': { atMost: 1.15 },
  'time of a first unknown address': { atMost: 1.5, floor: 40 },
  'time of adding redirects': { atMost: 1 },
  // The deployed files, compared to a checkout with its development tools.
  'size of the deployment': { atMost: 0.2 },
  // The back office, compared to a budget; the editor with a long post, compared to an empty one.
  'time of a screen': { atMost: 1 },
  'work of a key': { atMost: 1 },
  'length of a post': { atMost: 4 },
  // A large file of addresses, compared to budgets.
  'time of an import': { atMost: 1 },
  'memory of an import': { atMost: 1 },
  // A large export of another program, compared to budgets.
  'time of content': { atMost: 1 },
  'memory of content': { atMost: 1 },
  // An export of a large site, compared to one of a small site.
  'memory of an export': { atMost: 1.25 },
  // The back office with many records, compared to a budget.
  'time of a list of requests': { atMost: 1 },
  'time of a person': { atMost: 1 },
  // A call by token, compared to the same by session.
  'time of a call by token': { atMost: 1.05 },
  // The catalogue with dates, compared to the one without; a page of a course, compared to a budget.
  'time with dates': { atMost: 1.1, floor: 3 },
  'size of dates': { atMost: 1 },
  // A date with many participants, compared to a budget.
  'time of a date': { atMost: 1 },
  // People who have the last seat when many are confirmed at once, compared to one; people who are entered at once, compared to the seats.
  'owners of a seat': { exactly: 1 },
  // Reminders of a date to many people, compared to a budget.
  'time of reminders': { atMost: 1 },
  // Beacons, compared to a bare `node:http` server; a year of figures, compared to a budget.
  'work of beacons': { atMost: 2.5 },
  'size of a year': { atMost: 1 },
  // Many recipients of a newsletter, compared to the notification about a post and to a budget; its message, compared to a budget.
  'time of a newsletter': { atMost: 1.5, floor: 200 },
  'time of a large newsletter': { atMost: 1 },
  'weight of a newsletter': { atMost: 1 },
  // Many events for a webhook, compared to a budget.
  'time of events': { atMost: 1 },
  // Mail, compared to the mail server's limit.
  'repeated messages': { atMost: 1 },
  'rate of mail': { atLeast: 0.2 },
  // An answer to a visitor, compared to the time in which it can be undone and two seconds.
  'time of an answer': { atMost: 1 },
} satisfies Record<string, Bound>

export type Promised = keyof typeof promises

/** The ratio of two figures, the limit as text, and whether it holds. */
export function judge(name: Promised | undefined, measured: number, reference: number) {
  const bound: Bound | undefined = name && promises[name]
  const floor = bound?.floor ?? 0
  const ratio = Math.max(measured, floor) / Math.max(reference, floor)
  if (!bound) return { ratio: measured / reference, promise: '', holds: true }
  const [limit, holds] =
    'exactly' in bound
      ? [`= ${bound.exactly}`, ratio === bound.exactly]
      : 'atMost' in bound
        ? [`≤ ${bound.atMost}`, ratio <= bound.atMost]
        : [`≥ ${bound.atLeast}`, ratio >= bound.atLeast]
  return { ratio, promise: limit, holds }
}
