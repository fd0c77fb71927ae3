import { escapeHtml, plainToHtml } from '#content/markup/plain-text.ts'
import { type LinkContext, withRecordLinks } from '#content/render/record-links.ts'
import { renderText, TooIntricate } from '#content/render/rendered-content.ts'
import { siteOriginOf, storedVideos } from '#content/render/stored-rendering.ts'
import { attributeValue } from '#contract/media.ts'
import { mailPicture } from '#media/server/mail-picture.ts'
import type { Config } from '#server/config/config.ts'
import type { DeliveryKind, DeliveryKinds } from '#server/mail/deliveries.table.ts'
import { type MailContext, type StaffMailContext, toColleague } from '#server/mail/mail-kind.ts'
import { minute } from '#server/security/counters.ts'
import type { NewsletterContent, TypedNewsletter } from '../ground/newsletters.contract.ts'
import type { RenderedContent } from '../ground/notifications.contract.ts'
import {
  firstWords,
  forReader,
  messageLink,
  placeholders,
  type RenderContent,
} from '../sending/newsletter-composer.shared.server.ts'

export type MessageContext = MailContext & Pick<LinkContext, 'entities'>

/** A tag as the renderer writes it: each `<` begins one, and values have no `<`, `>` or quotation marks. */
const tag = /<(?:a|img) [^<>]*>/g
const address = / (href|src)="([^"]*)"/

/** The addresses in rendered HTML, with `change` applied to each. */
export const withAddresses = (html: string, change: (address: string, name: 'href' | 'src') => string): string =>
  html.replaceAll(tag, (whole) =>
    whole.replace(address, (_, name: 'href' | 'src', value: string) => {
      const changed = change(attributeValue(value), name)
      return ` ${name}="${escapeHtml(changed)}"`
    }),
  )

/** A rich text for a message: its HTML with whole addresses, and its text. */
export async function renderMailText(
  { config, ...parts }: Pick<MessageContext, 'config' | 'database' | 'entities'>,
  source: string,
  { code, signal }: Rendering = {},
): Promise<{ html: string; text: string }> {
  const videos = await storedVideos(parts.database, source)
  const { html, text } = await renderText(source, { siteOrigin: siteOriginOf(config), videos, mail: true, signal })
  const { publicUrl } = config
  const pictures = await mailPicturesIn(parts.database, html)
  const whole = withAddresses(await withRecordLinks(parts, html), (value, name) =>
    name === 'src'
      ? messageLink(pictures.get(value) ?? value, { publicUrl, code: undefined })
      : messageLink(value, { publicUrl, code }),
  )
  return { html: whole, text }
}

async function mailPicturesIn(database: MessageContext['database'], html: string): Promise<Map<string, string>> {
  const found = new Set<string>()
  withAddresses(html, (address, name) => {
    if (name === 'src') found.add(address)
    return address
  })
  return new Map(await Promise.all([...found].map(async (one) => [one, await mailPicture(database, one)] as const)))
}

type Newsletter = Omit<NewsletterContent, 'version'>
/** `code` names the message in links to pages of ours. */
type Rendering = { code?: string | undefined; signal?: AbortSignal | undefined }

/** A newsletter as it is typed, for its message. */
export const asNewsletter = ({ title, subject, preheader, greeting, body }: TypedNewsletter): Newsletter => ({
  title: title ?? '',
  subject: subject ?? '',
  preheader: preheader ?? undefined,
  greeting: greeting ?? undefined,
  body: body ?? '',
})

/** The message of a newsletter. @throws TooIntricate */
export async function renderNewsletter(
  context: MessageContext,
  { subject, title, preheader, greeting, body }: Newsletter,
  rendering: Rendering = {},
): Promise<RenderedContent> {
  const { config, site, render } = context
  const { html, text } = await renderMailText(context, body, rendering)
  const { company } = await site.now()
  const rendered = await render('Newsletter', {
    company,
    title: title || subject || 'Untitled',
    preheader: preheader || firstWords(text),
    html,
    links: placeholders,
    browserUrl: rendering.code && `${config.publicUrl}/newsletters/${rendering.code}`,
  })
  return { subject: subject || title || 'Untitled', greeting: greeting ?? '', ...rendered }
}

/** Whether a rendered text shows nothing: neither words nor a picture. An editor leaves tags where its text was. */
export const isEmptyText = ({ html, text }: { html: string; text: string }): boolean =>
  !/[\p{L}\p{N}\p{P}\p{S}]/u.test(text) && !html.includes('<img ')

/** Renders a text as it is, or as plain paragraphs when it is too intricate. */
export const renderAnyway = <Rendered>(source: string, render: (source: string) => Promise<Rendered>) =>
  render(source).catch((error) => {
    if (!(error instanceof TooIntricate)) throw error
    return render(plainToHtml(source))
  })

export const newsletterRenderer =
  (context: MessageContext): RenderContent =>
  async ({ content, code }) => {
    if (!content) throw new Error('A newsletter without its content cannot be sent')
    return renderAnyway(content.body, (body) => renderNewsletter(context, { ...content, body }, { code }))
  }

/** A message as a member of staff gets it: without pages of a subscription. */
export const forStaff = (rendered: RenderedContent, { publicUrl }: Config, name: string | undefined) =>
  forReader(rendered, { name, unsubscribe: publicUrl, preferences: publicUrl })

/** Composes tests of a message for staff. @param render gets the record's id and the unsaved values; undefined when there is no such record */
export const testOf = <Kind extends DeliveryKind>(
  render: (context: MessageContext, id: string, typed: DeliveryKinds[Kind]) => Promise<RenderedContent | undefined>,
) =>
  toColleague<Kind, StaffMailContext & MessageContext>(15 * minute, async (context, delivery, { name }) => {
    const { subjectId = '', payload: typed } = delivery
    const rendered = await render(context, subjectId, typed)
    if (!rendered) return { skip: 'Removed' }
    const { subject, html, text } = forStaff(rendered, context.config, name)
    const { company } = await context.site.now()
    const replyTo = { name: company.brand, address: company.email }
    return { subject: `[Test] ${subject}`, replyTo, headers: {}, html, text }
  })
