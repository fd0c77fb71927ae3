import { type ReactNode, useState } from 'react'
import { foundIn, useChecks, useDeadLinks } from '#admin/checks/use-checks.ts'
import { EditableFields, FormPanel, type FormTab, FormTabs } from '#admin/forms/form-layout.tsx'
import { type CheckedWriting, checkWriting, type WritingCheck } from '#content/markup/check-writing.ts'
import type { LinkCardInput } from '#contract/link-card.ts'
import { type FoundProblems, PrePublishCheck, type Rendering, useProblems } from './pre-publish-check.tsx'
import { type AppearanceProps, SearchAppearanceFields, type UsualLook } from './search-appearance-panel.tsx'

type ContentSettingsProps = {
  form: Pick<AppearanceProps, 'set' | 'errorAt'> & {
    values: AppearanceProps['values'] & { slug: string; imageUrl: string }
    submits: number
  }
  own: FormTab
  usual: Omit<UsualLook, 'picture'>
  /** The public address of the list: '/blog'. */
  under: string
  /** The fields that decide what visitors see of it, and when. */
  publish: ReactNode
  /** The value of the tab that is open, if the form decides on it: that of `own`, 'seo' or 'publish'. */
  open?: string
  onOpen?: (value: string) => void
  /** Shows a field of the own tab to which a problem leads. */
  onGoToField?: (field: string) => void
  check: FoundProblems
}

export function ContentSettings({
  form,
  own,
  usual,
  under,
  publish,
  check,
  onGoToField,
  ...controlled
}: ContentSettingsProps) {
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
        { value: 'seo', label: 'SEO & sharing', content: appearance },
        {
          value: 'publish',
          label: 'Publish',
          found: check.found.length,
          content: (
            <>
              <EditableFields>
                <FormPanel>{publish}</FormPanel>
              </EditableFields>
              <PrePublishCheck
                check={check}
                onGoToField={(field) => {
                  onOpen(own.value)
                  onGoToField?.(field)
                }}
              />
            </>
          ),
        },
      ]}
    />
  )
}

type CheckInput = Omit<CheckedWriting, 'content' | 'html' | 'missingPictures'> & {
  /** Its texts as typed, in the order of the page, each with its rendering. */
  texts: { source: string; rendering: Rendering }[]
  card: LinkCardInput | null
  /** Problems that the form knows, which are not in its texts. */
  others?: WritingCheck[]
}

export function usePrePublishCheck({ texts, card, others = [], ...writing }: CheckInput): FoundProblems {
  const renderings = texts.map(({ rendering }) => rendering)
  const html = renderings.map(({ rendered }) => rendered?.html ?? '').join('\n')
  const content = texts.map(({ source }) => source).join('\n\n')
  const missingPictures = renderings.reduce((sum, { rendered }) => sum + (rendered?.missingPictures ?? 0), 0)
  const checks = useChecks({ ...writing, content, html, missingPictures }, checkWriting)
  const links = useDeadLinks(html, foundIn)
  const { title, excerpt = '', imageUrl, lines = {} } = writing
  return {
    ...useProblems({ checks, links, renderings, card, others }),
    isEmpty: [title, excerpt, imageUrl, ...Object.values(lines), content].every((text) => text.trim() === ''),
    html,
  }
}
