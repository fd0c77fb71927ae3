import { useMemo } from 'react'
import type { FormState } from '#admin/forms/form-state.ts'
import { SearchAppearancePanel } from '#admin/search-appearance/search-appearance-panel.tsx'
import { withDetails } from '#contract/words.ts'
import { trustedHtml } from '#ui/trusted-html.ts'
import { useCompany } from '#web/company-context.tsx'
import type { Values } from './settings-fields.admin.ts'
import { isPage } from './site-preview.admin.tsx'

type PageAppearanceProps = {
  path: string
  /** The page as it would be without a search appearance of its own; undefined until it is rendered. */
  html: string | undefined
  form: FormState<Values>
}

/** What search engines and link previews show of a page whose texts are settings. */
export function PageAppearance({ path, html, form: { values, set, errorAt } }: PageAppearanceProps) {
  const company = useCompany()
  const usual = useMemo(() => headOf(html), [html])
  const textOf = (name: string) => String(values[name] ?? '')
  return (
    <SearchAppearancePanel
      values={{
        seoTitle: textOf('seoTitle'),
        seoDescription: textOf('seoDescription'),
        socialImage: textOf('socialImage'),
      }}
      usual={{ ...usual, picture: '' }}
      path={path}
      set={set}
      errorAt={errorAt}
      shown={(text) => withDetails(text, company)}
    />
  )
}

/** What a page says of itself, to those who do not read it. */
function headOf(html = '') {
  if (!isPage(html)) return { title: '', description: '' }
  const page = new DOMParser().parseFromString(trustedHtml(html) as string, 'text/html')
  const content = (selector: string) => page.querySelector<HTMLMetaElement>(`meta[${selector}]`)?.content ?? ''
  return { title: content('property="og:title"'), description: content('name="description"') }
}
