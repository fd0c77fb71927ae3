/** Returns a function that gives the current day of a time zone, YYYY-MM-DD. */
export function todayIn(timeZone: string): () => string {
  // Sweden writes a date as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone })
  return () => format.format(Date.now())
}
