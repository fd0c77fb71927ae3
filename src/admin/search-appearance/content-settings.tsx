import type { ReactNode } from 'react'
import { EditableFields, FormPanel } from '#admin/forms/form-columns.tsx'
import { type FormTab, FormTabs } from '#admin/forms/form-tabs.tsx'
import type { UsualLook } from './appearance-previews.tsx'
import { type AppearanceProps, SearchAppearanceFields } from './search-appearance-panel.tsx'

type ContentSettingsProps = {
  form: Pick<AppearanceProps, 'values' | 'set' | 'errorAt'>
  /** The first tab, with the fields of the record. */
  own: FormTab
  usual: UsualLook
  /** The public path of the record. */
  path: string
  /** The content of the last tab. */
  publish: ReactNode
  /** The value of the tab that is open: that of `own`, 'appearance' or 'publish'. */
  open: string
  onOpen: (value: string) => void
  submits: number
}

/** The settings of a record that has a public page: its fields, its appearance and its publication, each in a tab. */
export const ContentSettings = ({ form, own, usual, path, publish, open, onOpen, submits }: ContentSettingsProps) => (
  <FormTabs
    label="Settings"
    open={open}
    onOpen={onOpen}
    submits={submits}
    tabs={[
      own,
      {
        value: 'appearance',
        label: 'Appearance',
        content: (
          <EditableFields>
            <FormPanel>
              <SearchAppearanceFields
                values={form.values}
                set={form.set}
                errorAt={form.errorAt}
                usual={usual}
                path={path}
              />
            </FormPanel>
          </EditableFields>
        ),
      },
      { value: 'publish', label: 'Publish', content: publish },
    ]}
  />
)
