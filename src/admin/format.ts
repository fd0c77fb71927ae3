const number = new Intl.NumberFormat('en-IN')
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A count as the back office shows it: 1,20,000. */
export const formatNumber = (value: number): string => number.format(value)

/** A count with its noun: '1 subscriber', '2 subscribers'. */
export const formatCount = (value: number, one: string, many = `${one}s`): string =>
  `${formatNumber(value)} ${value === 1 ? one : many}`

/** The day of a moment, in the time zone and format of the browser. @param moment ISO 8601, or milliseconds since 1970 */
export const formatDay = (moment: string | number): string => day.format(new Date(moment))

/** A moment, in the time zone and format of the browser. @param moment ISO 8601, or milliseconds since 1970 */
export const formatDateTime = (moment: string | number): string => dateTime.format(new Date(moment))

/** 'product' as 'Product'. */
export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
