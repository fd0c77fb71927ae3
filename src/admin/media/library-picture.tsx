import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { FormDialog, useSmallForm } from '#admin/fields/small-form.tsx'
import { isVeryWide, parseImageUrl } from '#contract/media.ts'
import { type MediaDetail, type MediaInput, type MediaItem, mediaInput } from '#contract/media-library.ts'

/** The name of an item without a name. */
export const nameOfMedia = ({ name, kind }: MediaItem) => name || (kind === 'picture' ? 'Image' : 'File')

/** The look of a picture that is not cropped. Its ground shows black letters and white ones. */
export const whole = 'bg-[#dfe4e2] object-contain p-1'

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
      className={`size-full ${isVeryWide(item) ? whole : 'bg-sunken object-cover'}`}
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

type FocalPointProps = { item: MediaItem; x: number; y: number; onChange: (x: number, y: number) => void }

/** How far an arrow key moves the point, as a share of the picture. */
const step = 0.02

const within = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 1_000) / 1_000

/** Sets the part of a picture that crops keep: by a click, by dragging, or with the arrow keys. */
function FocalPoint({ item, x, y, onChange }: FocalPointProps) {
  const { _id, width = 1, height = 1 } = item
  const toPoint = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect()
    onChange(within((clientX - box.left) / box.width), within((clientY - box.top) / box.height))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const moves = { ArrowLeft: { x: -step }, ArrowRight: { x: step }, ArrowUp: { y: -step }, ArrowDown: { y: step } }
    const move: { x?: number; y?: number } | undefined = moves[event.key as keyof typeof moves]
    if (!move) return
    event.preventDefault()
    onChange(within(x + (move.x ?? 0)), within(y + (move.y ?? 0)))
  }
  return (
    <div className="grid place-items-center rounded-control border border-line bg-sunken p-2">
      <div
        // On a phone it leaves room for the first of the fields below it.
        className="relative max-w-full cursor-crosshair touch-none select-none [--tallest:32vh] md:[--tallest:50vh]"
        style={{ aspectRatio: `${width} / ${height}`, width: `min(100%, ${width / height} * var(--tallest))` }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          toPoint(event)
        }}
        onPointerMove={(event) => event.buttons > 0 && toPoint(event)}
      >
        <img
          src={`/media/${_id}-${Math.min(800, width)}.webp`}
          alt=""
          draggable={false}
          className="size-full object-contain"
        />
        <span
          role="slider"
          tabIndex={0}
          aria-label="Focal point"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(x * 100)}
          aria-valuetext={`${Math.round(x * 100)} % from the left, ${Math.round(y * 100)} % from the top`}
          onKeyDown={onKeyDown}
          className="absolute size-7 -translate-1/2 rounded-full border-2 border-[#fff] bg-[#0b6b63]/50 shadow-[0_0_0_1.5px_#0f1c1b]"
          style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
        />
      </div>
    </div>
  )
}

type FocalFieldProps = {
  item: MediaItem
  form: { values: MediaInput; set: (name: 'focalX' | 'focalY', share: number) => void }
}

/** The focal point of a picture in a form. */
export const FocalField = ({ item, form: { values, set } }: FocalFieldProps) => (
  <FocalPoint
    item={item}
    x={values.focalX ?? 0.5}
    y={values.focalY ?? 0.5}
    onChange={(x, y) => {
      set('focalX', x)
      set('focalY', y)
    }}
  />
)

/** Moves the focal point of a picture of the library, and saves it at once: it belongs to the picture, wherever that is used. */
export function FocalPointDialog({ item, onClose }: { item: MediaItem; onClose: () => void }) {
  const { focalX, focalY } = item
  const form = useSmallForm<MediaInput>({
    contract: mediaInput,
    defaults: { focalX, focalY },
    submit: (json) => adminFetch(`/api/media/${item._id}`, { method: 'PUT', json, ifMatch: item.version }),
    done: 'Saved',
    failed: ({ message }) => message,
    reload: '',
    onDone: onClose,
  })
  return (
    <FormDialog title="Focal point" form={form} action="Save" onClose={onClose}>
      <FocalField item={item} form={form} />
      <p className="text-small text-muted">
        Every crop of this image keeps this point, wherever it is used. Click to move it, or use the arrow keys.
      </p>
    </FormDialog>
  )
}
