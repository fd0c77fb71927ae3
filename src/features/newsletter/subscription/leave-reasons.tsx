import { Button } from '#ui/button.tsx'
import { leaveReasons } from '../ground/newsletter-words.contract.ts'

type LeaveReasonsProps = {
  /** The address of the page, which takes the answer. */
  to: string
  /** The action that it repeats. */
  action: 'leave' | 'unsubscribe'
  /** Whether one has just been said. */
  said: boolean
}

/** Asks a former subscriber for the reason: one press, which is optional. */
export const LeaveReasons = ({ to, action, said }: LeaveReasonsProps) =>
  said ? (
    <p role="status" className="mt-8 text-small text-muted">
      Thank you for telling us.
    </p>
  ) : (
    <form method="post" action={to} className="mt-8">
      <fieldset>
        <legend className="mb-2 text-small text-muted">May we ask why?</legend>
        <input type="hidden" name="action" value={action} />
        <div className="flex flex-wrap gap-2">
          {leaveReasons.map((reason) => (
            <Button key={reason} type="submit" name="reason" value={reason} variant="secondary" size="small">
              {reason}
            </Button>
          ))}
        </div>
      </fieldset>
    </form>
  )
