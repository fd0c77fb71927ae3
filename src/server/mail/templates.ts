/** Both parts of a message, made from one template. */
export type RenderedMail = { html: string; text: string }

/** The component of every template, by its name. @public Each `*.mail.tsx` adds those that it exports. */
// biome-ignore lint/suspicious/noEmptyInterface: declarations of the templates are merged into it
export interface MailTemplates {}

export type RenderMail = <Name extends keyof MailTemplates>(
  name: Name,
  props: Parameters<MailTemplates[Name]>[0],
) => Promise<RenderedMail>
