import { useState } from 'react'
import { Counter } from '#admin/forms/form-field.tsx'
import { ImageField } from '#admin/forms/image-field.tsx'
import { type AppearanceName, shownOfDescription, shownOfTitle } from '#contract/search-appearance.ts'
import { TextArea, TextInput } from '#ui/field.tsx'
import { useCompany } from '#web/company-context.tsx'
import { AppearancePreviews, previewOf, type UsualLook } from './appearance-previews.tsx'

export type AppearanceProps = {
  values: Record<AppearanceName, string>
  usual: UsualLook
  path: string
  set: (name: AppearanceName, value: string) => void
  errorAt: (name: AppearanceName) => string | undefined
  /** Replaces placeholders for the company's details in a text. */
  shown?: (text: string) => string
}

/** Edits and previews the search appearance of a page. */
export function SearchAppearanceFields({ values, usual, path, set, errorAt, shown = same }: AppearanceProps) {
  const { brand } = useCompany()
  const { seoTitle, seoDescription, socialImage } = values
  const own = { seoTitle: shown(seoTitle), seoDescription: shown(seoDescription), socialImage }
  return (
    <div className="grid gap-5">
      <AppearancePreviews path={path} {...previewOf(own, usual, brand)} />
      <TextInput
        label="Search title"
        hint={<Counter length={own.seoTitle.length} most={shownOfTitle} />}
        placeholder={usual.title}
        value={seoTitle}
        error={errorAt('seoTitle')}
        onChange={(event) => set('seoTitle', event.target.value)}
      />
      <TextArea
        label="Search description"
        rows={3}
        hint={<Counter length={own.seoDescription.length} most={shownOfDescription} />}
        placeholder={usual.description}
        value={seoDescription}
        error={errorAt('seoDescription')}
        onChange={(event) => set('seoDescription', event.target.value)}
      />
      <ImageField
        label="Preview picture"
        shape="wide"
        url={socialImage}
        onChange={(url) => set('socialImage', url)}
        error={errorAt('socialImage')}
      />
    </div>
  )
}

/** The same in a panel that is closed at first, for a form without tabs. */
export function SearchAppearancePanel(props: AppearanceProps) {
  const [open, setOpen] = useState(false)
  return (
    <section className="rounded-control border border-line bg-raised p-4 sm:p-5" aria-label="Search appearance">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex min-h-9 cursor-pointer pointer-coarse:min-h-11 items-center text-h3 font-[640]">
          Search appearance
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
