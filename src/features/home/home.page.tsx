import { LivingDiagram } from '#features/home/drawings/living-diagram.tsx'
import { CallToAction } from '#site/page/call-to-action.tsx'
import { Statistics } from '#site/page/statistics.tsx'
import { Still } from '#site/page/still.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Container } from '#ui/layout.tsx'
import { useCompany } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import { FeaturedCourses } from './featured-courses.tsx'
import { featuredCourses, latestPosts } from './home.queries.ts'
import { LatestPosts } from './latest-posts.tsx'
import { Overview } from './overview.tsx'
import { organisation, website } from './structured-data.ts'

export const queries = () => [featuredCourses, latestPosts]

const figures = [
  { figure: '30+', name: 'Global Clients' },
  { figure: '50+', name: 'Projects Delivered' },
  { figure: '10+', name: 'Expert Team' },
  { figure: '5+', name: 'Years Experience' },
]

export default function HomePage() {
  const company = useCompany()
  return (
    <Still path="/">
      <Head
        title={`${company.brand}: ${company.tagline}`}
        description="We help startups build on the cloud, make sense of their data and put AI to work, and teach their people to carry on without us."
        path="/"
        jsonLd={[organisation(company), website(company)]}
      />
      <Hero />
      <Statistics label="In figures" figures={figures} />
      <Overview />
      <FeaturedCourses />
      <LatestPosts />
      <CallToAction
        title="Tell us what you are building."
        text="Half an hour with an engineer, free of charge. You leave with a sketch of the way there, whether or not you take it with us."
      >
        <ButtonLink to="/contact" size="large">
          Get in Touch
        </ButtonLink>
      </CallToAction>
    </Still>
  )
}

function Hero() {
  return (
    <Container className="grid items-center gap-x-10 gap-y-12 pt-10 pb-16 sm:pt-16 lg:min-h-[min(46rem,calc(100svh-5rem))] lg:grid-cols-[1.18fr_1fr] lg:pt-10 lg:pb-20">
      <div>
        <h1 className="max-w-[12em] text-hero">Empower Your Startup Business With Cloud &amp; AI</h1>
        <p className="mt-6 max-w-[34rem] text-lead text-muted lg:mt-8">
          We are a small engineering studio. We move startups to the cloud, put their data in order, build AI that earns
          its keep, and teach their teams to run it all.
        </p>
        <div className="mt-8 flex flex-wrap gap-3 lg:mt-10">
          <ButtonLink to="/contact" size="large">
            Get Started
          </ButtonLink>
          <ButtonLink to="/services" size="large" variant="secondary">
            Our Services
          </ButtonLink>
        </div>
      </div>
      <LivingDiagram className="mx-auto w-full max-w-[36rem]" />
    </Container>
  )
}
