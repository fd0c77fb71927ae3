import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'

/** How often the times of the consequence are calculated again, in ms. */
const tick = 5_000

type ReadyPanelProps = {
  /** A question: 'Ready to send?' */
  title: string
  consequence: (now: number) => string
  action: string
  busy: boolean
  disabled?: boolean
  onAct: () => void
  onBack: () => void
  children?: ReactNode
}

/** The consequence of something that cannot be taken back later, with the buttons that do it or return to the form. */
export function ReadyPanel({ title, consequence, action, busy, disabled = false, ...props }: ReadyPanelProps) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tick)
    return () => clearInterval(timer)
  }, [])
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef<Element>(null)
  useEffect(() => {
    before.current = document.activeElement
    heading.current?.focus()
  }, [])
  function goBack() {
    props.onBack()
    if (before.current instanceof HTMLElement) before.current.focus()
  }
  return (
    <section aria-labelledby="ready" className="grid gap-4 rounded-control border border-primary bg-raised p-4 sm:p-5">
      <h2 ref={heading} id="ready" tabIndex={-1} className="scroll-mt-36 text-h3 focus:outline-none">
        {title}
      </h2>
      {props.children}
      <p role="status">{consequence(now)}</p>
      <div className="flex gap-2">
        <Button size="small" busy={busy} disabled={disabled} onClick={props.onAct}>
          {action}
        </Button>
        <Button variant="secondary" size="small" disabled={busy} onClick={goBack}>
          Back
        </Button>
      </div>
    </section>
  )
}
