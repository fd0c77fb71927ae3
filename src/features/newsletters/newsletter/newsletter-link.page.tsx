import { PreviewLinkPage, previewLinkQuery, previewSearch } from '#site/page/preview-link-page.tsx'
import { RenderedContent } from '#site/page/rendered-content.tsx'
import { Still } from '#site/page/still.tsx'
import { Facts } from '#ui/feature-list.tsx'
import { Section } from '#ui/layout.tsx'
import { useRouter } from '#ui/router.ts'
import { PageHero } from '#web/page-frame.tsx'
import type { PageRequest } from '#web/page-route.ts'
import type { PreviewedNewsletter } from '../ground/newsletters.contract.ts'

const linkQuery = previewLinkQuery<PreviewedNewsletter>('newsletters')

export const search = previewSearch
export const queries = (request: PageRequest) => [linkQuery(request)]

/** A newsletter before it is sent: the text as its page shows it later, and what subscribers see of it in their inbox. */
export default function NewsletterLinkPage() {
  return (
    <Still path={useRouter().location.pathname}>
      <PreviewLinkPage query={linkQuery} titleOf={({ newsletter }) => newsletter.title}>
        {({ newsletter: { title, subject, preheader, greeting, to, html } }) => (
          <article className="as-document">
            <PageHero
              eyebrow="Newsletter"
              title={
                <span dir="auto" className="wrap-anywhere">
                  {title}
                </span>
              }
            >
              <Facts
                className="max-w-[44rem]"
                facts={[
                  { name: 'To', value: to },
                  { name: 'Subject', value: subject },
                  { name: 'Preview text', value: preheader },
                  { name: 'Greeting', value: greeting },
                ]}
              />
            </PageHero>
            <Section space="band">
              <RenderedContent html={html} />
            </Section>
          </article>
        )}
      </PreviewLinkPage>
    </Still>
  )
}
