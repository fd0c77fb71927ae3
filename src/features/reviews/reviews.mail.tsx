import type { Company } from '#contract/company.ts'
import { MailFrame } from '#mail/mail-frame.tsx'
import { MailButton, MailLink, MailQuote, MailText, MailTitle } from '#mail/mail-parts.tsx'

declare module '#server/mail/mail.ts' {
  interface MailTemplates {
    ReviewAsked: typeof ReviewAsked
    ReviewAnswered: typeof ReviewAnswered
  }
}

type AskedReview = { label: string; name: string; askedBy: string; note: string | undefined; url: string }

type ReviewAskedProps = {
  company: Company
  title: string
  isGuest: boolean
  /** The day until which the links of a guest work. */
  until: string | undefined
  /** The person to whom an answer to the message goes. */
  replyTo: string | undefined
  reviews: AskedReview[]
  /** How many the list leaves out. */
  more: number
}

/** Asks a colleague or a guest for reviews. */
export function ReviewAsked({ company, title, isGuest, until, replyTo, reviews, more }: ReviewAskedProps) {
  const [only] = reviews.length === 1 ? reviews : []
  const preheader = reviews[0]?.note?.slice(0, 140) || 'Approve it, or say what should change.'
  return (
    <MailFrame title={title} preheader={preheader} company={company}>
      <MailTitle>{title}</MailTitle>
      {isGuest && (
        <MailText>
          You see the page as it would be, and can approve it or ask for changes. You need no account.
          {until && ` The ${only ? 'link works' : 'links work'} until ${until}.`}
        </MailText>
      )}
      {only ? (
        <>
          {only.note && <MailText quiet>{only.askedBy} wrote:</MailText>}
          {only.note && <MailQuote>{only.note}</MailQuote>}
          <MailButton href={only.url}>Review it</MailButton>
        </>
      ) : (
        reviews.map(({ label, name, askedBy, note, url }) => (
          <Entry key={url} name={name} url={url} detail={`${label}, asked by ${askedBy}`} quote={note} />
        ))
      )}
      {more > 0 && <MailText>And {more} more.</MailText>}
      {isGuest && <MailText quiet>Please do not pass this email on: anyone with a link can answer.</MailText>}
      {replyTo && <MailText quiet>Reply to this email to write to {replyTo}.</MailText>}
    </MailFrame>
  )
}

type EntryProps = { name: string; url: string; detail: string; quote: string | undefined }

/** One of several reviews. */
const Entry = ({ name, url, detail, quote }: EntryProps) => (
  <>
    <MailText>
      <MailLink href={url}>{name}</MailLink>
      <br />
      {detail}
    </MailText>
    {quote && <MailQuote>{quote}</MailQuote>}
  </>
)

type AnsweredReview = {
  label: string
  name: string
  by: string
  /** Whether someone with the link typed the name. */
  isTyped: boolean
  isApproved: boolean
  answer: string | undefined
  url: string
}

type ReviewAnsweredProps = { company: Company; title: string; reviews: AnsweredReview[]; more: number }

/** Tells a colleague how the reviews were answered that they asked for. */
export function ReviewAnswered({ company, title, reviews, more }: ReviewAnsweredProps) {
  const [only] = reviews.length === 1 ? reviews : []
  const preheader = reviews[0]?.answer?.slice(0, 140) || 'The answer to your review.'
  return (
    <MailFrame title={title} preheader={preheader} company={company}>
      <MailTitle>{title}</MailTitle>
      {only
        ? only.answer && <MailQuote>{only.answer}</MailQuote>
        : reviews.map(({ label, name, by, isApproved, answer, url }) => {
            const detail = `${label}, ${isApproved ? 'approved' : 'changes requested'} by ${by}`
            return <Entry key={url + by} name={name} url={url} detail={detail} quote={answer} />
          })}
      {more > 0 && <MailText>And {more} more.</MailText>}
      {reviews.some(({ isTyped }) => isTyped) && (
        <MailText quiet>Guests type their name themselves. Anyone with the link can answer.</MailText>
      )}
      {only && <MailButton href={only.url}>View {only.label.toLowerCase()}</MailButton>}
    </MailFrame>
  )
}
