import type { ConfigNow } from '#server/site-config/site-config.ts'
import { deskDefaults, readHolidays, readHours, readOpening, readWorkdays } from './desk-settings.contract.ts'
import { type OfficeTime, officeTime } from './office-time.ts'

/** `promised`: in how many minutes of office hours a message is answered. `reminderAt`: the time of the daily reminder, HH:MM; absent for none. */
export type Desk = { promised: number; office: OfficeTime; timeZone: string; reminderAt?: string }

const desks = new WeakMap<object, Desk>()

/** The settings of the lead desk. The days that are worked out once stay with the settings. */
export const deskOf = (config: ConfigNow): Desk => desks.getOrInsertComputed(config, () => readDesk(config))

function readDesk({ own, timeZone }: ConfigNow): Desk {
  const fields = { ...deskDefaults, ...own?.['desk'] }
  // A restored backup may have texts that the rules of today refuse.
  const days = readWorkdays(String(fields.days)) ?? [1, 2, 3, 4, 5]
  const { from, to } = readOpening(String(fields.hours)) ?? { from: 8 * 60, to: 18 * 60 }
  const holidays = readHolidays(String(fields.holidays))
  const reminderAt = String(fields.reminderAt)
  return {
    promised: Math.round(readHours(fields.answerWithin) * 60),
    office: officeTime({ timeZone, days, from, to, holidays }),
    timeZone,
    ...(reminderAt && { reminderAt }),
  }
}
