import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { createStore, useStore } from '#admin/hooks.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { DialogFoot, floatingPanel, overlayClass, useFocusReturn } from './dialog.tsx'

export type Question = {
  /** The title, a whole question: 'Are you sure you want to delete this blog?' */
  question: string
  action: string
  cancel?: string
  /** The consequences, if the question does not name them. */
  detail?: string
  /** The things that the act concerns, each in a sentence. */
  points?: string[] | undefined
  /** Screens with acts that come first. A press leaves the question. */
  links?: Way[] | undefined
  /** A field with a further choice, which the caller reads. */
  field?: ReactNode
  /** Nothing is deleted, so the confirm button is not red. */
  harmless?: boolean
}

export type Way = { to: string; label: string }
/** The consequences of an act, for the question before it. */
export type Consequence = Pick<Question, 'detail' | 'points' | 'links'>

type OpenQuestion = Question & { answer: (yes: boolean) => void }
const asked = createStore<OpenQuestion | null>(null)

/** Asks for confirmation in a dialog. @returns true when the person agrees */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    asked.get()?.answer(false)
    asked.set({ ...question, answer: resolve })
  })

/** Renders the dialog of `confirm`. The layout has one of it. */
export function ConfirmHost() {
  const current = useStore(asked)
  const focus = useFocusReturn()
  const answer = (yes: boolean) => {
    current?.answer(yes)
    asked.set(null)
  }
  if (!current) return null
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content
          className={floatingPanel}
          {...focus}
          {...(!current.detail && { 'aria-describedby': undefined })}
        >
          <AlertDialog.Title className="text-h3 wrap-anywhere">{current.question}</AlertDialog.Title>
          {current.detail && (
            <AlertDialog.Description className="mt-2 wrap-anywhere text-muted">
              {current.detail}
            </AlertDialog.Description>
          )}
          {current.points && current.points.length > 0 && (
            <ul className="mt-3 grid list-disc gap-1 pl-5">
              {current.points.map((point) => (
                <li key={point} className="wrap-anywhere">
                  {point}
                </li>
              ))}
            </ul>
          )}
          {current.links && current.links.length > 0 && (
            <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
              {current.links.map(({ to, label }) => (
                <Link key={to} to={to} className="link wrap-anywhere" onClick={() => answer(false)}>
                  {label}
                </Link>
              ))}
            </p>
          )}
          {current.field && <div className="mt-4">{current.field}</div>}
          <DialogFoot>
            <AlertDialog.Cancel asChild>
              <Button variant="secondary" size="small">
                {current.cancel ?? 'Cancel'}
              </Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button
                size="small"
                className={current.harmless ? undefined : 'bg-danger! text-paper!'}
                onClick={() => answer(true)}
              >
                {current.action}
              </Button>
            </AlertDialog.Action>
          </DialogFoot>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
