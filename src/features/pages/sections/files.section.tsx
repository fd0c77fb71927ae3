import { Download, FileText } from 'lucide-react'
import { formatBytes } from '#contract/labels.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Picture } from '#ui/content-image.tsx'
import { Section as Band } from '#ui/layout.tsx'
import type { kind, ShownFile } from './files.contract.ts'
import type { Shown } from './section.contract.ts'

export function Section({ title = 'Downloads', files, zip }: Shown<typeof kind>) {
  const size = files.reduce((sum, file) => sum + file.size, 0)
  return (
    <Band space="band">
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <h2 dir="auto" className="text-h2 wrap-anywhere">
            {title}
          </h2>
          {zip && (
            <div className="mt-6 print:hidden">
              <ButtonLink href={zip} download="" data-goal="brochure" variant="secondary">
                <Download aria-hidden="true" className="size-4" />
                Download all as one zip
              </ButtonLink>
              <p className="mt-2 text-small text-muted">{formatBytes(size)}</p>
            </div>
          )}
        </div>
        <ul className="self-start divide-y divide-line border-y border-line lg:col-span-8">
          {files.map((file, place) => (
            <Entry key={place} of={file} />
          ))}
        </ul>
      </div>
    </Band>
  )
}

/** A whole logo, on a ground where it is seen in both schemes: the light one of tokens.css, or the deep one. */
const tileOf = (tone: ShownFile['tone']) =>
  tone && { padding: '0.6rem', ...(tone === 'dark' && { background: '#f6f4ed' }) }

const Entry = ({ of: { fileUrl, title, text, type, size, imageUrl, tone } }: { of: ShownFile }) => (
  <li className="relative flex gap-5 py-4 sm:gap-7">
    {imageUrl ? (
      <span
        style={tileOf(tone)}
        className={classNames(
          'aspect-[4/3] w-24 shrink-0 self-start overflow-hidden rounded-control sm:w-28',
          tone === 'light' || tone === 'deep' ? 'on-deep' : 'bg-sunken',
        )}
      >
        <Picture url={imageUrl} alt="" sizes="9rem" style={tone || type === 'PNG' ? { objectFit: 'contain' } : {}} />
      </span>
    ) : (
      <span className="grid aspect-[4/3] w-24 shrink-0 place-items-center self-start rounded-control bg-sunken text-muted sm:w-28">
        <FileText aria-hidden="true" className="size-6" />
      </span>
    )}
    <div className="min-w-0 self-center wrap-anywhere">
      <h3 dir="auto" className="text-h3">
        <a
          href={fileUrl}
          data-goal="brochure"
          {...(imageUrl !== undefined && { download: '' })}
          className="link-quiet link-cover"
        >
          {title}
        </a>
      </h3>
      {text && (
        <p dir="auto" className="mt-1.5 text-small text-muted whitespace-pre-line">
          {text}
        </p>
      )}
      <p className="mt-1.5 text-fine text-muted">{`${type}, ${formatBytes(size)}`}</p>
    </div>
  </li>
)
