import type { PageRoute } from '#web/page-route.ts'

const subscriptionLink = () => import('#features/newsletter/subscription-link.page.tsx')
const stillPage = () => import('#site/page/still.page.tsx')
const cover = import.meta.env.SSR ? () => import('#features/cover/cover.page.tsx') : stillPage
const legal = () => import('#features/legal/legal.page.tsx')

/** Every public page. A new feature adds its line here. */
export const pages: PageRoute[] = [
  {
    path: '/',
    load: import.meta.env.SSR ? () => import('#features/home/home.page.tsx') : stillPage,
    still: true,
    listed: true,
  },
  { path: '/services', load: () => import('#features/services/services.page.tsx'), listed: true },
  { path: '/products', load: () => import('#features/catalog/products.page.tsx'), listed: true },
  { path: '/blog', load: () => import('#features/blog/blog-list.page.tsx'), listed: true },
  { path: '/blog/:slug', load: () => import('#features/blog/blog-post.page.tsx') },
  { path: '/courses', load: () => import('#features/courses/course-list.page.tsx'), listed: true },
  { path: '/courses/:slug', load: () => import('#features/courses/course.page.tsx') },
  {
    path: '/about',
    load: import.meta.env.SSR ? () => import('#features/about/about.page.tsx') : stillPage,
    still: true,
    listed: true,
  },
  {
    path: '/profile',
    load: import.meta.env.SSR ? () => import('#features/profile/profile.page.tsx') : stillPage,
    still: true,
    listed: true,
  },
  { path: '/contact', load: () => import('#features/contact/contact.page.tsx'), listed: true },
  { path: '/newsletter', load: () => import('#features/newsletter/newsletter.page.tsx') },
  { path: '/newsletter/unsubscribe', load: subscriptionLink, personal: true },
  { path: '/newsletter/confirm', load: subscriptionLink, personal: true },
  {
    path: '/newsletter/preferences',
    load: import.meta.env.SSR ? () => import('#features/newsletter/preferences.page.tsx') : stillPage,
    still: true,
    personal: true,
  },
  {
    path: '/letters/:code',
    load: import.meta.env.SSR ? () => import('#features/letters/letter.page.tsx') : stillPage,
    still: true,
    personal: true,
  },
  {
    path: '/course-request',
    load: import.meta.env.SSR ? () => import('#features/courses/course-request.page.tsx') : stillPage,
    still: true,
    personal: true,
  },
  { path: '/preview/blogs/:token', load: () => import('#features/blog/post-link.page.tsx'), personal: true },
  { path: '/preview/courses/:token', load: () => import('#features/courses/course-link.page.tsx'), personal: true },
  {
    path: '/preview/cases/:token',
    load: import.meta.env.SSR ? () => import('#features/cases/case-link.page.tsx') : stillPage,
    still: true,
    personal: true,
  },
  {
    path: '/preview/openings/:token',
    load: import.meta.env.SSR ? () => import('#features/openings/opening-link.page.tsx') : stillPage,
    still: true,
    personal: true,
  },
  {
    path: '/work',
    load: import.meta.env.SSR ? () => import('#features/cases/work.page.tsx') : stillPage,
    still: true,
  },
  {
    path: '/work/:slug',
    load: import.meta.env.SSR ? () => import('#features/cases/case.page.tsx') : stillPage,
    still: true,
  },
  {
    path: '/careers',
    load: import.meta.env.SSR ? () => import('#features/openings/careers.page.tsx') : stillPage,
    still: true,
  },
  { path: '/cover', load: cover, still: true },
  { path: '/cover/:name', load: cover, still: true },
  { path: '/privacy', load: legal, listed: true },
  { path: '/terms', load: legal, listed: true },
  { path: '/cookies', load: legal, listed: true },
]
