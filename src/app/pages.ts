import { sampleIds, samplePath } from '#features/home/samples.contract.ts'
import type { PageRoute } from '#web/page-route.ts'

const subscriptionLink = () => import('#features/subscribers/subscription/subscription-link.page.tsx')
const cover = import.meta.env.SSR && (() => import('#features/cover/cover.page.tsx'))
const sample = import.meta.env.SSR && (() => import('#features/home/sample.page.tsx'))
const legal = () => import('#features/legal/legal.page.tsx')

/** A page whose code only the server has: `load` is false in the client's build. */
const still = (path: string, load: PageRoute['load'] | false, more?: Partial<PageRoute>): PageRoute => ({
  path,
  load: load || (() => import('#site/page/still.page.tsx')),
  still: true,
  ...more,
})

const built: PageRoute['load'] = import.meta.env.SSR
  ? () => import('#features/pages/page.page.tsx')
  : () => import('#features/pages/page-client.page.tsx')

/** Every public page. A new feature adds its line here. Those that staff build come last, so that no path of theirs hides another page. */
export const pages: PageRoute[] = [
  still('/', import.meta.env.SSR && (() => import('#features/home/home.page.tsx')), { listed: true }),
  { path: '/services', load: () => import('#features/services/services.page.tsx'), listed: true },
  { path: '/products', load: () => import('#features/catalog/products.page.tsx'), listed: true },
  { path: '/blog', load: () => import('#features/blog/blog-list.page.tsx'), listed: true },
  { path: '/blog/:slug', load: () => import('#features/blog/blog-post.page.tsx') },
  { path: '/courses', load: () => import('#features/courses/course/course-list.page.tsx'), listed: true },
  { path: '/courses/:slug', load: () => import('#features/courses/course/course.page.tsx') },
  still('/about', import.meta.env.SSR && (() => import('#features/about/about.page.tsx')), { listed: true }),
  still('/profile', import.meta.env.SSR && (() => import('#features/profile/profile.page.tsx')), { listed: true }),
  ...sampleIds.map((id) => still(samplePath(id), sample, { listed: true })),
  { path: '/contact', load: () => import('#features/contact/inbox/contact.page.tsx'), listed: true },
  { path: '/newsletter', load: () => import('#features/subscribers/subscription/sign-up.page.tsx') },
  { path: '/newsletter/unsubscribe', load: subscriptionLink, personal: true },
  { path: '/newsletter/confirm', load: subscriptionLink, personal: true },
  still(
    '/newsletter/preferences',
    import.meta.env.SSR && (() => import('#features/subscribers/subscription/preferences.page.tsx')),
    {
      personal: true,
    },
  ),
  still(
    '/newsletters/:code',
    import.meta.env.SSR && (() => import('#features/newsletters/newsletter/newsletter.page.tsx')),
    {
      personal: true,
    },
  ),
  still(
    '/registration',
    import.meta.env.SSR && (() => import('#features/courses/registrations/registration.page.tsx')),
    {
      personal: true,
    },
  ),
  still('/c/:number', import.meta.env.SSR && (() => import('#features/courses/participants/certificate.page.tsx')), {
    personal: true,
  }),
  { path: '/preview/blogs/:token', load: () => import('#features/blog/post-link.page.tsx'), personal: true },
  {
    path: '/preview/courses/:token',
    load: () => import('#features/courses/course/course-link.page.tsx'),
    personal: true,
  },
  still('/preview/cases/:token', import.meta.env.SSR && (() => import('#features/cases/case-link.page.tsx')), {
    personal: true,
  }),
  still('/preview/openings/:token', import.meta.env.SSR && (() => import('#features/careers/opening-link.page.tsx')), {
    personal: true,
  }),
  still('/preview/pages/:token', import.meta.env.SSR && (() => import('#features/pages/page-link.page.tsx')), {
    personal: true,
  }),
  still(
    '/preview/newsletters/:token',
    import.meta.env.SSR && (() => import('#features/newsletters/newsletter/newsletter-link.page.tsx')),
    {
      personal: true,
    },
  ),
  still('/work', import.meta.env.SSR && (() => import('#features/cases/work.page.tsx'))),
  still('/work/:slug', import.meta.env.SSR && (() => import('#features/cases/case.page.tsx'))),
  still('/careers', import.meta.env.SSR && (() => import('#features/careers/careers.page.tsx'))),
  still('/careers/:slug', import.meta.env.SSR && (() => import('#features/careers/opening.page.tsx'))),
  still('/cover', cover),
  still('/cover/:name', cover),
  { path: '/privacy', load: legal, listed: true },
  { path: '/terms', load: legal, listed: true },
  { path: '/cookies', load: legal, listed: true },
  still('/:first', built, { wholePath: true }),
  still('/:first/:second', built, { wholePath: true }),
]
