/** The reasons that people can give when they leave. */
export const leaveReasons = ['Too many', 'Not for me', 'Never signed up', 'Prefer the site', 'Other'] as const

/** The texts of the newsletter's own page as shipped. */
export const newsletterPageWords = {
  title: 'Newsletter',
  lead: 'New articles on cloud, data, AI and security, when there is something worth reading. One link unsubscribes.',
}
