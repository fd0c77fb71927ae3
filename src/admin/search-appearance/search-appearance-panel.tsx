import { CircleAlert, ImageOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Counter } from '#admin/forms/form-field.tsx'
import { ImageField } from '#admin/forms/image-field.tsx'
import { useLibraryPicture } from '#admin/media/library-picture.tsx'
import type { LinkCardInput } from '#contract/link-card.ts'
import { cardSize, isOwnImage, parseImageUrl, positionAround } from '#contract/media.ts'
import { documentTitle } from '#contract/page-head.ts'
import { type AppearanceName, shownOfDescription, shownOfTitle } from '#contract/search-appearance.ts'
import { Button } from '#ui/button.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
import { useCompany } from '#web/company-context.tsx'
import { type DrawnCard, findMissingLetters, useLinkCard } from './use-link-card.ts'

export type AppearanceProps = {
  values: Record<AppearanceName, string>
  usual: UsualLook
  path: string
  set: (name: AppearanceName, value: string) => void
  errorAt: (name: AppearanceName) => string | undefined
  /** Replaces placeholders for the company's details in a text. */
  shown?: (text: string) => string
}

export function SearchAppearanceFields({ values, usual, path, set, errorAt, shown = same }: AppearanceProps) {
  const { brand } = useCompany()
  const { seoTitle, seoDescription, socialImage } = values
  const own = { seoTitle: shown(seoTitle), seoDescription: shown(seoDescription), socialImage }
  return (
    <div className="grid gap-5">
      <AppearancePreviews path={path} {...previewOf(own, usual, brand)} />
      <TextInput
        label="Meta title"
        hint={<Counter length={own.seoTitle.length} most={shownOfTitle} />}
        placeholder={usual.title}
        value={seoTitle}
        error={errorAt('seoTitle')}
        onChange={(event) => set('seoTitle', event.target.value)}
      />
      <TextArea
        label="Meta description"
        rows={3}
        hint={<Counter length={own.seoDescription.length} most={shownOfDescription} />}
        placeholder={usual.description}
        value={seoDescription}
        error={errorAt('seoDescription')}
        onChange={(event) => set('seoDescription', event.target.value)}
      />
      <ImageField
        label="Social image"
        shape="wide"
        url={socialImage}
        onChange={(url) => set('socialImage', url)}
        error={errorAt('socialImage')}
      />
    </div>
  )
}

/** The same fields in a panel that starts closed, for a form without tabs. */
export function SearchAppearancePanel(props: AppearanceProps) {
  const [open, setOpen] = useState(false)
  return (
    <section className="rounded-control border border-line bg-raised p-4 sm:p-5" aria-label="SEO & sharing">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex min-h-9 cursor-pointer pointer-coarse:min-h-11 items-center text-h3 font-[640]">
          SEO &amp; sharing
        </summary>
        {open && (
          <div className="mt-4">
            <SearchAppearanceFields {...props} />
          </div>
        )}
      </details>
    </section>
  )
}

const same = (text: string) => text

export type UsualLook = {
  title: string
  description: string
  picture: string
  /** The texts and the drawing on the card of a page without a picture. */
  card?: Omit<LinkCardInput, 'path' | 'title'> | undefined
}

const previewOf = (
  { seoTitle, seoDescription, socialImage }: Record<AppearanceName, string>,
  usual: UsualLook,
  brand: string,
) => ({
  title: seoTitle || (usual.title && documentTitle(usual.title, brand)),
  heading: seoTitle || usual.title,
  description: seoDescription || usual.description,
  picture: socialImage || usual.picture,
  card: { ...usual.card, title: usual.title },
})

type PreviewProps = {
  path: string
  /** As search engines show it, with the brand where it is added. */
  title: string
  /** As link previews show it. */
  heading: string
  description: string
  picture: string
  card: Omit<LinkCardInput, 'path'>
}

const cut = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`)

/** The page as Google, LinkedIn and WhatsApp show it. Their colours are imitated only as far as the scheme allows. */
function AppearancePreviews({ path, title, heading, description, picture, card }: PreviewProps) {
  const { host } = window.location
  const drawn = useLinkCard(picture === '' ? { path, ...card } : null)
  const finding = findMissingLetters(drawn.card)
  return (
    <div className="grid gap-4">
      <SearchPreview path={path} title={title} description={description} />
      <Preview name="LinkedIn" bare>
        <Picture alt={heading} url={picture} {...drawn} />
        <div className="p-3">
          <p className="line-clamp-2 text-small font-[600] wrap-anywhere">{heading || 'Title'}</p>
          <p className="mt-0.5 truncate text-fine text-muted">{host}</p>
        </div>
      </Preview>
      <Preview name="WhatsApp" bare>
        <div className="bg-sunken p-2">
          <div className="overflow-hidden rounded-[0.375rem] bg-raised">
            <Picture alt={heading} url={picture} {...drawn} />
            <div className="px-2.5 py-2">
              <p className="line-clamp-2 text-small font-[600] wrap-anywhere">{heading || 'Title'}</p>
              <p className="line-clamp-2 text-fine text-muted wrap-anywhere">{description}</p>
              <p className="mt-1 truncate text-fine text-muted">{host}</p>
            </div>
          </div>
        </div>
      </Preview>
      {finding && (
        <p role="status" className="flex gap-2 text-small">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
          <span className="min-w-0 wrap-anywhere">{finding}</span>
        </p>
      )}
      {drawn.failed && (
        <div role="alert" className="flex flex-wrap items-center gap-3 text-small">
          The link preview could not be generated.
          <Button variant="secondary" size="small" onClick={drawn.retry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}

function SearchPreview({ path, title, description }: Pick<PreviewProps, 'path' | 'title' | 'description'>) {
  const crumbs = [window.location.host, ...path.split('/').filter(Boolean)].join(' › ')
  return (
    <Preview name="Google">
      <p className="truncate text-fine text-muted">{crumbs}</p>
      <p className="mt-0.5 text-body leading-snug text-primary-strong wrap-anywhere">
        {cut(title || 'Title', shownOfTitle)}
      </p>
      <p className="mt-1 text-fine text-muted wrap-anywhere">{cut(description, shownOfDescription)}</p>
    </Preview>
  )
}

const Preview = ({ name, bare, children }: { name: string; bare?: boolean; children: ReactNode }) => (
  <figure>
    <figcaption className="mb-1 text-fine font-[560] text-muted">{name}</figcaption>
    <div className={`overflow-hidden rounded-control border border-line ${bare ? '' : 'p-3'}`}>{children}</div>
  </figure>
)

type PictureProps = { alt: string; url: string } & Pick<DrawnCard, 'card' | 'failed'>

/** The picture in the shape of a link card, around its focal point; without a picture the card as the server draws it, or a sentence about it. */
function Picture({ alt, url, card, failed }: PictureProps) {
  const ref = parseImageUrl(url)
  // A picture that is not in the library is cropped around its middle.
  const item = useLibraryPicture(url)
  return (
    <div className="grid aspect-[1200/630] place-items-center overflow-hidden bg-sunken text-fine text-muted">
      {isOwnImage(url) ? (
        <img
          src={ref ? `/media/${ref.hash}-${Math.min(800, ref.width)}.webp` : url}
          alt=""
          className="size-full object-cover"
          style={
            ref && item
              ? { objectPosition: positionAround({ x: item.focalX, y: item.focalY }, ref, cardSize) }
              : undefined
          }
        />
      ) : url === '' && card && !failed ? (
        <ServerCard picture={card.picture} alt={alt} />
      ) : (
        <span className="grid place-items-center gap-1.5 p-3 text-center">
          <ImageOff aria-hidden="true" className="size-5" strokeWidth={1.5} />
          {url ? 'Images from other sites are not shown.' : 'A card with the title is generated.'}
        </span>
      )}
    </div>
  )
}

function ServerCard({ picture, alt }: { picture: string; alt: string }) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const bytes = Uint8Array.from(atob(picture), (sign) => sign.charCodeAt(0))
    const address = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }))
    if (image.current) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [picture])
  return <img ref={image} alt={alt} width={cardSize.width} height={cardSize.height} className="size-full" />
}
