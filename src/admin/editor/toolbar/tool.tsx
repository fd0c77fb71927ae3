import type { LucideIcon } from 'lucide-react'
import { Toolbar, Tooltip } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { commandKey } from '#admin/dialogs/command-key.ts'

const keyNames = (keys: string) => [commandKey, ...keys.split(' ')].join(' ')

type ToolProps = {
  icon: LucideIcon
  label: string
  /** The keys to press together with Ctrl or Cmd: `Shift 8`. */
  keys?: string | undefined
  /** Whether it applies at the cursor; undefined for tools without a state. */
  pressed?: boolean
  disabled?: boolean
  onPress: () => void
}

/** A toolbar button. A click leaves the cursor in the text. */
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

/** The name and keys of a tool, shown next to it on hover and focus. */
export function ToolTip({ label, keys, children }: { label: string; keys?: string | undefined; children: ReactNode }) {
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

/** A group of tools, followed by a line. */
export const ToolGroup = (props: ComponentProps<'div'>) => <div {...props} className="tool-group" />
