/**
 * Shows times of a course on the reader's own clock, where that differs from the company's. The boot script loads this for a page that has such
 * times: `data-times` are minutes since 1970, each start followed by its end, and `data-zone` is the company's time zone.
 */
const clock = (timeZone) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' })

for (const line of document.querySelectorAll('[data-times]')) {
  const moments = line.dataset.times.split(' ').map((minutes) => minutes * 60_000)
  const times = (zone) => moments.map((moment) => clock(zone).format(moment))
  const own = times()
  if (own.join() === times(line.dataset.zone).join()) continue
  const ranges = own.flatMap((start, index) => (index % 2 ? [] : `${start.replace(',', '')}–${own[index + 1].slice(-5)}`))
  line.textContent = `Your time: ${ranges.join(', ')}`
  line.hidden = false
}
