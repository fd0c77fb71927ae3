/** Both parts of a message, made from one template. */
export type RenderedMail = { html: string; text: string }

/** The properties of every template, by its name. Each `*.mail.tsx` adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: declarations of the templates are merged into it
export interface MailTemplates {}

export type RenderMail = <Name extends keyof MailTemplates>(
  name: Name,
  props: MailTemplates[Name],
) => Promise<RenderedMail>
