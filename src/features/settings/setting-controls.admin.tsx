import { Upload, X } from 'lucide-react'
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import { TargetField } from '#admin/editor/links/link-targets.tsx'
import { StringListField } from '#admin/forms/form-field.tsx'
import { FileInput } from '#admin/media/picture-sources.tsx'
import { accents } from '#contract/accents.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { fromRow, toRow } from './settings-fields.admin.ts'

/** The server's limit for a `data:` address. */
const largest = 500_000

type LogoFieldProps = { value: string; onChange: (logo: string) => void; error: string | undefined }

/** The logo as an SVG or a picture from a file; the server re-encodes both. */
export function LogoField({ value, onChange, error }: LogoFieldProps) {
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string>()
  const message = refused ?? error

  async function choose(chosen: File | undefined) {
    if (!chosen) return
    setRefused(undefined)
    if (chosen.size > largest) return setRefused('The file is too large for a logo: at most 500 KB.')
    onChange(/svg/.test(chosen.type) ? await chosen.text() : await dataAddressOf(chosen))
  }

  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-[560]">Logo</legend>
      <p id={id} className="mb-2 text-small text-muted">
        SVG with simple shapes, or PNG. Without a logo, the site shows a default mark.
      </p>
      {value !== '' && <ShownLogo key={value} logo={value} />}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={() => file.current?.click()}>
          <Upload aria-hidden="true" className="size-4" />
          {value === '' ? 'Upload logo' : 'Replace logo'}
        </Button>
        {value !== '' && (
          <Button variant="quiet" size="small" onClick={() => onChange('')}>
            <X aria-hidden="true" className="size-4" />
            Remove
          </Button>
        )}
      </div>
      <FileInput
        ref={file}
        accept="image/svg+xml,image/png,image/webp,image/jpeg"
        aria-label="Logo file"
        aria-describedby={id}
        tabIndex={-1}
        onFiles={([chosen]) => choose(chosen)}
      />
      {message && (
        <p role="alert" className="mt-1.5 text-small text-danger">
          {message}
        </p>
      )}
    </fieldset>
  )
}

function ShownLogo({ logo }: { logo: string }) {
  const [address] = useState(() => URL.createObjectURL(blobOf(logo)))
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return (
    <div className="mb-3 grid h-28 grid-cols-2 overflow-hidden rounded-control border border-line">
      {['bg-[#fbfaf6]', 'bg-[#0c1413]'].map((ground) => (
        <div key={ground} className={`grid place-items-center p-4 ${ground}`}>
          <img src={address} alt="" className="max-h-20 max-w-full" />
        </div>
      ))}
    </div>
  )
}

const dataAddressOf = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/** A logo as the settings have it, for an address: the Content-Security-Policy allows pictures from `blob:` and none from `data:`. */
export function blobOf(logo: string): Blob {
  const [head = '', data = ''] = logo.split(',', 2)
  if (!head.startsWith('data:')) return new Blob([logo], { type: 'image/svg+xml' })
  return new Blob([Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))], {
    type: head.slice(5).split(';')[0] ?? '',
  })
}

type AccentFieldProps = { value: string; onChange: (name: string) => void }

export const AccentField = ({ value, onChange }: AccentFieldProps) => (
  <fieldset>
    <legend className="mb-1.5 text-small font-[560]">Accent colour</legend>
    <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      {Object.entries(accents).map(([name, { primary }]) => (
        <label
          key={name}
          className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control border border-line px-3 has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-primary"
        >
          <input
            type="radio"
            name="accent"
            value={name}
            checked={value === name}
            onChange={() => onChange(name)}
            className="sr-only"
          />
          <span aria-hidden="true" className="flex">
            {primary.map((colour) => (
              <span
                key={colour}
                style={{ background: colour }}
                className="-mr-1.5 size-5 rounded-full border-2 border-raised"
              />
            ))}
          </span>
          <span className="ml-1 text-small font-[550]">{name}</span>
        </label>
      ))}
    </div>
  </fieldset>
)

type LinkRowsProps = Pick<ComponentProps<typeof StringListField>, 'label' | 'hint' | 'value' | 'onChange'> & {
  errorAt: (index: number, part: 'label' | 'to') => string | undefined
}

/** Links with a text and a target. On a phone the target is below the text. */
export const LinkRows = ({ errorAt, ...rows }: LinkRowsProps) => (
  <StringListField
    {...rows}
    one="link"
    empty={toRow({ label: '', to: '' })}
    rowClass="grid grid-cols-[1fr_auto] sm:grid-cols-[1fr_1fr_auto] max-sm:not-last:mb-2"
    buttonClass="max-sm:col-start-2 max-sm:row-start-1 pointer-coarse:w-11"
  >
    {(row, index) => {
      const link = fromRow(row)
      const set = (part: object) => rows.onChange(rows.value.with(index, toRow({ ...link, ...part })))
      return (
        <>
          <TextInput
            label={`Text of link ${index + 1}`}
            hideLabel
            placeholder="Text"
            value={link.label}
            error={errorAt(index, 'label')}
            onChange={({ target }) => set({ label: target.value })}
          />
          <TargetField
            label={`Target of link ${index + 1}`}
            hideLabel
            placeholder="Page, /path or https://"
            value={link.to}
            error={errorAt(index, 'to')}
            onChange={(to) => set({ to })}
          />
        </>
      )
    }}
  </StringListField>
)
