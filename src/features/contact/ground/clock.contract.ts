import * as z from 'zod/mini'
import { formatIn } from '#contract/zoned-format.ts'

/** How long a visitor has waited for us and the time in which we reply, and the length of a working day and a week: all in minutes of office hours. */
export const clock = z.object({ age: z.int(), promised: z.int(), workday: z.int(), workweek: z.int() })
export type Clock = z.infer<typeof clock>

/** `amber`: more than half of the time has passed. `red`: it ended within the last working day. */
export type Tone = 'amber' | 'red' | undefined
type Words = { text: string; tone: Tone }

const counted = (value: number, one: string) => `${value} ${value === 1 ? one : `${one}s`}`

/** Minutes of office hours: '58 min', '1 h 20', '7 h', '3 working days'. */
function span(minutes: number, workday: number): string {
  if (minutes < 60) return `${minutes} min`
  if (minutes >= workday) return counted(Math.floor(minutes / workday), 'working day')
  const rest = minutes % 60
  return minutes < 120 && rest > 0 ? `1 h ${String(rest).padStart(2, '0')}` : `${Math.round(minutes / 60)} h`
}

/** When a request that waits for us is due, in words. `exact` is the time of one that has been overdue for weeks. */
export function dueWords({ age, promised, workday, workweek }: Clock): Words & { exact?: string } {
  const left = promised - age
  if (left > 0) return { text: `Due in ${span(left, workday)}`, tone: age * 2 > promised ? 'amber' : undefined }
  const over = Math.max(1, -left)
  const exact = `Overdue by ${span(over, workday)}`
  if (over < workday) return { text: exact, tone: 'red' }
  const weeks = Math.floor(over / workweek)
  return weeks < 2 ? { text: exact, tone: undefined } : { text: `${weeks} weeks overdue`, tone: undefined, exact }
}

/** Whether the day to follow up is today, was missed within the last working day (`late`), or before that. */
export const followUpStates = ['today', 'late', 'missed'] as const
export type FollowUpState = (typeof followUpStates)[number]

// The British names have a “Sept”, which no other date of the screens has.
const months = formatIn('en-US', { month: 'short' })

/** The day on which a request is looked at again, in words. @param day YYYY-MM-DD */
export function followUpWords(day: string, state: FollowUpState | undefined): Words {
  if (state === 'today') return { text: 'Follow up today', tone: 'amber' }
  const shown = `${Number(day.slice(8))} ${months('UTC').format(new Date(day))}`
  if (state === undefined) return { text: `Follow up ${shown}`, tone: undefined }
  return { text: `Follow-up overdue (${shown})`, tone: state === 'late' ? 'red' : undefined }
}
