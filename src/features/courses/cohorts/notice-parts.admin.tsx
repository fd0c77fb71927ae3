import { useAct } from '#admin/api/use-act.ts'
import { answerText } from '#features/contact/ground/answer-text.contract.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/field.tsx'
import type { NoticeTo } from '../ground/cohorts.contract.ts'
import type { NoticeAudience } from './notices.contract.ts'
import { groupWords } from './occupied.admin.ts'

export const audienceNames: Record<NoticeTo, string> = {
  enrolled: 'Everyone enrolled',
  waiting: 'Waitlist',
  attended: 'People who attended',
  absent: 'People who did not attend',
}

export const AudienceSelect = ({
  audience,
  onChoose,
}: {
  audience: NoticeAudience
  onChoose: (to: NoticeTo) => void
}) =>
  audience.audiences.length > 1 && (
    <Select label="To" value={audience.audience} onChange={({ target }) => onChoose(target.value as NoticeTo)}>
      {audience.audiences.map((to) => (
        <option key={to} value={to}>
          {audienceNames[to]}
        </option>
      ))}
    </Select>
  )

/** Where no mail server is set up, the message is sent from elsewhere. */
export function CopyButtons({ audience: { people, preview }, body }: { audience: NoticeAudience; body: string }) {
  const { act } = useAct()
  const { text, facts, details, closing } = preview
  const all = [
    ...text,
    facts.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    details && answerText(details),
    answerText(body.trim()),
    ...closing,
  ]
  const addresses = people.flatMap(({ email }) => email ?? []).join(', ')
  const copy = (what: string, words: string) =>
    act(() => navigator.clipboard.writeText(words), { done: `${what} copied`, failed: 'Copying failed' })
  return (
    <>
      {addresses && (
        <Button variant="secondary" size="small" onClick={() => copy('Addresses', addresses)}>
          Copy addresses
        </Button>
      )}
      <Button size="small" onClick={() => copy('Text', all.filter(Boolean).join('\n\n'))}>
        Copy text
      </Button>
    </>
  )
}

export function Readers({ audience: { count, people, leftOut, ...groups } }: { audience: NoticeAudience }) {
  return (
    <div className="grid gap-1">
      {count > 0 && (
        <Names
          title={groupWords(groups)}
          people={people.map((one) => ({ ...one, email: one.email ?? '' }))}
          detail="email"
        />
      )}
      {leftOut.length > 0 && <Names title={`${leftOut.length} not notified`} people={leftOut} detail="reason" />}
    </div>
  )
}

type NamesProps<Detail extends string> = {
  title: string
  people: ({ _id: string; name: string } & Record<Detail, string>)[]
  detail: Detail
}

const Names = <Detail extends string>({ title, people, detail }: NamesProps<Detail>) => (
  <details>
    <summary className="cursor-pointer py-1 font-[560]">{title}</summary>
    <ul className="grid max-h-60 gap-1 overflow-y-auto pl-4 text-small">
      {people.map((person) => (
        <li key={person._id} className="wrap-anywhere">
          {person.name} <span className="text-muted">{person[detail]}</span>
        </li>
      ))}
    </ul>
  </details>
)
