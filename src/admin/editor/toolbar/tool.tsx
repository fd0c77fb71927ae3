import type { LucideIcon } from 'lucide-react'
import { Toolbar, Tooltip } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'

/** The keys as this computer's people name them. */
const command = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
const keyNames = (keys: string) => [command, ...keys.split(' ')].join(' ')

type ToolProps = {
  icon: LucideIcon
  label: string
  /** Pressed together with Ctrl or Cmd: `Shift 8`. */
  keys?: string
  /** In force where the cursor is; undefined for what has no state. */
  pressed?: boolean
  disabled?: boolean
  onPress: () => void
}

/** A button of the toolbar. The mouse leaves the cursor in the text. */
export function Tool({ icon: Icon, label, keys, pressed, disabled, onPress }: ToolProps) {
  return (
    <ToolTip label={label} keys={keys}>
      <Toolbar.Button
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        disabled={disabled}
        className="tool"
        onMouseDown={(event) => event.preventDefault()}
        onClick={onPress}
      >
        <Icon aria-hidden="true" />
      </Toolbar.Button>
    </ToolTip>
  )
}

/** What a button is for, and its keys, beside it when it is pointed at or has the keyboard. */
export function ToolTip({ label, keys, children }: { label: string; keys?: string; children: ReactNode }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={6}
          className="z-50 flex gap-2 rounded-mark bg-deep px-2 py-1 text-fine text-deep-ink shadow-float"
        >
          {label}
          {keys && <span className="text-deep-muted">{keyNames(keys)}</span>}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

/** Tools that belong together, with a line before the next ones. */
export const ToolGroup = (props: ComponentProps<'div'>) => <div {...props} className="tool-group" />
