import type { PageRoute } from '#site/page-route.ts'

const subscriptionLink = () => import('./newsletter/subscription-link.page.tsx')
const legal = () => import('./legal/legal.page.tsx')

/** Every public page. A new feature adds its line here. */
export const pages: PageRoute[] = [
  { path: '/', load: () => import('./home/home.page.tsx'), listed: true },
  { path: '/services', load: () => import('./catalog/services.page.tsx'), listed: true },
  { path: '/products', load: () => import('./catalog/products.page.tsx'), listed: true },
  { path: '/blog', load: () => import('./blog/blog-list.page.tsx'), listed: true },
  { path: '/blog/:slug', load: () => import('./blog/blog-post.page.tsx') },
  { path: '/courses', load: () => import('./courses/course-list.page.tsx'), listed: true },
  { path: '/courses/:slug', load: () => import('./courses/course.page.tsx') },
  { path: '/about', load: () => import('./about/about.page.tsx'), listed: true },
  { path: '/contact', load: () => import('./contact/contact.page.tsx'), listed: true },
  { path: '/newsletter', load: () => import('./newsletter/newsletter.page.tsx') },
  { path: '/newsletter/unsubscribe', load: subscriptionLink, personal: true },
  { path: '/newsletter/confirm', load: subscriptionLink, personal: true },
  { path: '/privacy', load: legal, listed: true },
  { path: '/terms', load: legal, listed: true },
  { path: '/cookies', load: legal, listed: true },
]
