import type { PublicCohort } from '../ground/cohorts.contract.ts'

type Placed = Pick<PublicCohort, 'mode' | 'place'>

/** Where a date is held: `Baner, Pune`, `Online`, or `Baner, Pune, or online`. Empty for a place that is not known yet. */
export function placeText({ mode, place }: Placed): string {
  if (mode === 'online') return 'Online'
  if (mode === 'place') return place ?? ''
  return place ? `${place}, or online` : 'In person or online'
}

/** The same for someone with a seat: also what we still send. */
export function placeForSeat({ mode, place }: Placed): string {
  const sent = [mode !== 'online' && !place && 'address', mode !== 'place' && 'link'].filter(Boolean).join(' and the ')
  return [placeText({ mode, place }), sent && `We send you the ${sent} before it begins.`].filter(Boolean).join('. ')
}
