import { useQuery } from '@tanstack/react-query'
import { Button } from '#ui/button.tsx'
import { useCompany } from '#web/company-context.tsx'
import { allServices } from './home.queries.ts'

/** A fixed part of the message; Contact joins the parts (`givenMessage`). */
const Words = ({ children }: { children: string }) => <input type="hidden" name="message" value={children} />

/**
 * The beginning of a message as a sentence with gaps. It is a native form: its fields are the address of Contact, which fills in the subject
 * and the message. `data-native` tells the boot script that its fields need no client.
 */
export function Brief() {
  const services = useQuery(allServices).data ?? []
  const { address } = useCompany()
  return (
    <form method="get" action="/contact" data-native className="mt-10 border-t border-deep-line pt-8">
      <p className="max-w-[34em] font-display text-h2 leading-[1.55] font-[560]">
        <Words>We are</Words>
        We are{' '}
        <input
          className="gap tabular-nums"
          name="message"
          aria-label="How many people you are"
          placeholder="ten"
          maxLength={20}
          size={4}
          required
        />{' '}
        <Words>people in</Words>
        people in{' '}
        <input
          className="gap"
          name="message"
          aria-label="Where you are"
          placeholder={address.city}
          maxLength={60}
          size={7}
          required
        />
        <Words>, and</Words>, and{' '}
        <input
          className="gap"
          name="message"
          aria-label="What is in the way"
          placeholder="our cloud bill has doubled"
          maxLength={200}
          size={24}
          required
        />
        <Words>.</Words>.{' '}
        {services.length > 0 && (
          <>
            Let us talk about{' '}
            <select className="gap" name="subject" aria-label="What to talk about">
              {services.map(({ _id, title }) => (
                <option key={_id}>{title}</option>
              ))}
            </select>
            .
          </>
        )}
      </p>
      <Button type="submit" size="large" variant="secondary" className="mt-8">
        Begin with this sentence
      </Button>
    </form>
  )
}
