import { classNames } from './class-names.ts'

/** A ruled list of short lines. Blank lines are left out, and so is the list when all are blank. */
export function FeatureList({ items, label, className }: { items: string[]; label?: string; className?: string }) {
  const filled = items.filter((item) => item.trim() !== '')
  if (filled.length === 0) return null
  return (
    <ul aria-label={label} className={classNames('divide-y divide-line border-y border-line text-small', className)}>
      {filled.map((item, index) => (
        <li
          key={index}
          className="relative py-2.5 pl-6 before:absolute before:top-[1.42em] before:left-0 before:h-px before:w-3.5 before:bg-primary"
        >
          {item}
        </li>
      ))}
    </ul>
  )
}
