import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useState } from 'react'
import { classNames } from '#ui/class-names.ts'

/** Options with a heading. A list without groups is one group without a title. */
export type OptionGroup<Option> = { title?: string | undefined; options: Option[] }

const optionsOf = <Option,>(groups: OptionGroup<Option>[]) => groups.flatMap(({ options }) => options)

/** The option that the arrow keys lead to, which begins again at the end. */
export const stepped = (chosen: number, by: number, count: number): number =>
  (Math.max(chosen, by < 0 ? 0 : -1) + by + count) % Math.max(1, count)

type OptionsProps<Option> = {
  id: string
  label: string
  groups: OptionGroup<Option>[]
  /** The place of the chosen option among all. */
  chosen: number
  onPoint: (place: number) => void
  onChoose: (option: Option) => void
  className?: string
  optionClass?: string
  ref?: Ref<HTMLDivElement>
  children: (option: Option, group: OptionGroup<Option>) => ReactNode
}

/** A list of options. The focus stays in its field or text, which tells screen readers the chosen option. */
export function Options<Option>({
  id,
  label,
  groups,
  chosen,
  onPoint,
  onChoose,
  className,
  optionClass,
  ref,
  children,
}: OptionsProps<Option>) {
  const all = optionsOf(groups)
  useEffect(() => keepInView(document.getElementById(id), document.getElementById(`${id}-${chosen}`)), [id, chosen])
  const optionOf = (group: OptionGroup<Option>) => (option: Option) => {
    const place = all.indexOf(option)
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is the field's
      <div
        key={place}
        id={`${id}-${place}`}
        role="option"
        tabIndex={-1}
        aria-selected={place === chosen}
        // The focus stays where it is.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(option)}
        onPointerMove={() => place !== chosen && onPoint(place)}
        className={classNames(
          'flex cursor-pointer items-center select-none aria-selected:bg-primary-soft aria-selected:text-primary-strong',
          optionClass,
        )}
      >
        {children(option, group)}
      </div>
    )
  }
  return (
    <div ref={ref} id={id} role="listbox" aria-label={label} tabIndex={-1} className={className}>
      {groups.map((group, index) =>
        group.title === undefined ? (
          group.options.map(optionOf(group))
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, which no element is
          <div key={index} role="group" aria-label={group.title}>
            <p aria-hidden="true" className="px-3 pt-3 pb-1 text-fine font-[560] text-muted">
              {group.title}
            </p>
            {group.options.map(optionOf(group))}
          </div>
        ),
      )}
    </div>
  )
}

/** Scrolls only the list, not the page. */
function keepInView(list: HTMLElement | null, option: HTMLElement | null) {
  if (!list || !option) return
  const { offsetTop: top, offsetHeight: height } = option
  if (top < list.scrollTop) list.scrollTop = top
  else if (top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight
}

/**
 * A field with a list of options below it: the arrow keys choose one, Enter takes it. If none is chosen, the field handles Enter.
 * @param first the option that is chosen at first, -1 for none
 * @param columns of a list in columns, in which the arrow keys to the sides lead to the next option while nothing is typed
 * @returns the attributes of the field and of its `Options`
 */
export function useCombobox<Option>(
  groups: OptionGroup<Option>[],
  onChoose: (option: Option) => void,
  first = 0,
  columns = 1,
) {
  const id = useId()
  const [active, setActive] = useState<number | null>(null)
  const all = optionsOf(groups)
  const chosen = Math.min(active ?? first, all.length - 1)
  const isOpen = all.length > 0
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyped = (event.target as Partial<HTMLInputElement>).value !== ''
    const sides = columns > 1 && !isTyped ? { ArrowRight: 1, ArrowLeft: -1 } : {}
    const step = ({ ArrowDown: columns, ArrowUp: -columns, ...sides } as Record<string, number>)[event.key]
    const option = all[chosen]
    if (!isOpen || (step === undefined && (event.key !== 'Enter' || !option))) return
    event.preventDefault()
    if (step === undefined) onChoose(option as Option)
    else setActive(stepped(chosen, step, all.length))
  }
  return {
    count: all.length,
    /** Chooses the first option again, as after a change of the text. */
    restart: () => setActive(null),
    field: {
      role: 'combobox',
      'aria-expanded': isOpen,
      'aria-controls': id,
      'aria-activedescendant': chosen < 0 ? undefined : `${id}-${chosen}`,
      'aria-autocomplete': 'list',
      autoComplete: 'off',
      spellCheck: false,
      onKeyDown,
    },
    list: { id, groups, chosen, onPoint: setActive, onChoose },
  } as const
}

/** The pause in typing after which a search starts, in ms. */
export const searchPause = 150

/** The value, once it has not changed for a moment. */
export function useDelayed(value: string): string {
  const [delayed, setDelayed] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), searchPause)
    return () => clearTimeout(timer)
  }, [value])
  return delayed
}
