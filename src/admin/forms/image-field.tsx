import { ImageOff, ImagePlus } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { imageIn, isPicture, type StoreImage, uploadImage, useUpload } from '#admin/api/uploads.ts'
import { FocalPointDialog, useLibraryPicture, whole } from '#admin/media/library-picture.tsx'
import { FileInput, RemoveButton, SourceDialog, useFileDrop } from '#admin/media/picture-sources.tsx'
import { isOwnImage, isVeryWide, parseImageUrl } from '#contract/media.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { FieldError, TextInput } from '#ui/field.tsx'

type AlternativeText = {
  value: string
  onChange: (alt: string) => void
  name?: string
  hint?: string | undefined
  error?: string | undefined
}

type ImageFieldProps = {
  label: string
  url: string
  onChange: (url: string) => void
  alt?: AlternativeText | undefined
  /** `square` is a square of 5rem, `wide` is as wide as the field. */
  shape?: 'square' | 'wide' | undefined
  error?: string | undefined
  /** Stores a chosen file elsewhere than in the media library. */
  store?: StoreImage | undefined
  drawn?: ReactNode
  /** The choice of a drawing in place of a picture, between the drawing and the buttons. */
  children?: ReactNode
}

/** A picture. A chosen, dropped or pasted file is uploaded at once; the form saves its address. */
export function ImageField({
  label,
  url,
  onChange,
  alt,
  shape = 'square',
  error: refused,
  store = uploadImage,
  drawn,
  children,
}: ImageFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [picking, setPicking] = useState(false)
  const [pointing, setPointing] = useState(false)
  const item = useLibraryPicture(shape === 'wide' ? url : '')
  const { upload, error: failed, start } = useUpload(store, ({ url }) => onChange(url))
  const error = failed ?? refused
  const outside = url !== '' && !isOwnImage(url)
  const take = (file: File | null | undefined) => {
    if (file) start(file)
  }
  // Other files are refused with a message.
  const { over, target } = useFileDrop((files) => take(files.find(isPicture) ?? files[0]))
  const small = { variant: 'secondary', size: 'small', className: 'px-3!' } as const
  return (
    <fieldset
      {...target}
      onPaste={(event) => {
        const file = imageIn(event.clipboardData)
        if (file) event.preventDefault()
        take(file)
      }}
    >
      <legend className="mb-1.5 text-small font-[560]">{label}</legend>
      <div className={classNames(shape === 'square' ? 'flex items-center gap-3' : 'grid gap-3')}>
        <Preview
          url={upload?.preview ?? url}
          progress={upload?.progress}
          shape={shape}
          over={over}
          focus={item && `${item.focalX * 100}% ${item.focalY * 100}%`}
          drawn={drawn}
        />
        {children}
        <div className="min-w-0">
          {children && <p className="mb-1.5 text-small font-[560]">Your own image</p>}
          <div className="flex flex-wrap gap-1.5">
            <Button
              {...small}
              aria-label={url ? 'Replace image' : 'Upload image'}
              aria-describedby={`${id}-hint`}
              onClick={() => input.current?.click()}
            >
              {url ? 'Replace' : 'Upload'}
            </Button>
            <Button {...small} aria-haspopup="dialog" onClick={() => setPicking(true)}>
              Library
            </Button>
            {url && <RemoveButton label="Remove image" onPress={() => onChange('')} />}
            {item && (
              <Button {...small} aria-haspopup="dialog" onClick={() => setPointing(true)}>
                Focal point
              </Button>
            )}
          </div>
          <p id={`${id}-hint`} className="mt-1.5 text-fine text-muted [:disabled_&]:hidden">
            Or drop or paste an image here. At most 10 MB.
          </p>
          {outside && (
            <p className="mt-1.5 text-fine text-warning [overflow-wrap:anywhere]">
              This image is on another site, so pages do not show it: {url}
            </p>
          )}
        </div>
      </div>
      <FileInput
        ref={input}
        name="image"
        accept="image/*"
        aria-label={label}
        tabIndex={-1}
        onFiles={([file]) => take(file)}
      />
      <div role="alert">{error && <FieldError>{error}</FieldError>}</div>
      {pointing && item && <FocalPointDialog item={item} onClose={() => setPointing(false)} />}
      {picking && (
        <SourceDialog
          onClose={() => setPicking(false)}
          onFiles={([file]) => {
            setPicking(false)
            take(file)
          }}
          onPick={(item) => {
            setPicking(false)
            onChange(item.url)
            // The library's description is a suggestion: the picture may mean something else here.
            if (alt && alt.value === '') alt.onChange(item.alt)
          }}
        />
      )}
      {alt && url && (
        <TextInput
          name={alt.name ?? 'imageAlt'}
          label="Alternative text"
          hint={alt.hint ?? 'Describe the image for people who cannot see it. Leave empty if it is decorative.'}
          error={alt.error}
          className="mt-4"
          value={alt.value}
          onChange={(event) => alt.onChange(event.target.value)}
        />
      )}
    </fieldset>
  )
}

type RecordPictureProps = {
  form: {
    values: { imageUrl: string; imageAlt: string }
    set: (name: 'imageUrl' | 'imageAlt', value: string) => void
    errorAt: (name: 'imageUrl') => string | undefined
  }
} & Pick<ImageFieldProps, 'shape' | 'drawn' | 'children'>

export const RecordPicture = ({ form: { values, set, errorAt }, ...look }: RecordPictureProps) => (
  <ImageField
    {...look}
    label="Image"
    url={values.imageUrl}
    onChange={(url) => set('imageUrl', url)}
    alt={{ value: values.imageAlt, onChange: (alt) => set('imageAlt', alt) }}
    error={errorAt('imageUrl')}
  />
)

type PreviewProps = {
  url: string
  progress?: number | undefined
  shape: 'square' | 'wide'
  over: boolean
  /** The focal point, as CSS positions the picture. */
  focus: string | undefined
  drawn: ReactNode
}

function Preview({ url, progress, shape, over, focus, drawn }: PreviewProps) {
  const frame = classNames(
    'relative grid shrink-0 place-items-center overflow-hidden rounded-control border bg-sunken text-muted',
    shape === 'square' ? 'size-20' : 'aspect-[16/9] w-full',
    over ? 'border-primary' : url || drawn ? 'border-line' : 'border-dashed border-edge',
  )
  const parsed = parseImageUrl(url)
  return (
    <div className={frame}>
      {url && !isOwnImage(url) && !url.startsWith('blob:') ? (
        <ImageOff aria-hidden="true" className="size-6" strokeWidth={1.5} />
      ) : url ? (
        <img
          src={parsed ? `/media/${parsed.hash}-${Math.min(shape === 'square' ? 480 : 800, parsed.width)}.webp` : url}
          alt=""
          className={classNames(
            'size-full',
            shape === 'square' && isVeryWide(parsed) ? whole : 'object-cover',
            progress !== undefined && 'opacity-60',
          )}
          style={{ objectPosition: focus }}
        />
      ) : (
        (drawn ?? <ImagePlus aria-hidden="true" className="size-6" strokeWidth={1.5} />)
      )}
      {progress !== undefined && (
        <progress
          aria-label="Uploading"
          value={progress}
          max={1}
          className="absolute inset-x-2 bottom-2 h-1.5 w-[calc(100%-1rem)]"
        />
      )}
    </div>
  )
}
