import { type ReactNode, useId } from 'react'
import { Section } from '#ui/layout.tsx'

/** The page's closing invitation, on the deep ground. Its buttons are the children. */
export function CallBand({ title, text, children }: { title: ReactNode; text?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <Section ground="deep" aria-labelledby={id} className="relative overflow-hidden">
      <Rules />
      <div className="relative grid gap-8 lg:grid-cols-12 lg:items-end">
        <div className="lg:col-span-8">
          <h2 id={id} className="text-h1">
            {title}
          </h2>
          {text && <p className="mt-4 max-w-measure text-lead text-muted">{text}</p>}
        </div>
        <div className="flex flex-wrap gap-3 lg:col-span-4 lg:justify-end">{children}</div>
      </div>
    </Section>
  )
}

/** Lines that run together towards the right, like traces to one port. */
const Rules = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 600 400"
    preserveAspectRatio="xMaxYMid slice"
    className="absolute inset-y-0 right-0 h-full w-2/3 text-deep-line"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
  >
    {[0, 1, 2, 3, 4, 5, 6, 7].map((n) => (
      <path key={n} d={`M${n * 26} -10V${60 + n * 14}q0 24 24 24H${430 - n * 6}q24 0 24 24V410`} transform={`translate(${n * 18} 0)`} />
    ))}
  </svg>
)
