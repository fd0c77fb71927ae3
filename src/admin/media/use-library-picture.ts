import { useQuery } from '@tanstack/react-query'
import { adminQuery } from '#admin/api/queries.ts'
import { parseImageUrl } from '#contract/media.ts'
import type { MediaDetail } from '#contract/media-library.ts'

/** The item of the library behind a picture's address; undefined until it is loaded, and for a picture that is not in the library. */
export function useLibraryPicture(url: string): MediaDetail | undefined {
  const hash = parseImageUrl(url)?.hash
  const { data } = useQuery({
    ...adminQuery<MediaDetail>(`/api/media/${hash}`, { quiet: true }),
    enabled: hash !== undefined,
    retry: false,
  })
  return data
}
