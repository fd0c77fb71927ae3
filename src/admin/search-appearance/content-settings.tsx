import { type ReactNode, useState } from 'react'
import { EditableFields, FormPanel, type FormTab, FormTabs } from '#admin/forms/form-layout.tsx'
import { PrePublishCheck, type usePrePublishCheck } from './pre-publish-check.tsx'
import { type AppearanceProps, SearchAppearanceFields, type UsualLook } from './search-appearance-panel.tsx'

type ContentSettingsProps = {
  form: Pick<AppearanceProps, 'set' | 'errorAt'> & {
    values: AppearanceProps['values'] & { slug: string; imageUrl: string }
    submits: number
  }
  /** The first tab, with the fields of the record. */
  own: FormTab
  usual: Omit<UsualLook, 'picture'>
  /** The public address of the list: '/blog'. */
  under: string
  /** The first fields of the last tab. */
  publish: ReactNode
  /** The value of the tab that is open, if the form decides on it: that of `own`, 'appearance' or 'publish'. */
  open?: string
  onOpen?: (value: string) => void
  /** The possible problems, which the last tab lists. */
  check: ReturnType<typeof usePrePublishCheck>
}

/** The settings of a record that has a public page: its fields, its appearance and its publication, each in a tab. */
export function ContentSettings({ form, own, usual, under, publish, check, ...controlled }: ContentSettingsProps) {
  const { values, set, errorAt } = form
  const [chosen, choose] = useState(own.value)
  const { open = chosen, onOpen = choose } = controlled
  const appearance = (
    <EditableFields>
      <FormPanel>
        <SearchAppearanceFields
          values={values}
          set={set}
          errorAt={errorAt}
          usual={{ ...usual, picture: values.imageUrl }}
          path={`${under}/${values.slug}`}
        />
      </FormPanel>
    </EditableFields>
  )
  return (
    <FormTabs
      label="Settings"
      open={open}
      onOpen={onOpen}
      submits={form.submits}
      tabs={[
        own,
        { value: 'appearance', label: 'Appearance', content: appearance },
        {
          value: 'publish',
          label: 'Publish',
          found: check.found.length,
          content: (
            <>
              {publish}
              <PrePublishCheck check={check} onGoToField={() => onOpen(own.value)} />
            </>
          ),
        },
      ]}
    />
  )
}
