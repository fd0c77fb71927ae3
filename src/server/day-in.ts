/** Returns a function that gives the day of a moment in a time zone, YYYY-MM-DD. */
export function dayIn(timeZone: string): (moment: string | number) => string {
  // Sweden writes a date as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone })
  return (moment) => format.format(new Date(moment))
}
