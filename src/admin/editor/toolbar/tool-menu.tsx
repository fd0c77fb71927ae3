import { ChevronDown } from 'lucide-react'
import { DropdownMenu, Toolbar } from 'radix-ui'
import type { ReactNode } from 'react'
import { ToolTip } from './tool.tsx'

type ToolMenuProps = {
  label: string
  /** The content of the button: an icon, or the current choice (with `current`). */
  face: ReactNode
  /** The text on the button, if it has one. */
  current?: string
  pressed?: boolean
  /** Returns the focus to the text. */
  onClosed: () => void
  children: ReactNode
}

/** A toolbar button that opens a menu. */
export function ToolMenu({ label, face, current, pressed, onClosed, children }: ToolMenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <ToolTip label={label}>
        <Toolbar.Button asChild type="button">
          <DropdownMenu.Trigger
            aria-label={current ? `${label}: ${current}` : label}
            data-pressed={pressed || undefined}
            className="tool tool-wide"
          >
            {face}
            <ChevronDown aria-hidden="true" className="size-3! opacity-70" />
          </DropdownMenu.Trigger>
        </Toolbar.Button>
      </ToolTip>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="editor-menu on-deep z-50 min-w-44 rounded-control border border-line p-1 text-small shadow-float"
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onClosed()
          }}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

const itemLook =
  'flex h-9 items-center gap-2.5 rounded-mark px-2.5 outline-none select-none data-highlighted:bg-primary-soft data-highlighted:text-primary-strong data-[state=checked]:font-[600] data-disabled:opacity-45'

type ToolMenuItemProps = { disabled?: boolean; onChoose: () => void; children: ReactNode }

export const ToolMenuItem = ({ disabled, onChoose, children }: ToolMenuItemProps) => (
  <DropdownMenu.Item disabled={disabled} onSelect={onChoose} className={itemLook}>
    {children}
  </DropdownMenu.Item>
)

/** One choice of several, one of which is current. */
export const ToolMenuChoice = ({
  value,
  onChoose,
  children,
}: {
  value: string
  onChoose?: () => void
  children: ReactNode
}) => (
  <DropdownMenu.RadioItem value={value} onSelect={onChoose} className={itemLook}>
    {children}
  </DropdownMenu.RadioItem>
)
