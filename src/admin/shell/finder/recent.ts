import type { Searched } from './matching.ts'

/** Something that the finder leads to. */
export type Place = Searched & { to: string; kind: string }

const most = 8
const keyOf = (owner: string) => `atrium-recent ${owner}`

/** The places that this person has been to last in this browser, the newest first. */
export function recentPlaces(owner: string): Place[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(owner)) ?? '[]')
  } catch {
    return []
  }
}

export function rememberPlace(owner: string, { to, label, kind }: Place): void {
  const place = { to, label, kind }
  const places = [place, ...recentPlaces(owner).filter((one) => one.to !== to)].slice(0, most)
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify(places))
  } catch {
    // Without storage there are no recent places.
  }
}
