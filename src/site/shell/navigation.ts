/** The six links of the navigation, in order. */
export const siteLinks = [
  { to: '/', label: 'Home' },
  { to: '/services', label: 'Services' },
  { to: '/products', label: 'Products' },
  { to: '/blog', label: 'Blog' },
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
]

/** The services that the footer lists; each leads to its category's place on the services page, or to the top where there is none. */
export const serviceLinks = [
  { to: '/services#cloud', label: 'Cloud Solutions' },
  { to: '/services#data-analytics', label: 'Data Analytics' },
  { to: '/services#generative-ai', label: 'AI Innovation' },
  { to: '/services#comprehensive-training', label: 'Comprehensive Training' },
]

export const quickLinks = [
  { to: '/about', label: 'About' },
  { to: '/services', label: 'Services' },
  { to: '/products', label: 'Products' },
  { to: '/blog', label: 'Blog' },
  { to: '/courses', label: 'Courses' },
]

export const legalLinks = [
  { to: '/privacy', label: 'Privacy Policy' },
  { to: '/terms', label: 'Terms of Service' },
  { to: '/cookies', label: 'Cookie Policy' },
]
