import type { Shown } from './section.contract.ts'
import type { kind } from './steps.contract.ts'
import { Titled } from './titled.tsx'

/** Numbered steps in a ruled list. */
export const Section = ({ title, steps }: Shown<typeof kind>) => {
  const Heading = title ? 'h3' : 'h2'
  return (
    <Titled title={title}>
      <ol className="divide-y divide-line border-y border-line">
        {steps.map((step, index) => (
          <li
            key={index}
            className="grid grid-cols-[3.5rem_1fr] gap-y-2 py-6 md:grid-cols-[3.5rem_1fr_1.4fr] md:gap-x-7"
          >
            <span aria-hidden="true" className="font-display text-h2 leading-none font-[640] text-primary tabular-nums">
              {index + 1}
            </span>
            <Heading dir="auto" className="text-h3">
              {step.title}
            </Heading>
            <p dir="auto" className="max-w-measure whitespace-pre-line text-muted max-md:col-start-2">
              {step.text}
            </p>
          </li>
        ))}
      </ol>
    </Titled>
  )
}
