import { CalendarClock, MessageCircle } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { promises } from '#contract/default-words.ts'
import { Card, Section } from '#ui/layout.tsx'
import { useCompany, useWords } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import { PageHero } from '#web/page-frame.tsx'
import { ServerPart } from '#web/server-part.tsx'
import { breadcrumbData } from '#web/structured-data.ts'
import { contactWords } from '../ground/contact-words.contract.ts'
import { ContactForm, firstFieldId } from './contact-form.tsx'
import { IconFrame } from './icon-frame.tsx'
import { givenSubject, joinedMessage } from './sentence.ts'

const loadGetInTouch = () => import('./get-in-touch.tsx')
const getInTouchOnServer = import.meta.env.SSR ? await loadGetInTouch() : undefined

export const search = (given: URLSearchParams) => ({
  subject: givenSubject(given),
  message: joinedMessage(given),
  sent: given.get('sent') && 1,
})

export default function ContactPage() {
  const { reader } = useWords('promises', promises)
  const words = useWords('contact', contactWords)
  return (
    <>
      <Head
        title="Contact"
        path="/contact"
        description="Write to us, call us or book a time. Tell us what you are building and we will tell you how we can help."
        jsonLd={import.meta.env.SSR && [breadcrumbData([{ name: 'Contact', path: '/contact' }])]}
      />
      <PageHero title={words.title} lead={`${words.lead}${reader && ` ${reader} reads every message.`}`} />
      <Section space="band">
        <div className="grid items-start gap-8 lg:grid-cols-12">
          <Card as="section" aria-labelledby="form" className="lg:col-span-7 xl:col-span-8">
            <h2 id="form" className="mb-6 text-h2">
              Send us a message
            </h2>
            <ContactForm />
          </Card>
          <div className="grid gap-8 sm:grid-cols-2 lg:col-span-5 lg:grid-cols-1 xl:col-span-4">
            <ServerPart load={loadGetInTouch} onServer={getInTouchOnServer} of={{}} />
            <QuickConnect />
          </div>
        </div>
      </Section>
    </>
  )
}

function QuickConnect() {
  const { bookingUrl, chatUrl } = useCompany()
  // Without a chat the link leads into the form on this page; its fragment would be a route in hash mode.
  const toForm = (event: MouseEvent) => {
    event.preventDefault()
    document.getElementById(firstFieldId)?.focus()
  }
  return (
    <section aria-labelledby="quick">
      <h2 id="quick" className="text-h3">
        Quick Connect
      </h2>
      <div className="mt-4 grid gap-3">
        <Tile
          icon={<MessageCircle />}
          name="Live Chat"
          {...(chatUrl
            ? { text: 'Talk to an engineer now', href: chatUrl, newTab: true }
            : { text: 'Not available yet. Send us a message instead.', href: `#${firstFieldId}`, onClick: toForm })}
        />
        <Tile
          icon={<CalendarClock />}
          name="Schedule a Call"
          text="Pick a time that suits you"
          href={bookingUrl}
          goal="booking"
          newTab
        />
      </div>
    </section>
  )
}

type TileProps = ComponentProps<'a'> & { icon: ReactNode; name: string; text: string; newTab?: boolean; goal?: string }

const Tile = ({ icon, name, text, newTab, goal, ...link }: TileProps) => (
  <a
    {...link}
    data-goal={goal}
    {...(newTab && { target: '_blank', rel: 'noopener' })}
    className="flex items-center gap-4 rounded-control border border-edge bg-raised px-4 py-3.5 transition-colors hover:border-primary"
  >
    <IconFrame>{icon}</IconFrame>
    <span>
      <span className="block font-[560]">{name}</span>
      <span className="block text-small text-muted">{text}</span>
    </span>
    {newTab && <span className="sr-only"> (opens in a new tab)</span>}
  </a>
)
