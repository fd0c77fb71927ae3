import { ArrowDown, ArrowUp, ChevronDown, CircleAlert, Copy, EyeOff, Trash2 } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { EditableFields } from '#admin/forms/form-layout.tsx'
import { byAlt } from '#admin/lists/moves.tsx'
import { MoveHandle } from '#admin/lists/reorder-list.tsx'
import { RowActions } from '#admin/lists/row-actions.tsx'
import { formatDateTime, useTimeZone } from '#admin/time.tsx'
import { classNames } from '#ui/class-names.ts'
import type { StoredSection } from '../pages.contract.ts'
import { isNewer } from '../section-values.ts'
import { firstWordsOf, nameOfSection, newerVersion, valuesOf } from '../section-words.ts'
import { kindOf } from '../sections/all.contract.ts'
import type { Values } from './rows-field.admin.tsx'
import { SectionDrawing } from './section-drawings.admin.tsx'
import { SectionFields } from './section-fields.admin.tsx'

type SectionCardProps = {
  section: StoredSection
  at: number
  handle: ComponentProps<typeof MoveHandle>['handle']
  isOpen: boolean
  onToggle: () => void
  onFocus: () => void
  change: (next: (values: Values) => Values) => void
  unseenAt: (path: string) => string | undefined
  isRefused: boolean
  errorAt: (path: string) => string | undefined
  acts: {
    move: (by: 1 | -1) => void
    canMoveUp: boolean
    canMoveDown: boolean
    duplicate: (() => void) | undefined
    remove: () => void
  }
}

/** A section, folded to its kind and its first words, or open with its fields. */
export function SectionCard({
  section,
  at,
  handle,
  isOpen,
  onToggle,
  onFocus,
  change,
  unseenAt,
  isRefused,
  errorAt,
  acts,
}: SectionCardProps) {
  const id = useId()
  const isLocked = isNewer(section)
  const fields = kindOf(section.kind)?.fields ?? {}
  const name = isLocked ? newerVersion : nameOfSection(section)
  const zone = useTimeZone()
  const starts = valuesOf(section).find(
    ({ field, value }) => field.control === 'moment' && !Number.isNaN(Date.parse(String(value))),
  )
  const words = isLocked
    ? section.kind
    : [starts && formatDateTime(String(starts.value), zone), firstWordsOf(section)].filter(Boolean).join(' · ')
  const moves = byAlt(acts.move)
  const left = isLocked ? undefined : unseenAt(`sections.${at}`)
  const notes = [
    isLocked && 'This version of the program cannot show or edit it. You can move and remove it.',
    isLocked && errorAt(`sections.${at}.kind`),
    left && `Visitors do not see this section. ${left}.`,
  ].filter(Boolean)
  return (
    <div
      data-section-at={at}
      onFocusCapture={onFocus}
      className={classNames(
        'scroll-mt-32 rounded-control border bg-raised',
        isRefused ? 'border-danger' : isOpen ? 'border-edge' : 'border-line',
      )}
    >
      <div className="flex min-h-14 items-center">
        {handle && <MoveHandle name={`${name}, section ${at + 1}`} handle={handle} onKeyDown={moves} />}
        <button
          type="button"
          data-section-head
          data-locked={isLocked || undefined}
          aria-expanded={isLocked ? undefined : isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-describedby={notes.length > 0 ? `${id}-note` : undefined}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={isLocked ? undefined : onToggle}
          onKeyDown={moves}
          className={classNames(
            'flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-control text-left -outline-offset-2',
            !handle && 'px-3',
            isLocked && 'cursor-default',
          )}
        >
          <SectionDrawing kind={isLocked ? '' : section.kind} className="h-8 w-12 shrink-0 max-sm:hidden" />
          <span className="min-w-0 flex-1">
            <span className="flex items-center gap-2 font-[560]">
              {name}
              {isRefused && <CircleAlert aria-label="Has errors" className="size-4 shrink-0 text-danger" />}
              {left && <EyeOff aria-label="Not on the page" className="size-4 shrink-0 text-warning" />}
            </span>
            {words && (
              <span dir="auto" className="block truncate text-left text-small text-muted">
                {words}
              </span>
            )}
          </span>
          {!isLocked && (
            <ChevronDown
              aria-hidden="true"
              className={classNames('size-4 shrink-0 text-muted transition-transform', isOpen && 'rotate-180')}
            />
          )}
        </button>
        <RowActions
          name={`${name}, section ${at + 1}`}
          actions={[
            acts.canMoveUp && { icon: ArrowUp, short: 'Move up', place: 'menu', onClick: () => acts.move(-1) },
            acts.canMoveDown && { icon: ArrowDown, short: 'Move down', place: 'menu', onClick: () => acts.move(1) },
            !isLocked && acts.duplicate && { icon: Copy, short: 'Duplicate', place: 'menu', onClick: acts.duplicate },
            { icon: Trash2, short: 'Remove', place: 'menu', danger: true, onClick: acts.remove },
          ]}
        />
      </div>
      {notes.length > 0 && (
        <p id={`${id}-note`} className={classNames('px-4 pb-3 text-small', left ? 'text-warning' : 'text-muted')}>
          {notes.join(' ')}
        </p>
      )}
      {isOpen && !isLocked && (
        <EditableFields id={id} data-section-fields className="grid gap-5 border-t border-line p-4">
          <SectionFields
            fields={fields}
            values={section}
            path={`sections.${at}`}
            change={change}
            errorAt={errorAt}
            unseenAt={unseenAt}
          />
        </EditableFields>
      )}
    </div>
  )
}
