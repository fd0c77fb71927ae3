/**
 * Shows the weekly times of a course on the reader's own clock, where that differs from the company's. The boot script loads this for a page that has
 * such times: `data-times` are minutes since 1970, each start followed by its end, and `data-zone` is the company's time zone.
 */
const format = (timeZone) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' })

/** The days of each time, such as `Mon, Wed 18:30–20:00`. */
function timesIn(zone, moments) {
  const daysOf = new Map()
  const texts = moments.map((moment) => format(zone).format(moment))
  for (let index = 0; index < texts.length; index += 2) {
    const [start, end] = texts.slice(index, index + 2)
    const isOneDay = moments[index + 1] - moments[index] < 86_400_000 && end.slice(0, 3) === start.slice(0, 3)
    const time = `${start.slice(-5)}–${isOneDay ? '' : `${end.slice(0, 3)} `}${end.slice(-5)}`
    daysOf.set(time, [...(daysOf.get(time) ?? []), start.slice(0, 3)])
  }
  return [...daysOf].map(([time, days]) => `${days.join(', ')} ${time}`).join(', ')
}

/** The client calls it for each page that it opens; a module runs once. */
export function show() {
  for (const line of document.querySelectorAll('[data-times]')) {
    const moments = line.dataset.times.split(' ').map((minutes) => minutes * 60_000)
    const own = timesIn(undefined, moments)
    if (own === timesIn(line.dataset.zone, moments)) continue
    line.textContent = `Your time: ${own}`
    line.hidden = false
  }
}

show()
