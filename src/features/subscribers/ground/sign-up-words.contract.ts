export const leaveReasons = ['Too many', 'Not for me', 'Never signed up', 'Prefer the site', 'Other'] as const

/** The texts of the newsletter's own page as shipped. */
export const signUpPageWords = {
  title: 'Newsletter',
  lead: 'Notes on cloud, data, AI and security from our projects. Unsubscribe at any time.',
}

/** The texts after subscribing. */
export const signUpMessages = {
  success: 'Thank you for subscribing to our newsletter!',
  /** Where addresses have to be confirmed. */
  confirm: 'Please confirm your subscription: we have just emailed you a link.',
  failure: 'Failed to subscribe. Please try again.',
}
