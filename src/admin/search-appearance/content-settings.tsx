import { Tabs } from 'radix-ui'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { EditableFields, FormPanel } from '#admin/forms/form-columns.tsx'
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
  /** The content of the last tab. */
  publish: ReactNode
  /** The value of the tab that is open, if the form decides on it: that of `own`, 'appearance' or 'publish'. */
  open?: string
  onOpen?: (value: string) => void
  /** The number of possible problems that the last tab lists. */
  found?: number
}

/** The settings of a record that has a public page: its fields, its appearance and its publication, each in a tab. */
export function ContentSettings({ form, own, usual, under, publish, found = 0, ...controlled }: ContentSettingsProps) {
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
        { value: 'publish', label: 'Publish', found, content: publish },
      ]}
    />
  )
}

type FormTab = {
  value: string
  label: string
  content: ReactNode
  /** The number of possible problems that it lists. */
  found?: number
}

type FormTabsProps = {
  label: string
  tabs: FormTab[]
  /** The value of the tab that is open. */
  open: string
  onOpen: (value: string) => void
  /** How often the form was submitted. After each time the tab with a refused field opens. */
  submits: number
}

const refusals = '[aria-invalid="true"], [role="alert"]:not(:empty)'

const tabClass =
  'min-h-control flex-1 -outline-offset-4 border-b-2 border-transparent px-2 text-small font-[560] text-muted hover:text-ink pointer-coarse:min-h-11 data-[state=active]:border-primary data-[state=active]:text-ink'

/** The settings of a form in tabs. All panels stay mounted, so that no field is lost; the tabs stick while the page scrolls. */
function FormTabs({ label, tabs, open, onOpen, submits }: FormTabsProps) {
  const root = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const refused = useRef<HTMLElement>(null)

  const onSubmitted = useEffectEvent(() => {
    const found = [...(root.current?.querySelectorAll<HTMLElement>(refusals) ?? [])]
    const panelOf = (element: HTMLElement) => element.closest<HTMLElement>('[role=tabpanel]')
    const first = found.find((element) => panelOf(element)?.hidden === false) ?? found[0]
    if (!first) return
    // A refused field outside of the tabs may have the focus already.
    if (document.activeElement?.getAttribute('aria-invalid') !== 'true') refused.current = first
    const value = panelOf(first)?.dataset['tab'] ?? open
    if (value === open) focusRefused()
    else onOpen(value)
  })
  useEffect(() => {
    if (submits > 0) onSubmitted()
  }, [submits])

  function focusRefused() {
    const field = refused.current
    refused.current = null
    // The message of a picture is not a control.
    if (field?.role === 'alert') field.closest('fieldset')?.querySelector('button')?.focus()
    else field?.focus()
  }
  const onOpened = useEffectEvent(focusRefused)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the panel is visible only then
  useEffect(() => onOpened(), [open])

  /** Shows the start of the panel when the tabs are stuck far below it. */
  function scrollToStart() {
    const [start, shown] = [root.current, list.current].map((element) => element?.getBoundingClientRect().top ?? 0)
    if ((start ?? 0) < (shown ?? 0) - 1) root.current?.scrollIntoView({ block: 'start' })
  }

  return (
    <Tabs.Root ref={root} value={open} onValueChange={onOpen} className="h-full scroll-mt-14">
      <Tabs.List
        ref={list}
        aria-label={label}
        className="z-10 mb-5 flex border-b border-line bg-paper lg:sticky lg:top-[calc(var(--admin-bar)+3.5rem)]"
      >
        {tabs.map(({ value, label, found = 0 }) => (
          <Tabs.Trigger key={value} value={value} className={tabClass} onClick={scrollToStart}>
            {label}{' '}
            {found > 0 && (
              <span className="ml-0.5 rounded-mark bg-accent-soft px-1.5 py-0.5 text-fine text-accent-ink tabular-nums">
                {found}
                <span className="sr-only"> {found === 1 ? 'issue' : 'issues'}</span>
              </span>
            )}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(({ value, content }) => (
        <Tabs.Content
          key={value}
          value={value}
          forceMount
          hidden={value !== open}
          tabIndex={-1}
          data-tab={value}
          className="grid gap-5"
        >
          {content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
