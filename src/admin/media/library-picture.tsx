import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { parseImageUrl } from '#contract/media.ts'
import type { MediaDetail, MediaItem } from '#contract/media-library.ts'

/** The name of an item without a name. */
export const nameOfMedia = ({ name, kind }: MediaItem) => name || (kind === 'picture' ? 'Picture' : 'File')

/** A picture cropped around its focal point, or the sign of a file. */
export function MediaThumb({ item }: { item: MediaItem }) {
  const { _id, kind, width = 0, focalX, focalY } = item
  if (kind === 'file')
    return (
      <span className="grid size-full place-items-center content-center gap-1.5 bg-sunken text-muted">
        <FileText aria-hidden="true" className="size-9" strokeWidth={1.25} />
        <span className="text-fine font-[560] tracking-wide">PDF</span>
      </span>
    )
  return (
    <img
      src={`/media/${_id}-${Math.min(480, width)}.webp`}
      alt=""
      loading="lazy"
      className="size-full bg-sunken object-cover"
      style={{ objectPosition: `${focalX * 100}% ${focalY * 100}%` }}
    />
  )
}

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
