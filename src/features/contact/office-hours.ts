export type OfficeHours = { from: number; to: number }

const time = String.raw`(\d{1,2})(?:[:.](\d\d))?(?:\s*([ap])\.?m\b\.?)?`
const twoTimes = new RegExp(String.raw`\b${time}\s*(?:to|until|[-–—])\s*${time}`, 'i')

const minutes = (hour: string, minute = '0', half?: string) =>
  (half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)) * 60 + Number(minute)

/** The hours of a day that a text names, such as `Mon-Fri from 8am to 6pm` or `9:00–17:30`, in minutes after midnight. */
export function officeHours(text: string): OfficeHours | undefined {
  const [, ...parts] = twoTimes.exec(text) ?? []
  if (parts.length === 0) return
  const from = minutes(...(parts.slice(0, 3) as [string]))
  const end = minutes(...(parts.slice(3) as [string]))
  // "9 to 5" ends in the afternoon.
  const to = end <= from && !parts[5] ? end + 12 * 60 : end
  return from < to && to <= 24 * 60 ? { from, to } : undefined
}
