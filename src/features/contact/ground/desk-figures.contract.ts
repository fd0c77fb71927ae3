import * as z from 'zod/mini'

/**
 * The state of the lead desk. `waiting` counts the people who wait for us, the longest since `since`; `overdue` and `followUps` count requests.
 * `next` is the request that has waited for us the longest. `mail` says how answers leave: `files` where no mail server is set.
 * `median` is the median time to the first answer in the last 90 days, and `promised` the time in the settings: both in minutes of office hours.
 */
export const deskFigures = z.object({
  waiting: z.int(),
  since: z.optional(z.string()),
  next: z.optional(z.string()),
  overdue: z.int(),
  followUps: z.int(),
  answered: z.int(),
  median: z.optional(z.int()),
  promised: z.int(),
  mail: z.enum(['smtp', 'files']),
})
export type DeskFigures = z.infer<typeof deskFigures>

/** Minutes as a figure: "3 h 10", "45 min". */
export const asFigure = (minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${String(rest).padStart(2, '0')}`
}

const counted = (value: number, one: string) => `${value} ${value === 1 ? one : `${one}s`}`

/** Minutes in words: "3 hours 10 minutes". */
export const inWords = (minutes: number): string =>
  [
    minutes >= 60 && counted(Math.floor(minutes / 60), 'hour'),
    (minutes % 60 > 0 || minutes === 0) && counted(minutes % 60, 'minute'),
  ]
    .filter(Boolean)
    .join(' ')
