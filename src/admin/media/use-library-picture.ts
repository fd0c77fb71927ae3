import { useQuery } from '@tanstack/react-query'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { parseImageUrl } from '#contract/media.ts'
import type { MediaDetail } from '#contract/media-library.ts'

/** The item of the library behind a picture's address; undefined until it is loaded, and for a picture that is not in the library. */
export function useLibraryPicture(url: string): MediaDetail | undefined {
  const hash = parseImageUrl(url)?.hash
  const { data } = useQuery({
    queryKey: ['admin', `/api/media/${hash}`],
    queryFn: ({ signal }) => adminFetch<MediaDetail>(`/api/media/${hash}`, { signal, quiet: true }),
    enabled: hash !== undefined,
    retry: false,
  })
  return data
}
