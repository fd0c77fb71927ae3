import { newsletterWords, promises } from '#contract/default-words.ts'
import { figures } from '#contract/figures.ts'
import { aboutWords } from '#features/about/about-words.contract.ts'
import { blogWords } from '#features/blog/blog-words.contract.ts'
import { workWords } from '#features/cases/work-words.contract.ts'
import { productsWords } from '#features/catalog/products-words.contract.ts'
import { contactWords } from '#features/contact/ground/contact-words.contract.ts'
import { coursesWords } from '#features/courses/ground/courses-words.contract.ts'
import { homeWords } from '#features/home/home-words.contract.ts'
import { newsletterPageWords } from '#features/newsletter/ground/newsletter-words.contract.ts'
import { careersWords } from '#features/openings/careers-words.contract.ts'
import { servicesWords } from '#features/services/services-words.contract.ts'

/** The texts of the site as shipped, by their groups. */
export const shippedWords = {
  home: homeWords,
  about: aboutWords,
  services: servicesWords,
  products: productsWords,
  blog: blogWords,
  courses: coursesWords,
  contact: contactWords,
  work: workWords,
  careers: careersWords,
  newsletter: { ...newsletterPageWords, ...newsletterWords },
  figures,
  promises,
}
