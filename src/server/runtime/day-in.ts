const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns a function that gives the day of a moment in a time zone, YYYY-MM-DD. */
export function dayIn(timeZone: string): (moment: string | number) => string {
  return (moment) => formatOf(timeZone).format(new Date(moment))
}

/** The format of a time zone is made once and when it is first used, since that takes some milliseconds. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  // Sweden writes a date as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone })
  formats.set(timeZone, format)
  return format
}
