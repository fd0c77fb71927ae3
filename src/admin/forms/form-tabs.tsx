import { Tabs } from 'radix-ui'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { classNames } from '#ui/class-names.ts'

export type FormTab = {
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
  sticks?: boolean
}

const refusals = '[aria-invalid="true"], [role="alert"]:not(:empty)'

const tabClass =
  'min-h-control flex-1 -outline-offset-4 border-b-2 border-transparent px-2 text-small font-[560] text-muted hover:text-ink pointer-coarse:min-h-11 data-[state=active]:border-primary data-[state=active]:text-ink'

/**
 * A part of a form in tabs. All panels stay mounted, so that no field is lost, and a refused field opens its tab. The tabs stick while the page
 * scrolls, unless the panels have a bar that does.
 */
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
