import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useDelayed } from '#admin/dialogs/options.tsx'
import type { StoredSection } from '../pages.contract.ts'
import { sectionsToSend } from '../section-values.ts'

type Answer = { sections: { at: number; why: string }[] }

/** Why sections leave the page, by their positions, as the server says for those in the form. */
export function useLeavingSections(sections: StoredSection[], id: string | undefined): Map<number, string> {
  const typed = JSON.stringify(sectionsToSend(sections))
  const asked = useDelayed(typed)
  const { data } = useQuery({
    queryKey: ['admin', '/api/pages/check', id, asked],
    queryFn: ({ signal }) =>
      adminFetch<Answer>('/api/pages/check', {
        method: 'POST',
        json: { ...(id && { _id: id }), sections: JSON.parse(asked) },
        quiet: true,
        signal,
      }),
    enabled: asked !== '[]',
    retry: false,
    placeholderData: keepPreviousData,
  })
  return new Map(data && asked === typed ? data.sections.map(({ at, why }) => [at, why]) : [])
}
