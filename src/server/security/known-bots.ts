/**
 * Programs that say what they are. Browsers that a program drives are recognised in the browser too (`navigator.webdriver`). A Cubot is a phone.
 */
const bots =
  /(?<!cu)bot|crawl|spider|slurp|archiver|externalhit|lighthouse|inspectiontool|googleother|read-aloud|mediapartners|feedfetcher|bingpreview|embedly|whatsapp|validator|pagespeed|gtmetrix|pingdom|statuscake|site24x7|prerender|phantomjs|screaming frog|chatgpt-user|perplexity-user|bytedance|headless|puppeteer|selenium|cypress|jsdom|htmlunit|slimerjs|casperjs|webpagetest|\bptst\b|(page ?)?speed ?(insights|curve)|catchpoint|synthetic/i

/** @param agent the header `User-Agent` */
export const isKnownBot = (agent = ''): boolean => bots.test(agent)
