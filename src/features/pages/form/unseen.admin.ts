import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useDelayed } from '#admin/dialogs/options.tsx'
import type { StoredSection } from '../pages.contract.ts'
import { sectionsToSend } from '../section-values.ts'

/** @param path of the field that visitors do not see; left out where the whole section leaves the page */
type Note = { at: number; path?: string; message: string }

/** Says why visitors do not see a section or a field of the form, by its place: `sections.3`, `sections.3.cards.0.to`. The server knows it. */
export function useUnseen(sections: StoredSection[]): (place: string) => string | undefined {
  const typed = JSON.stringify(sectionsToSend(sections))
  const asked = useDelayed(typed)
  const { data } = useQuery({
    queryKey: ['admin', '/api/pages/check', asked],
    queryFn: ({ signal }) =>
      adminFetch<{ sections: Note[] }>('/api/pages/check', {
        method: 'POST',
        json: { sections: JSON.parse(asked) },
        quiet: true,
        signal,
      }),
    enabled: asked !== '[]',
    retry: false,
    placeholderData: keepPreviousData,
  })
  // Notes on other sections than those in the form would be at the wrong ones.
  const notes = data && asked === typed ? data.sections : []
  const byPlace = new Map(
    notes.map(({ at, path, message }) => [
      ['sections', at, path].filter((part) => part !== undefined).join('.'),
      message,
    ]),
  )
  return (place) => byPlace.get(place)
}
