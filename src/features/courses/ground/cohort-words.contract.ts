/** How the people of a date meet: online, in one place, or some here and some there. Apart from the schemas, so that pages load no validator. */
export const cohortModes = ['online', 'place', 'both'] as const
/** Where Enroll Now leads: to a page of the company's choice, or to a request here. */
export const enrolWays = ['link', 'request'] as const
/** How prices relate to GST, in words. */
export const gstWords = { included: 'Prices include 18 % GST', plus: 'plus 18 % GST' } as const
export const gstLines = Object.keys(gstWords) as (keyof typeof gstWords)[]
/** The days of a week in texts, from Monday, which is 1. */
export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
