import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import type { LinkCard, LinkCardInput } from '#contract/link-card.ts'

/** The pause in typing after which the server draws again, in ms. */
const pause = 500

export type DrawnCard = {
  card: LinkCard | undefined
  /** Whether the card is of the texts as they are now. */
  current: boolean
  failed: boolean
  retry: () => void
}

/** The link card that the server draws for a page, while the page is written; nothing is drawn for null or without a title. */
export function useLinkCard(input: LinkCardInput | null): DrawnCard {
  const wanted = input?.title?.trim() ? JSON.stringify(input) : ''
  const [asked, setAsked] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(setAsked, pause, wanted)
    return () => clearTimeout(timer)
  }, [wanted])
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['admin', '/api/content/card', asked],
    queryFn: ({ signal }) =>
      adminFetch<LinkCard>('/api/content/card', { method: 'POST', json: JSON.parse(asked), quiet: true, signal }),
    enabled: asked !== '',
    staleTime: 60_000,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return {
    card: wanted === '' ? undefined : data,
    current: asked === wanted && !isFetching,
    failed: isError && !isFetching,
    retry: refetch,
  }
}

const named = 3

export function findMissingLetters({ missing = [] }: Partial<LinkCard> = {}): string | undefined {
  if (missing.length === 0) return undefined
  const letters = missing.slice(0, named).map((run) => `“${run}”`)
  return `The link preview cannot show ${letters.join(', ')}${missing.length > named ? ' …' : ''}: the server has no font for it.`
}

/** The link card of a record as its form has it; null for a page with a picture. */
export const cardOf = (
  { title, slug, socialImage, imageUrl }: Record<'title' | 'slug' | 'socialImage' | 'imageUrl', string>,
  under: string,
  look: Omit<LinkCardInput, 'path' | 'title'>,
): LinkCardInput | null => (socialImage || imageUrl ? null : { path: `${under}/${slug}`, ...look, title })
