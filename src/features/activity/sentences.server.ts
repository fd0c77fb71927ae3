import { inSentence, withArticle } from '#contract/labels.ts'
import { lookup } from '#contract/lookup.ts'

/** The verbs with which acts begin, and their past. `acts.test.ts` refuses an act whose verb is not among them. */
export const past: Record<string, string> = {
  Accept: 'Accepted',
  Add: 'Added',
  Answer: 'Answered',
  Approve: 'Approved',
  Ask: 'Asked',
  Assign: 'Assigned',
  Cancel: 'Cancelled',
  Change: 'Changed',
  Choose: 'Chose',
  Close: 'Closed',
  Confirm: 'Confirmed',
  Connect: 'Connected',
  Copy: 'Copied',
  Correct: 'Corrected',
  Create: 'Created',
  Decline: 'Declined',
  Delete: 'Deleted',
  Describe: 'Described',
  Discard: 'Discarded',
  Disconnect: 'Disconnected',
  Download: 'Downloaded',
  Draft: 'Drafted',
  Duplicate: 'Duplicated',
  Enroll: 'Enrolled',
  Erase: 'Erased',
  Export: 'Exported',
  Free: 'Freed',
  Give: 'Gave',
  Hand: 'Handed',
  Import: 'Imported',
  Invite: 'Invited',
  Issue: 'Issued',
  Join: 'Joined',
  Log: 'Logged',
  Make: 'Made',
  Mark: 'Marked',
  Move: 'Moved',
  Name: 'Named',
  Notify: 'Notified',
  Offer: 'Offered',
  Open: 'Opened',
  Pause: 'Paused',
  Publish: 'Published',
  Put: 'Put',
  Reassign: 'Reassigned',
  Remark: 'Remarked',
  Remove: 'Removed',
  Rename: 'Renamed',
  Reorder: 'Reordered',
  Replace: 'Replaced',
  Reply: 'Replied',
  Request: 'Requested',
  Restore: 'Restored',
  Resume: 'Resumed',
  Revoke: 'Revoked',
  Save: 'Saved',
  Schedule: 'Scheduled',
  Send: 'Sent',
  Separate: 'Separated',
  Settle: 'Settled',
  Sign: 'Signed',
  Take: 'Took',
  Tell: 'Told',
  Test: 'Tested',
  Turn: 'Turned',
  Undo: 'Undid',
  Update: 'Updated',
  Upload: 'Uploaded',
  Withdraw: 'Withdrew',
  Write: 'Wrote',
}

const verbIn = (act: string) => act.split(' ', 1)[0] ?? ''

function inPast(act: string): string {
  const [, refused] = /^Refused: (.+)$/s.exec(act) ?? []
  if (refused !== undefined)
    return /^[A-Z]/.test(refused) ? `Tried to ${refused.charAt(0).toLowerCase()}${refused.slice(1)}` : refusal(refused)
  const verb = verbIn(act)
  return (lookup(past, verb) ?? verb) + act.slice(verb.length)
}

const refusal = (noun: string) => noun.charAt(0).toUpperCase() + noun.slice(1)

/** `label` is the kind of the record, such as 'Blog post'. */
type Named = { label?: string | undefined; name?: string | undefined }

/**
 * An entry of the log as a sentence. The log stores acts as calls are described, 'Update a blog post', so that entries of every age read alike:
 * 'Updated blog post “On clouds”', 'Sent newsletter “Spring dates” to 300 subscribers', 'Confirmed Sneha Kulkarni'.
 */
export function sentenceOf(act: string, { label, name }: Named = {}): string {
  const told = inPast(act)
  const noun = label && inSentence(label)
  const quoted = name && `“${name}”`
  const named = noun && quoted ? `${noun} ${quoted}` : quoted
  const places = [
    // The act for many records names no kind.
    ['record', named || (noun && withArticle(noun))],
    [noun, named],
    ['image or file', quoted],
    ['colleague', name],
    ['attendee', name],
  ]
  for (const [place, put] of places) {
    const found = place && new RegExp(`\\ban? (live )?(?:deleted )?${place}\\b`)
    if (found && put && found.test(told)) return told.replace(found, (_, kept = '') => kept + put)
  }
  return name ? `${told}: ${name}` : told
}
