import type { FormState } from '#admin/forms/form-resource.ts'
import { SearchAppearancePanel } from '#admin/search-appearance/search-appearance-panel.tsx'
import { withDetails } from '#contract/company.ts'
import { useCompany } from '#web/company-context.tsx'
import type { SettingsPreview } from './settings.contract.ts'
import type { Values } from './settings-fields.admin.ts'

type PageAppearanceProps = {
  path: string
  /** The page's metadata without a search appearance; undefined until it is rendered, and if there is no page. */
  page: SettingsPreview['page']
  form: FormState<Values>
}

/** The search appearance of a page whose texts are settings. */
export function PageAppearance({ path, page, form: { values, set, errorAt } }: PageAppearanceProps) {
  const company = useCompany()
  const textOf = (name: string) => String(values[name] ?? '')
  return (
    <SearchAppearancePanel
      values={{
        seoTitle: textOf('seoTitle'),
        seoDescription: textOf('seoDescription'),
        socialImage: textOf('socialImage'),
      }}
      usual={{ title: page?.title ?? '', description: page?.description ?? '', picture: '' }}
      path={path}
      set={set}
      errorAt={errorAt}
      shown={(text) => withDetails(text, company)}
    />
  )
}
