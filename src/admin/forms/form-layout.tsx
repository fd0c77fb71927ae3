import { Tabs } from 'radix-ui'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { classNames } from '#ui/class-names.ts'

/** Two columns: the text fields at the left, the settings at the right; on small screens the settings come below. */
export const FormColumns = ({ main, side }: { main: ReactNode; side: ReactNode }) => (
  <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
    <div className="grid gap-5">{main}</div>
    {/* As tall as the text, so that tabs stick all along it. */}
    <div className="self-stretch">{side}</div>
  </div>
)

export const FormPanel = ({ title, children }: { title?: string; children: ReactNode }) => (
  <section className="grid gap-5 rounded-control border border-line bg-raised p-4 sm:p-5">
    {title && <h2 className="-mb-1 text-h3">{title}</h2>}
    {children}
  </section>
)

/** Fields that read-only roles cannot change. They see no button in it, so what they may press belongs outside of it. */
export const EditableFields = ({ className, ...rest }: ComponentProps<'fieldset'>) => (
  <fieldset
    {...rest}
    disabled={useReadOnly()}
    className={classNames('min-w-0 disabled:[&_button]:hidden', className)}
  />
)

export type FormTab = {
  value: string
  label: string
  content: ReactNode
  /** The number of possible problems that it lists. */
  found?: number
}

const tabClass =
  'relative min-h-control flex-1 rounded-control -outline-offset-4 px-2 text-small font-[560] whitespace-nowrap text-muted hover:text-ink pointer-coarse:min-h-11 data-[state=active]:text-ink data-[state=active]:after:absolute data-[state=active]:after:inset-x-0 data-[state=active]:after:bottom-0 data-[state=active]:after:h-0.5 data-[state=active]:after:bg-primary'

type PageTabsProps = { label: string; tabs: FormTab[]; open: string; onOpen: (value: string) => void }

/** The parts of a screen in tabs, of which only the open one is drawn. */
export const PageTabs = ({ label, tabs, open, onOpen }: PageTabsProps) => (
  <Tabs.Root value={open} onValueChange={onOpen}>
    <Tabs.List aria-label={label} className="mt-4 mb-4 flex border-b border-line print:hidden">
      {tabs.map((tab) => (
        <Tabs.Trigger key={tab.value} value={tab.value} className={classNames(tabClass, 'flex-none! px-4!')}>
          {tab.label}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
    {tabs.map(({ value, content }) => (
      <Tabs.Content key={value} value={value} tabIndex={-1} className="outline-none">
        {content}
      </Tabs.Content>
    ))}
  </Tabs.Root>
)

type FormTabsProps = {
  label: string
  tabs: FormTab[]
  open: string
  onOpen: (value: string) => void
  submits: number
  sticks?: boolean
}

const refusals = '[aria-invalid="true"], [role="alert"]:not(:empty)'

/** A part of a form in tabs. All panels stay mounted, so that no field is lost, and a refused field opens its tab. */
export function FormTabs({ label, tabs, open, onOpen, submits, sticks = true }: FormTabsProps) {
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
        className={classNames(
          'mb-5 flex border-b border-line bg-paper',
          sticks && 'z-10 lg:sticky lg:top-[calc(var(--admin-bar)+3.5rem)]',
        )}
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
