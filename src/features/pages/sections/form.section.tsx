import LeadForm from '#features/contact/inbox/lead-form.part.tsx'
import { LivePart } from '#site/page/live-part.tsx'
import { Section as Band, Card } from '#ui/layout.tsx'
import type { kind } from './form.contract.ts'
import type { Shown } from './section.contract.ts'

type FormProps = Shown<typeof kind> & { page: { _id: string; path: string } }

/** A form with the parts of Contact, and its title and text to the left. */
export const Section = ({ at, page, title, text, fields, phone, company, button, thanks }: FormProps) => {
  const hasWords = title !== undefined || text !== undefined
  return (
    <Band space="band">
      <div className="grid items-start gap-8 lg:grid-cols-12">
        {hasWords && (
          <div className="lg:col-span-4">
            {title && (
              <h2 dir="auto" className="text-h2 wrap-anywhere">
                {title}
              </h2>
            )}
            {text && (
              <p dir="auto" className="mt-4 whitespace-pre-line wrap-anywhere text-muted">
                {text}
              </p>
            )}
          </div>
        )}
        <Card className="min-w-0 lg:col-span-8 print:hidden">
          <LivePart
            name="lead"
            part={LeadForm}
            of={{
              action: `/${page.path}`,
              id: `form-${at}`,
              owner: { pageId: page._id, section: at },
              fields,
              phone,
              company,
              button,
              thanks,
            }}
          />
        </Card>
      </div>
    </Band>
  )
}
