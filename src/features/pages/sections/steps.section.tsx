import { Titled } from './parts.tsx'
import type { Shown } from './section.contract.ts'
import type { kind } from './steps.contract.ts'

export const Section = ({ title, steps }: Shown<typeof kind>) => (
  <Titled title={title}>
    <ol className="grid gap-8 md:grid-cols-2">
      {steps.map((step, index) => (
        <li key={index} className="border-t border-line pt-5">
          <h3 dir="auto" className="text-h3">
            {step.title}
          </h3>
          <p dir="auto" className="mt-2 whitespace-pre-line text-muted">
            {step.text}
          </p>
        </li>
      ))}
    </ol>
  </Titled>
)
