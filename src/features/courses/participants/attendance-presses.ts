/** A press in the list of attendance: whether someone was there on a day of a date. `at` is the time of the device, in ms. */
export type Press = { date: string; day: string; id: string; present: boolean; at: number }

const isSame = (one: Press, other: Press) => one.date === other.date && one.day === other.day && one.id === other.id

/** Adds a press at the end. Of several about the same person and day only the last one counts. */
export const withPress = (presses: Press[], press: Press): Press[] => [
  ...presses.filter((one) => !isSame(one, press)),
  press,
]

/** The presses of several visits as one list, in their order. */
export const mergePresses = (lists: Press[][]): Press[] =>
  lists
    .flat()
    .sort((one, other) => one.at - other.at)
    .reduce(withPress, [])

/** The most people that a call takes. */
const mostInCall = 1_000

/** The presses of the next call: all those of the date and day that was pressed first. @param refused the dates whose calls are refused */
export function nextPresses(presses: Press[], refused: ReadonlySet<string> = new Set()): Press[] {
  const first = presses.find(({ date }) => !refused.has(date))
  const isWithIt = ({ date, day }: Press) => date === first?.date && day === first.day
  return presses.filter(isWithIt).slice(0, mostInCall)
}

/** The input of a call with presses of one day. Both lists are there, so that the people whom a colleague has marked stay as they are. */
export const toAttendance = (presses: Press[]) => ({
  day: presses[0]?.day ?? '',
  present: presses.filter(({ present }) => present).map(({ id }) => id),
  absent: presses.filter(({ present }) => !present).map(({ id }) => id),
})

/** Without the presses that were sent. One that was repeated meanwhile is another press, and stays. */
export const withoutSent = (presses: Press[], sent: Press[]): Press[] =>
  presses.filter((press) => !sent.includes(press))

type Known = { days: string[]; participants: { _id: string }[] }

/** Without the presses about days and people that a date does not have any more. */
export function stillPossible(presses: Press[], date: string, { days, participants }: Known): Press[] {
  const ids = new Set(participants.map(({ _id }) => _id))
  return presses.filter((press) => press.date !== date || (days.includes(press.day) && ids.has(press.id)))
}

/** Whether someone was there on a day: the press that is not sent yet, before the server's answer; undefined while nobody has said so. */
export const markOn = (
  day: string,
  { _id, attended }: { _id: string; attended: Record<string, boolean> },
  presses: Press[],
): boolean | undefined => presses.find((press) => press.day === day && press.id === _id)?.present ?? attended[day]
